package thaw.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.load.schedule.RateProfile;
import thaw.load.schedule.Schedule;
import thaw.problem.UserMistake;

class LimitSearchTest {
  private static final List<LoadGoal> GOALS = List.of(LoadGoal.of("failed<1%"));

  /** Of a run in which a share of the requests failed, and which may be trusted or not. */
  private static LoadResult result(double failed, boolean trusted) {
    Shots shots = new Shots();
    for (int i = 0; i < 1000; i++) {
      shots.end(i >= 1000 * failed);
    }
    return shots.result(trusted);
  }

  /** A generator that is never late, without a clock. */
  private static final class Shots {
    private final LoadRecording recording = new LoadRecording(new ShotLog(0));
    private long number;

    void end(boolean answered) {
      Shot shot = new Shot(number, 0, 0, recording);
      number++;
      recording.begin(0, 0, Long.MAX_VALUE);
      recording.scheduled(shot);
      recording.sent(1);
      if (answered) {
        recording.answered(shot, 1, 2);
      } else {
        recording.failed(shot, 1, 2, new Failure(Failure.Kind.STATUS, "status 503"));
      }
    }

    LoadResult result(boolean trusted) {
      LoadPlan plan =
          new LoadPlan(
              "test",
              "test",
              new Schedule.Even(RateProfile.constant(1000, Duration.ofSeconds(1))),
              Duration.ofSeconds(1));
      return LoadResult.of(
          plan,
          java.time.Instant.EPOCH,
          trusted,
          1000,
          recording.seconds(),
          recording.failures(),
          List.of(),
          0,
          GeneratorUse.sum(List.of()));
    }
  }

  private static LimitSearch.Found search(double first, double most, double limit)
      throws InterruptedException {
    return LimitSearch.search(GOALS, first, most, rate -> result(rate > limit ? 0.5 : 0, true));
  }

  @ParameterizedTest
  @ValueSource(doubles = {3, 50, 51, 137, 1000, 9_999, 76_543})
  void the_limit_is_found_within_the_precision(double limit) throws Exception {
    LimitSearch.Found found = search(50, 100_000, limit);
    double at = found.limit().orElseThrow();
    assertTrue(at <= limit && at >= limit / (1 + LimitSearch.PRECISION) - 0.1, "" + at);
    assertFalse(found.open());
  }

  @Test
  void a_limit_beyond_the_highest_rate_is_open() throws Exception {
    LimitSearch.Found found = search(50, 1000, 5000);
    assertEquals(1000, found.limit().orElseThrow());
    assertTrue(found.open());
    assertFalse(found.generator());
  }

  @Test
  void a_target_that_never_holds_has_no_limit() throws Exception {
    assertTrue(search(50, 1000, 0).limit().isEmpty());
  }

  @Test
  void one_miss_of_a_noisy_machine_does_not_count() throws Exception {
    long seed = 7;
    Random random = new Random(seed);
    int[] inRow = {0};
    LimitSearch.Found found =
        LimitSearch.search(
            GOALS,
            50,
            100_000,
            rate -> {
              boolean disturbed = inRow[0] == 0 && random.nextInt(3) == 0;
              inRow[0] = disturbed ? 1 : 0;
              return result(rate > 400 || disturbed ? 0.5 : 0, true);
            });
    double at = found.limit().orElseThrow();
    assertTrue(at <= 400 && at >= 380, "seed " + seed + ": " + at);
  }

  @Test
  void runs_that_cannot_be_trusted_say_that_the_generator_is_the_limit() throws Exception {
    LimitSearch.Found found =
        LimitSearch.search(GOALS, 50, 100_000, rate -> result(0, rate <= 300));
    assertTrue(found.generator());
    assertTrue(found.open());
    assertTrue(found.limit().orElseThrow() <= 300);
  }

  @Test
  void goals_are_read_as_people_write_them() {
    assertEquals(new LoadGoal(LoadGoal.Kind.RESPONSE, 0.99, 50), LoadGoal.of("p99<50ms"));
    assertEquals(new LoadGoal(LoadGoal.Kind.RESPONSE, 0.999, 1500), LoadGoal.of(" P99.9 <= 1.5 s"));
    assertEquals(new LoadGoal(LoadGoal.Kind.FAILED, 0, 0.01), LoadGoal.of("failed<1%"));
    for (String wrong : List.of("", "p99", "p101<5ms", "p99<5", "failed<101%", "p99<1.2.3ms")) {
      UserMistake mistake = assertThrows(UserMistake.class, () -> LoadGoal.of(wrong));
      assertEquals("use for example p99<50ms or failed<1%", mistake.remedy());
    }
  }
}
