package thaw.platform.managed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.platform.managed.ScalingIn.Seen;
import thaw.platform.record.CapacityProvider;

class ScalingInTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final CapacityProvider.Range RANGE =
      new CapacityProvider.Range(2, 10, OptionalDouble.empty());

  private final ScalingIn scaling = new ScalingIn(PATIENCE);

  private boolean look(int minute, Seen seen) {
    return scaling.look(Duration.ofMinutes(minute).toNanos(), seen, RANGE);
  }

  private static Seen quiet(int environments) {
    return new Seen(environments, 1, 32, 1);
  }

  /** Environments, requests at a time, use of CPUs in percent, the target where there is one. */
  @ParameterizedTest
  @CsvSource({
    "8, 0, 0, , 2", // the minimum
    "8, 128, 5, , 8", // half of what they take: twice as many would be just enough
    "8, 100, 5, , 7",
    "8, 0, 50, , 8", // twice the use would be just enough
    "8, 0, 30, , 5",
    "8, 0, 30, 80, 3", // what the provider asks for rules
    "8, 0, 30, 20, 12", // more than there are
    "8, 80, 30, 80, 5"
  })
  void what_is_needed_leaves_room_for_twice_the_requests(
      int environments, int requests, double cpu, Double target, int needed) {
    OptionalDouble asked = target == null ? OptionalDouble.empty() : OptionalDouble.of(target);
    assertEquals(
        needed,
        new Seen(environments, requests, 32, cpu).needed(new CapacityProvider.Range(2, 10, asked)));
  }

  @Test
  void one_ends_after_each_time_of_patience_and_the_minimum_stays() {
    int environments = 4;
    for (int minute = 0; minute < 60; minute++) {
      if (look(minute, quiet(environments))) {
        environments--;
        assertEquals(minute, environments == 3 ? 5 : 10);
      }
    }
    assertEquals(2, environments);
  }

  @Test
  void a_moment_in_which_all_are_needed_begins_it_anew() {
    assertFalse(look(0, quiet(4)));
    assertFalse(look(4, new Seen(4, 64, 32, 1)));
    assertFalse(look(5, quiet(4)));
    assertTrue(IntStream.range(6, 10).noneMatch(minute -> look(minute, quiet(4))));
    assertTrue(look(10, quiet(4)));
  }
}
