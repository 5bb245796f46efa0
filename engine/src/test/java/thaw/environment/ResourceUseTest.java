package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResourceUseTest {
  @Test
  void the_use_of_several_is_their_average_and_none_have_none() {
    assertEquals(
        Optional.of(new ResourceUse(60, 20)),
        ResourceUse.average(List.of(new ResourceUse(90, 10), new ResourceUse(30, 30))));
    assertEquals(Optional.empty(), ResourceUse.average(List.of()));
  }
}
