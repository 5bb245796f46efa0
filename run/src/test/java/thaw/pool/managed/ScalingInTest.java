package thaw.pool.managed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.pool.managed.ScalingIn.Seen;

class ScalingInTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final EnvironmentRange RANGE = new EnvironmentRange(2, 10, OptionalDouble.empty());

  private final ScalingIn scaling = new ScalingIn(PATIENCE);

  private boolean look(int minute, Seen seen) {
    return scaling.look(Duration.ofMinutes(minute).toNanos(), seen, RANGE);
  }

  private static Seen quiet(int environments) {
    return new Seen(environments, 0, 1, 32, 1, false);
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
        new Seen(environments, 0, requests, 32, cpu, false)
            .needed(new EnvironmentRange(2, 10, asked)));
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

  /** Environments, those whose memory is full, requests at a time. */
  @ParameterizedTest
  @CsvSource({
    "8, 0, 40, 3",
    "8, 3, 1, 2",
    "8, 3, 2, 4", // three of them take one each, and a fourth one the other
    "8, 8, 40, 11" // more than there are
  })
  void an_environment_whose_memory_is_full_counts_as_one_for_one_request(
      int environments, int full, int requests, int needed) {
    assertEquals(needed, new Seen(environments, full, requests, 32, 1, false).needed(RANGE));
  }

  @Test
  void nobody_ends_while_requests_are_refused() {
    assertFalse(look(0, quiet(4)));
    assertFalse(look(4, new Seen(4, 0, 1, 32, 1, true)));
    assertTrue(IntStream.range(5, 10).noneMatch(minute -> look(minute, quiet(4))));
    assertTrue(look(10, quiet(4)));
  }

  @Test
  void what_was_seen_before_there_was_none_says_nothing() {
    assertFalse(look(0, quiet(4)));
    scaling.forget();
    assertFalse(look(60, quiet(4)));
    assertTrue(look(65, quiet(4)));
  }

  @Test
  void a_moment_in_which_all_are_needed_begins_it_anew() {
    assertFalse(look(0, quiet(4)));
    assertFalse(look(4, new Seen(4, 0, 64, 32, 1, false)));
    assertFalse(look(5, quiet(4)));
    assertTrue(IntStream.range(6, 10).noneMatch(minute -> look(minute, quiet(4))));
    assertTrue(look(10, quiet(4)));
  }
}
