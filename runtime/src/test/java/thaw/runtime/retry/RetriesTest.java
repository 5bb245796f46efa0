package thaw.runtime.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans against a clock that the tests turn. */
class RetriesTest {
  private final TurnedClock clock = new TurnedClock();
  private final long start = clock.now;
  private final List<Long> begun = new ArrayList<>();

  @AfterEach
  void no_interrupt_is_left() {
    assertFalse(Thread.interrupted());
  }

  private Retry.Builder every(long intervalMillis, long timeoutMillis) {
    return Retry.every(Duration.ofMillis(intervalMillis), Duration.ofMillis(timeoutMillis))
        .clock(clock);
  }

  /** Fails each time, and takes so many milliseconds. */
  private Attempt<String> failing(long... takesMillis) {
    return number -> {
      begun.add(sinceStart());
      clock.now += millis(takesMillis[Math.min(number, takesMillis.length) - 1]);
      throw new IOException("attempt " + number);
    };
  }

  private long sinceStart() {
    return (clock.now - start) / 1_000_000;
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Test
  void four_attempts_are_made_in_200_ms_at_50_ms() throws Exception {
    Outcome<String> outcome = every(50, 200).build().call(failing(0));
    assertEquals(List.of(0L, 50L, 100L, 150L), begun);
    assertEquals(4, outcome.attempts());
    assertEquals(Outcome.End.ATTEMPTS_MADE, outcome.end());
    assertEquals(millis(150), outcome.elapsedNanos());
    assertEquals("attempt 4", outcome.failure().getMessage());
  }

  @Test
  void a_slow_first_attempt_delays_no_other_and_costs_none() throws Exception {
    Outcome<String> outcome = every(50, 200).build().call(failing(70, 0));
    assertEquals(List.of(0L, 70L, 100L, 150L), begun);
    assertEquals(4, outcome.attempts());
  }

  @Test
  void attempts_that_are_late_are_all_made() throws Exception {
    Outcome<String> outcome = every(50, 200).build().call(failing(500, 0));
    assertEquals(List.of(0L, 500L, 500L, 500L), begun);
    assertEquals(4, outcome.attempts());
    assertTrue(clock.sleeps.isEmpty());
  }

  @Test
  void late_attempts_have_the_least_pause_between_them() throws Exception {
    every(50, 200).pause(Duration.ofMillis(20)).build().call(failing(500, 0));
    assertEquals(List.of(0L, 520L, 540L, 560L), begun);
  }

  @ParameterizedTest
  @CsvSource({
    "50, 200, 1, 100, 4",
    "50, 201, 1, 100, 5",
    "50, 199, 1, 100, 4",
    "50, 50, 1, 100, 1",
    "50, 1, 1, 100, 1",
    "50, 200, 1, 3, 3",
    "50, 200, 1, 1, 1",
    "100, 1000, 2, 100, 4", // 0, 100, 300, 700
    "100, 701, 2, 100, 4",
    "100, 700, 2, 100, 3",
    "1, 10000, 1, 100000, 10000"
  })
  void the_plan_alone_says_how_many_attempts_there_are(
      long interval, long timeout, double factor, int max, int expected) throws Exception {
    Retry retry = every(interval, timeout).factor(factor).maxAttempts(max).build();
    assertEquals(expected, retry.attempts());
    assertEquals(expected, retry.call(failing(0)).attempts());
    assertEquals(expected, begun.size());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void whatever_attempts_take_the_plan_is_made_whole(long seed) throws Exception {
    Random random = new Random(seed);
    long[] takes = LongStream.generate(() -> random.nextLong(150)).limit(40).toArray();
    Retry retry = every(30, 1000).factor(1.1).jitter(0.5).build();
    Outcome<String> outcome = retry.call(failing(takes));
    assertEquals(retry.attempts(), outcome.attempts());
  }

  @Test
  void intervals_grow_by_the_factor() throws Exception {
    every(100, 1000).factor(2).build().call(failing(0));
    assertEquals(List.of(0L, 100L, 300L, 700L), begun);
  }

  @Test
  void jitter_makes_attempts_earlier_and_moves_no_other() throws Exception {
    List<Long> bounds = new ArrayList<>();
    Jitter half =
        bound -> {
          bounds.add(bound);
          return bound / 2;
        };
    every(100, 400).jitter(0.4, half).build().call(failing(0));
    assertEquals(List.of(0L, 80L, 180L, 280L), begun);
    assertEquals(List.of(millis(40) + 1, millis(40) + 1, millis(40) + 1), bounds);
  }

  @Test
  void the_jitter_by_default_is_within_its_bound_and_is_spread() {
    SplitMix jitter = new SplitMix();
    int[] quarters = new int[4];
    for (int i = 0; i < 100_000; i++) {
      quarters[(int) jitter.below(4)]++;
    }
    for (int quarter : quarters) {
      assertTrue(quarter > 15_000, () -> "of 25,000 expected: " + quarter);
    }
  }

  @Test
  void the_first_success_ends_it() throws Exception {
    Outcome<String> outcome =
        every(50, 200)
            .build()
            .call(number -> {
              if (number < 3) {
                throw new IOException();
              }
              return "third";
            });
    assertTrue(outcome.succeeded());
    assertEquals("third", outcome.get());
    assertEquals(3, outcome.attempts());
    assertEquals(millis(100), outcome.elapsedNanos());
  }

  @Test
  void the_condition_says_which_exceptions_and_results_are_tried_again() throws Exception {
    Condition condition =
        new Condition() {
          @Override
          protected boolean retries(Exception failure) {
            return !(failure instanceof FileNotFoundException);
          }

          @Override
          protected boolean retriesResult(Object value) {
            return "not yet".equals(value);
          }
        };
    Retry retry = every(50, 200).condition(condition).build();
    Outcome<String> refused =
        retry.call(number -> {
          throw new FileNotFoundException();
        });
    assertEquals(Outcome.End.NOT_RETRIED, refused.end());
    assertEquals(1, refused.attempts());

    Outcome<String> ready = retry.call(number -> number == 2 ? "ready" : "not yet");
    assertEquals("ready", ready.get());
    assertEquals(2, ready.attempts());

    Outcome<String> never = retry.call(number -> "not yet");
    assertEquals(Outcome.End.ATTEMPTS_MADE, never.end());
    assertEquals("not yet", never.value());
  }

  @Test
  void who_wants_the_value_of_a_failure_is_told_attempts_time_and_cause() throws Exception {
    Outcome<String> outcome = every(50, 200).build().call(failing(0));
    RetryException thrown = assertThrows(RetryException.class, outcome::get);
    assertEquals("no success in 4 attempts and 150 ms: ATTEMPTS_MADE", thrown.getMessage());
    assertSame(outcome.failure(), thrown.getCause());
  }

  @Test
  void no_attempt_begins_at_the_deadline_and_nobody_waits_for_it() throws Exception {
    Outcome<String> outcome = every(50, 500).build().call(failing(0), millis(100));
    assertEquals(List.of(0L, 50L), begun);
    assertEquals(Outcome.End.DEADLINE, outcome.end());
    assertEquals(millis(50), outcome.elapsedNanos());
  }

  @Test
  void without_time_there_is_no_attempt() throws Exception {
    Outcome<String> outcome = every(50, 500).build().call(failing(0), 0);
    assertEquals(0, outcome.attempts());
    assertEquals(Outcome.End.DEADLINE, outcome.end());
  }

  @Test
  void a_sleep_that_returns_early_begins_no_attempt_early() throws Exception {
    clock.slept = 0.5;
    every(50, 200).build().call(failing(0));
    assertEquals(List.of(0L, 50L, 100L, 150L), begun);
    assertTrue(clock.sleeps.size() > 10);
  }

  @Test
  void a_freeze_in_a_wait_takes_no_attempt_away() throws Exception {
    clock.slept = 1000; // the clock goes on while the process is frozen
    Outcome<String> outcome = every(50, 200).build().call(failing(0));
    assertEquals(4, outcome.attempts());
  }

  @Test
  void an_interrupt_ends_the_waiting() {
    Retry retry = every(50, 200).build();
    assertThrows(
        InterruptedException.class,
        () ->
            retry.call(number -> {
              begun.add(sinceStart());
              Thread.currentThread().interrupt();
              throw new IOException();
            }));
    assertEquals(1, begun.size());
  }

  @Test
  void an_interrupt_is_seen_also_where_nobody_waits() {
    Retry retry = every(50, 200).build();
    assertThrows(
        InterruptedException.class,
        () ->
            retry.call(number -> {
              begun.add(sinceStart());
              clock.now += millis(80);
              Thread.currentThread().interrupt();
              throw new IOException();
            }));
    assertEquals(1, begun.size());
  }

  @Test
  void an_interrupted_attempt_is_not_made_again() {
    Retry retry = every(50, 200).build();
    assertThrows(
        InterruptedException.class,
        () ->
            retry.call(number -> {
              begun.add(sinceStart());
              throw new InterruptedException("the attempt's");
            }));
    assertEquals(1, begun.size());
  }

  @Test
  void an_interrupt_during_the_last_attempt_stays_with_the_thread() throws Exception {
    Outcome<String> outcome =
        every(50, 50)
            .build()
            .call(number -> {
              Thread.currentThread().interrupt();
              return "done";
            });
    assertTrue(outcome.succeeded());
    assertTrue(Thread.interrupted());
  }

  @Test
  void building_leaves_an_interrupt_where_it_is() {
    Thread.currentThread().interrupt();
    every(50, 200).build();
    assertTrue(Thread.interrupted());
  }

  @Test
  void an_error_is_nobodys_to_retry() {
    Retry retry = every(50, 200).build();
    assertThrows(
        StackOverflowError.class,
        () ->
            retry.call(number -> {
              begun.add(sinceStart());
              throw new StackOverflowError();
            }));
    assertEquals(1, begun.size());
  }

  @Test
  void a_plan_that_was_built_does_not_change_with_its_builder() {
    Retry.Builder builder = every(50, 200);
    Retry first = builder.build();
    builder.maxAttempts(1);
    assertEquals(4, first.attempts());
    assertEquals(1, builder.build().attempts());
  }

  @Test
  void by_the_machines_clock_no_attempt_begins_before_it_is_due() throws Exception {
    List<Long> nanos = new ArrayList<>();
    long begin = System.nanoTime();
    Outcome<String> outcome =
        Retry.every(Duration.ofMillis(2), Duration.ofMillis(10))
            .build()
            .call(number -> {
              nanos.add(System.nanoTime() - begin);
              throw new IOException("attempt " + number);
            });
    assertEquals(5, outcome.attempts(), "late ones are made, too");
    for (int number = 0; number < nanos.size(); number++) {
      assertTrue(nanos.get(number) >= number * millis(2), "attempts began at " + nanos);
    }
  }

  @Test
  void what_makes_no_plan_is_refused() {
    assertThrows(IllegalArgumentException.class, () -> every(0, 200));
    assertThrows(IllegalArgumentException.class, () -> every(50, 0));
    assertThrows(IllegalArgumentException.class, () -> every(50, 200).maxAttempts(0));
    assertThrows(IllegalArgumentException.class, () -> every(50, 200).factor(0.5));
    assertThrows(IllegalArgumentException.class, () -> every(50, 200).factor(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> every(50, 200).jitter(1.5));
    assertThrows(IllegalArgumentException.class, () -> every(50, 200).pause(Duration.ofMillis(-1)));
  }
}
