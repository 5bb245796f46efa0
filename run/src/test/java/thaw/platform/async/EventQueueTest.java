package thaw.platform.async;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.platform.async.QueueBench.failed;
import static thaw.platform.async.QueueBench.succeeded;
import static thaw.platform.async.QueueBench.terms;
import static thaw.platform.async.QueueBench.throttled;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.SideBySide;
import thaw.function.EventInvokeConfig;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.InvocationOutcome;

/** Every wait by a clock that the test turns. */
@SideBySide
class EventQueueTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String QUEUE = "arn:aws:sqs:us-east-1:123456789012:told";
  private static final Duration DAY = Duration.ofDays(1);

  private final QueueBench bench = QueueBench.inMemory();

  @AfterEach
  void end() {
    bench.close();
    assertEquals(List.of(), bench.problems);
  }

  private static void assertJson(String expected, String actual) throws Exception {
    assertEquals(JSON.readTree(expected), JSON.readTree(actual));
  }

  @Test
  void an_event_is_processed_once_and_gone() {
    bench.accept("Pets", "id-1", "{\"a\":1}");
    assertEquals(1, bench.queue().size("Pets"));
    bench.runFor(DAY);
    assertEquals(
        List.of(new QueueBench.Attempt(Duration.ZERO, "Pets", "id-1", "{\"a\":1}")),
        bench.attempts);
    assertEquals(0, bench.queue().size("Pets"));
    assertEquals(List.of(), bench.log);
  }

  @Test
  void a_record_names_the_version_that_an_alias_led_to() throws Exception {
    bench.terms.put("Pets", terms(-1, -1, QUEUE, ""));
    bench.answer =
        _ ->
            new RequestOutcome.Completed(
                new InvocationOutcome.Success("{}".getBytes(StandardCharsets.UTF_8)),
                Optional.empty(),
                "7");
    bench.accept("Pets", "id-1", "{}");
    bench.runFor(DAY);
    String body = bench.sent.getFirst().body();
    assertTrue(body.contains("\"executedVersion\":\"7\""), body);
  }

  /** The shape of test_assess_lambda_destination_invocation, recorded on AWS in November 2025. */
  @Test
  void a_success_is_told_to_the_destination() throws Exception {
    bench.terms.put("Pets", terms(-1, -1, QUEUE, ""));
    bench.answer = invocation -> succeeded("{\"price\":1.10}");
    bench.accept("Pets", "id-1", "{\"n\": 1.10}");
    bench.runFor(DAY);
    assertEquals(1, bench.sent.size());
    assertEquals(QUEUE, bench.sent.getFirst().notice().target());
    String body = bench.sent.getFirst().body();
    assertJson(
        """
        {"version": "1.0", "timestamp": "2026-01-01T00:00:00.000Z",
         "requestContext": {"requestId": "id-1", "condition": "Success",
           "functionArn": "arn:aws:lambda:us-east-1:123456789012:function:Pets:$LATEST",
           "approximateInvokeCount": 1},
         "requestPayload": {"n": 1.10},
         "responseContext": {"statusCode": 200, "executedVersion": "$LATEST"},
         "responsePayload": {"price": 1.10}}
        """,
        body);
    assertTrue(body.contains("{\"n\": 1.10}"), "payloads pass as they were written: " + body);
  }

  @Test
  void an_event_whose_processing_meets_an_Error_of_ours_is_processed_again() {
    int[] failures = {2};
    bench.answer =
        _ -> {
          if (failures[0]-- > 0) {
            throw new OutOfMemoryError("no room for an event");
          }
          return succeeded("{}");
        };
    bench.accept("Pets", "id-1", "{}");
    bench.runFor(DAY);
    assertEquals(3, bench.attempts.size());
    assertEquals(0, bench.queue().size("Pets"));
    assertEquals(
        List.of("no room for an event", "no room for an event"),
        bench.problems.stream().map(each -> each.getCause().getMessage()).toList());
    bench.problems.clear();
  }

  @Test
  void an_event_that_no_thread_is_to_be_had_for_is_processed_when_there_is_one() {
    bench.threads = 0;
    bench.accept("Pets", "id-1", "{}");
    assertThrows(OutOfMemoryError.class, bench::settle);
    bench.threads = 1;
    bench.runFor(DAY);
    assertEquals(1, bench.attempts.size());
    assertEquals(0, bench.queue().size("Pets"));
  }

  @ParameterizedTest
  @ValueSource(ints = {-6, 6})
  void a_step_of_the_clock_neither_stops_a_lane_nor_ends_what_waits(int hours) {
    bench.terms.put("Pets", terms(2, 3600, "", QUEUE));
    bench.answer = _ -> bench.attempts.size() < 3 ? throttled() : succeeded("{}");
    bench.accept("Pets", "id-1", "{}");
    bench.settle();
    assertEquals(1, bench.attempts.size());
    bench.step = Duration.ofHours(hours);
    bench.runFor(Duration.ofMinutes(10));
    assertEquals(3, bench.attempts.size(), "paused and refused, then processed");
    assertEquals(0, bench.queue().size("Pets"));
    assertEquals(List.of(), bench.sent, "it was not too old");
  }

  @ParameterizedTest
  @ValueSource(ints = {-6, 6})
  void retries_come_when_they_would_have_come_without_a_step_of_the_clock(int hours) {
    bench.answer = _ -> bench.attempts.size() < 3 ? failed("no") : succeeded("{}");
    bench.accept("Pets", "id-1", "{}");
    bench.settle();
    bench.step = Duration.ofHours(hours);
    bench.runFor(DAY);
    assertEquals(List.of(0L, 60L, 180L), bench.secondsOfAttempts());
    bench.step = Duration.ofHours(hours).plusSeconds(3); // which is a correction
    bench.accept("Pets", "id-2", "{}");
    bench.runFor(DAY);
    assertEquals(4, bench.attempts.size());
  }

  @Test
  void an_answer_that_is_no_json_is_told_as_a_text() throws Exception {
    bench.terms.put("Pets", terms(-1, -1, QUEUE, ""));
    bench.answer = invocation -> succeeded("{\"a\":1} and {more");
    bench.accept("Pets", "id-1", "{}");
    bench.runFor(DAY);
    assertEquals(
        "{\"a\":1} and {more",
        JSON.readTree(bench.sent.getFirst().body()).path("responsePayload").asText());
  }

  /** The shape of test_retries, recorded on AWS in November 2025. */
  @Test
  void an_error_is_retried_after_one_and_two_minutes_with_the_same_id() throws Exception {
    bench.terms.put("Pets", terms(-1, -1, "", QUEUE));
    bench.answer = invocation -> failed("intentional failure");
    bench.accept("Pets", "id-1", "{\"message\":\"m\"}");
    bench.runFor(DAY);
    assertEquals(List.of(0L, 60L, 180L), bench.secondsOfAttempts());
    assertEquals(
        Set.of("id-1"),
        bench.attempts.stream().map(QueueBench.Attempt::requestId).collect(Collectors.toSet()));
    assertEquals(1, bench.sent.size());
    assertJson(
        """
        {"version": "1.0", "timestamp": "2026-01-01T00:03:00.000Z",
         "requestContext": {"requestId": "id-1", "condition": "RetriesExhausted",
           "functionArn": "arn:aws:lambda:us-east-1:123456789012:function:Pets:$LATEST",
           "approximateInvokeCount": 3},
         "requestPayload": {"message": "m"},
         "responseContext": {"statusCode": 200, "executedVersion": "$LATEST",
           "functionError": "Unhandled"},
         "responsePayload": {"errorMessage": "intentional failure"}}
        """,
        bench.sent.getFirst().body());
  }

  @Test
  void the_owner_says_how_often_it_is_retried() {
    bench.answer = invocation -> failed("no");
    bench.terms.put("None", terms(0, -1, "", QUEUE));
    bench.terms.put("Once", terms(1, -1, "", QUEUE));
    bench.accept("None", "id-0", "{}");
    bench.runFor(DAY);
    assertEquals(1, bench.attempts.size());
    bench.accept("Once", "id-1", "{}");
    bench.runFor(DAY);
    assertEquals(3, bench.attempts.size());
  }

  /** test_maxeventage, recorded on AWS in November 2025: one invocation, and its answer is told. */
  @Test
  void no_retry_comes_after_the_maximum_age() throws Exception {
    bench.terms.put("Pets", terms(2, 60, "", QUEUE));
    bench.answer = invocation -> failed("intentional failure");
    bench.accept("Pets", "id-1", "{}");
    bench.runFor(DAY);
    var record = JSON.readTree(bench.sent.getFirst().body());
    assertEquals("EventAgeExceeded", record.at("/requestContext/condition").asText());
    assertEquals(1, record.at("/requestContext/approximateInvokeCount").asInt());
    assertEquals("Unhandled", record.at("/responseContext/functionError").asText());
    assertEquals("intentional failure", record.at("/responsePayload/errorMessage").asText());
  }

  @Test
  void throttles_are_no_attempts_and_back_off_from_a_second_to_five_minutes() throws Exception {
    bench.terms.put("Pets", terms(-1, -1, "", QUEUE));
    bench.answer = invocation -> throttled();
    bench.accept("Pets", "id-1", "{}");
    bench.runFor(Duration.ofSeconds(1200));
    assertEquals(
        List.of(0L, 1L, 3L, 7L, 15L, 31L, 63L, 127L, 255L, 511L, 811L, 1111L),
        bench.secondsOfAttempts());
    bench.runFor(DAY);
    long last = bench.secondsOfAttempts().getLast();
    assertTrue(last < 6 * 3600 && last >= 6 * 3600 - 300, "last attempt at " + last + " s");
    assertJson(
        """
        {"version": "1.0", "timestamp": "2026-01-01T06:00:00.000Z",
         "requestContext": {"requestId": "id-1", "condition": "EventAgeExceeded",
           "functionArn": "arn:aws:lambda:us-east-1:123456789012:function:Pets:$LATEST",
           "approximateInvokeCount": 0},
         "requestPayload": {}}
        """,
        bench.sent.getFirst().body());
  }

  @Test
  void an_error_followed_by_throttles_is_told_with_its_answer() throws Exception {
    bench.terms.put("Pets", terms(-1, 600, "", QUEUE));
    bench.answer = invocation -> bench.attempts.size() == 1 ? failed("first") : throttled();
    bench.accept("Pets", "id-1", "{}");
    bench.runFor(DAY);
    var record = JSON.readTree(bench.sent.getFirst().body());
    assertEquals("EventAgeExceeded", record.at("/requestContext/condition").asText());
    assertEquals(1, record.at("/requestContext/approximateInvokeCount").asInt());
    assertEquals("first", record.at("/responsePayload/errorMessage").asText());
    assertEquals("2026-01-01T00:10:00.000Z", record.path("timestamp").asText());
  }

  @Test
  void a_function_whose_reserved_concurrency_is_zero_processes_nothing() throws Exception {
    bench.terms.put(
        "Pets",
        new AsyncTerms(
            terms(-1, -1, "", QUEUE).config(), Optional.of("arn:aws:sqs:r:1:dead"), true));
    bench.accept("Pets", "id-1", "{\"a\":1}");
    bench.runFor(DAY);
    assertEquals(List.of(), bench.attempts);
    assertEquals(2, bench.sent.size());
    var record = JSON.readTree(bench.sent.getFirst().body());
    assertEquals("ZeroReservedConcurrency", record.at("/requestContext/condition").asText());
    assertTrue(record.path("responseContext").isMissingNode());
    assertEquals(
        Optional.of(new Notice.DeadLetter(429, "Rate Exceeded.")),
        bench.sent.getLast().notice().deadLetter());
  }

  /** The attributes of test_dead_letter_queue, recorded on AWS in November 2025. */
  @Test
  void a_dead_letter_is_the_event_itself() {
    bench.terms.put(
        "Pets", new AsyncTerms(EventInvokeConfig.NONE, Optional.of("arn:aws:sqs:r:1:dead"), false));
    bench.answer = invocation -> failed("Test exception");
    bench.accept("Pets", "id-1", "{\"raise_error\": 1}");
    bench.runFor(DAY);
    assertEquals(1, bench.sent.size());
    QueueBench.Sent sent = bench.sent.getFirst();
    assertEquals("{\"raise_error\": 1}", sent.body());
    assertEquals("id-1", sent.notice().requestId());
    assertEquals(
        Optional.of(new Notice.DeadLetter(200, "Test exception")), sent.notice().deadLetter());
  }

  @Test
  void a_failure_of_which_nobody_is_to_be_told_is_dropped_with_a_line() {
    bench.answer = invocation -> failed("no");
    bench.accept("Pets", "id-1", "{}");
    bench.runFor(DAY);
    assertEquals(
        List.of(
            "Pets | event id-1 is dropped: RetriesExhausted after 3 attempts, and nobody is to be"
                + " told"),
        bench.log);
    assertEquals(0, bench.queue().size("Pets"));
  }

  @Test
  void a_throttled_function_does_not_hold_up_another() {
    bench.answers.put("Busy", invocation -> throttled());
    for (int i = 0; i < 50; i++) {
      bench.accept("Busy", "b" + i, "{}");
      bench.accept("Free", "f" + i, "{}");
    }
    bench.settle();
    assertEquals(0, bench.queue().size("Free"));
    long refused = bench.attempts.stream().filter(a -> a.function().equals("Busy")).count();
    assertTrue(refused <= 4, "asked a throttled function " + refused + " times at once");
    bench.answers.clear();
    bench.runFor(Duration.ofMinutes(10));
    assertEquals(0, bench.queue().size("Busy"));
  }

  @Test
  void a_fault_of_the_platforms_is_no_attempt() {
    bench.answer =
        invocation -> {
          if (bench.attempts.size() < 3) {
            throw new IllegalStateException("no environment");
          }
          return succeeded("{}");
        };
    bench.accept("Pets", "id-1", "{}");
    bench.runFor(DAY);
    assertEquals(List.of(0L, 1L, 3L), bench.secondsOfAttempts());
    assertEquals(2, bench.problems.size());
    bench.problems.clear();
  }

  @Test
  void a_function_that_cannot_be_prepared_is_tried_again_later() {
    bench.answer =
        invocation ->
            bench.attempts.size() == 1
                ? new RequestOutcome.Unprepared("it does not build", "mend it")
                : succeeded("{}");
    bench.accept("Pets", "id-1", "{}");
    bench.runFor(DAY);
    assertEquals(List.of(0L, 1L), bench.secondsOfAttempts());
    assertTrue(bench.log.getFirst().contains("it does not build. Remedy: mend it"), "" + bench.log);
  }

  @Test
  void a_destination_may_be_a_function_of_ours() throws Exception {
    bench.terms.put(
        "Pets", terms(-1, -1, "arn:aws:lambda:us-east-1:123456789012:function:Next:$LATEST", ""));
    bench.accept("Pets", "id-1", "{}");
    bench.runFor(DAY);
    assertEquals(List.of("Pets", "Next"), bench.attempts.stream().map(a -> a.function()).toList());
    var record = JSON.readTree(bench.attempts.getLast().payload());
    assertEquals("id-1", record.at("/requestContext/requestId").asText());
    assertEquals(List.of(), bench.queue().undelivered(9));
  }

  @Test
  void what_nobody_takes_is_kept_shown_and_sent_again_across_a_restart() {
    bench.terms.put("Pets", terms(-1, -1, QUEUE, ""));
    bench.reachable = false;
    bench.accept("Pets", "id-1", "{}");
    bench.runFor(DAY);
    assertEquals(1, bench.queue().undelivered(9).size());
    assertEquals(QUEUE, bench.queue().undelivered(9).getFirst().target());
    assertTrue(bench.queue().undelivered(9).getFirst().refusals() > 100);
    assertEquals(
        List.of(
            "Pets | event id-1 has ended, and "
                + QUEUE
                + " could not be notified; Thaw will try again: nobody is there"),
        bench.log);
    bench.restart();
    bench.reachable = true;
    bench.runFor(Duration.ofMinutes(5));
    assertEquals(1, bench.sent.size());
    assertEquals(List.of(), bench.queue().undelivered(9));
    assertEquals(1, bench.attempts.size());
  }

  @Test
  void an_event_that_was_being_processed_at_the_end_is_processed_again() {
    bench.answer =
        invocation -> {
          if (bench.attempts.size() == 1) {
            throw new Killed();
          }
          return succeeded("{}");
        };
    bench.accept("Pets", "id-1", "{\"a\":1}");
    bench.settle(); // what became of the event is never kept, as after a kill
    bench.restart();
    bench.settle();
    assertEquals(2, bench.attempts.size());
    assertEquals(bench.attempts.getFirst(), bench.attempts.getLast());
    assertEquals(0, bench.queue().size("Pets"));
    bench.problems.clear();
  }

  private static final class Killed extends Error {}

  @Test
  void waits_and_ages_are_scaled_alike() {
    bench.pace = new Pace(0.001);
    bench.restart();
    bench.answer = invocation -> failed("no");
    bench.accept("Pets", "id-1", "{}");
    bench.runFor(DAY);
    assertEquals(
        List.of(0L, 60L, 180L), bench.attempts.stream().map(a -> a.at().toMillis()).toList());
    bench.attempts.clear();
    bench.terms.put("Old", terms(2, 60, "", ""));
    bench.accept("Old", "id-2", "{}");
    bench.runFor(DAY);
    assertEquals(1, bench.attempts.size());
  }
}
