package thaw.pool.managed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class EnvironmentRangeTest {
  @Test
  void so_many_environments_are_needed_as_would_use_no_more_than_the_target() {
    var halfUsed = new EnvironmentRange(1, 5, OptionalDouble.of(50));
    assertEquals(2, halfUsed.atUse(2, 50));
    assertEquals(3, halfUsed.atUse(2, 51));
    assertEquals(4, halfUsed.atUse(2, 100));
    assertEquals(5, halfUsed.atUse(4, 100), "no more than there may be");
    assertEquals(2, halfUsed.atUse(2, 1), "none ends for that");
    assertEquals(2, new EnvironmentRange(1, 5, OptionalDouble.empty()).atUse(2, 100));
  }
}
