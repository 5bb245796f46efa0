package thaw.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTimingTest {
  private static final Instant NOW = Instant.parse("2026-11-21T22:47:26Z"); // a Saturday
  private static final ZoneId UTC = ZoneId.of("UTC");

  private static ScheduleTiming timing(String expression) throws ScheduleTiming.Invalid {
    return ScheduleTiming.of(expression, UTC, true, NOW);
  }

  /** With the examples of EventBridge's guide among them. */
  @ParameterizedTest
  @CsvSource({
    "cron(0/15 * * * ? *), 2026-11-21T23:00:00Z",
    "cron(0 18 ? * MON-FRI *), 2026-11-23T18:00:00Z",
    "cron(0 8 1 * ? *), 2026-12-01T08:00:00Z",
    "'cron(5,35 14 * * ? *)', 2026-11-22T14:05:00Z",
    "cron(0 10 ? * 6L 2026-2028), 2026-11-27T10:00:00Z",
    "cron(0 10 ? * 3#2 *), 2026-12-08T10:00:00Z",
    "cron(0 10 3W * ? *), 2026-12-03T10:00:00Z",
    "cron(0 10 LW * ? *), 2026-11-30T10:00:00Z",
    "cron(0 10 L * ? *), 2026-11-30T10:00:00Z",
    "cron(0 9 ? * 1 *), 2026-11-22T09:00:00Z",
    "cron(0 0 29 2 ? *), 2028-02-29T00:00:00Z",
    "rate(1 minute), 2026-11-21T22:48:26Z",
    "rate(5 hours), 2026-11-22T03:47:26Z",
    "at(2027-01-01T00:00:00), 2027-01-01T00:00:00Z"
  })
  void the_next_time_is_that_of_aws(String expression, Instant next) throws Exception {
    assertEquals(Optional.of(next), timing(expression).after(NOW));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cron(0 12 * * ? 2020)", "cron(0 0 31 2 ? *)", "at(2020-01-01T00:00:00)"})
  void what_lies_in_the_past_never_comes(String expression) throws Exception {
    assertEquals(Optional.empty(), timing(expression).after(NOW));
  }

  /** The rates are those that AWS was recorded to refuse. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "rate(10 seconds)",
        "rate(10 years)",
        "rate(1 minutes)",
        "rate(1 hours)",
        "rate(1 days)",
        "rate(10 minute)",
        "rate()",
        "rate(10)",
        "rate(10 minutess)",
        "rate(foo minutes)",
        "rate(0 minutes)",
        "rate(-10 minutes)",
        "rate(10 MINUTES)",
        "rate( 10 minutes )",
        " rate(10 minutes)",
        "cron(0 12 * * * *)",
        "cron(0 12 ? * ? *)",
        "cron(* * * *)",
        "cron(60 * * * ? *)",
        "cron(0 0 ? * 8 *)",
        "cron(0 0 1 1 ? 2300)",
        "every hour"
      })
  void what_aws_refuses_is_refused(String expression) {
    assertThrows(ScheduleTiming.Invalid.class, () -> timing(expression));
  }

  @Test
  void a_rule_knows_no_single_moment() {
    assertThrows(
        ScheduleTiming.Invalid.class,
        () -> ScheduleTiming.of("at(2027-01-01T00:00:00)", UTC, false, NOW));
  }

  @Test
  void a_time_zone_moves_with_summer_time() throws Exception {
    ScheduleTiming noon =
        ScheduleTiming.of("cron(0 12 * * ? *)", ZoneId.of("Europe/Vienna"), true, NOW);
    assertEquals(
        Optional.of(Instant.parse("2026-06-01T10:00:00Z")),
        noon.after(Instant.parse("2026-06-01T00:00:00Z")));
    assertEquals(
        Optional.of(Instant.parse("2026-12-01T11:00:00Z")),
        noon.after(Instant.parse("2026-12-01T00:00:00Z")));
  }

  @Test
  void a_rate_keeps_its_rhythm_over_a_pause() throws Exception {
    assertEquals(
        Optional.of(NOW.plusSeconds(4 * 60)),
        timing("rate(2 minutes)").after(NOW.plusSeconds(3 * 60)));
  }
}
