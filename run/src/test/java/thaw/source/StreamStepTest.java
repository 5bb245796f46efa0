package thaw.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import thaw.service.AwsJson;

class StreamStepTest {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  private static List<StreamRecord> records(int... numbers) {
    return IntStream.of(numbers)
        .mapToObj(number ->
            new StreamRecord(
                AwsJson.object(), "" + number, number, NOW, NOW.minusSeconds(60 - number), 10))
        .toList();
  }

  private static StreamStep.Part part(int attempts, int... numbers) {
    return new StreamStep.Part(records(numbers), attempts);
  }

  private static StreamTerms terms(int retries, int ageSeconds, boolean bisects) throws Exception {
    StreamTerms none = StreamTerms.of(Map.of());
    return new StreamTerms(
        none.batchSize(),
        none.window(),
        retries < 0 ? OptionalInt.empty() : OptionalInt.of(retries),
        ageSeconds < 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(ageSeconds)),
        bisects,
        true,
        1,
        Optional.empty(),
        Optional.empty(),
        false,
        none.filters());
  }

  private static BatchInvocation.Answered answered(boolean failed, String response) {
    return new BatchInvocation.Answered("id", failed, response.getBytes(UTF_8), "$LATEST");
  }

  private static StreamStep after(StreamStep.Part part, StreamTerms terms, String response) {
    return StreamStep.afterAttempt(part, answered(false, response), terms);
  }

  @Test
  void a_success_is_the_end() throws Exception {
    assertEquals(new StreamStep.Done(), after(part(0, 1, 2), terms(-1, -1, false), "{}"));
  }

  @Test
  void a_failure_is_tried_again_for_as_long_as_nobody_limits_it() throws Exception {
    assertEquals(
        new StreamStep.Again(List.of(part(1000, 1, 2))),
        StreamStep.afterAttempt(part(999, 1, 2), answered(true, ""), terms(-1, -1, false)));
  }

  @Test
  void retries_are_counted_beside_the_first_attempt() throws Exception {
    StreamTerms two = terms(2, -1, false);
    assertEquals(
        new StreamStep.Again(List.of(part(2, 1))),
        StreamStep.afterAttempt(part(1, 1), answered(true, ""), two));
    assertEquals(
        new StreamStep.Given(part(3, 1), "RetryAttemptsExhausted", Optional.empty()),
        StreamStep.afterAttempt(part(2, 1), answered(true, ""), two));
  }

  @Test
  void the_lowest_reported_record_is_the_checkpoint_and_attempts_begin_anew_there()
      throws Exception {
    assertEquals(
        new StreamStep.Again(List.of(part(0, 3, 4))),
        after(
            part(2, 1, 2, 3, 4),
            terms(3, -1, true),
            "{\"batchItemFailures\": [{\"itemIdentifier\": \"4\"}, {\"itemIdentifier\": \"3\"}]}"));
  }

  @Test
  void a_report_of_the_first_record_has_moved_nothing() throws Exception {
    String first = "{\"batchItemFailures\": [{\"itemIdentifier\": \"1\"}]}";
    assertEquals(
        new StreamStep.Again(List.of(part(2, 1, 2))),
        after(part(1, 1, 2), terms(2, -1, false), first));
    assertEquals(
        new StreamStep.Given(part(3, 1, 2), "RetryAttemptsExhausted", Optional.empty()),
        after(part(2, 1, 2), terms(2, -1, false), first));
  }

  @Test
  void a_failed_batch_is_halved_until_one_record_is_left_and_that_counts_for_nothing()
      throws Exception {
    StreamTerms halving = terms(0, -1, true);
    assertEquals(
        new StreamStep.Again(List.of(part(0, 1), part(0, 2, 3))),
        StreamStep.afterAttempt(part(0, 1, 2, 3), answered(true, ""), halving));
    assertEquals(
        new StreamStep.Given(part(1, 1), "RetryAttemptsExhausted", Optional.empty()),
        StreamStep.afterAttempt(part(0, 1), answered(true, ""), halving));
  }

  @Test
  void records_that_are_too_old_are_given_up_before_the_others_are_processed() throws Exception {
    assertEquals(
        new StreamStep.Given(part(4, 1, 2), "RecordAgeExceeded", Optional.of(part(4, 3, 4))),
        StreamStep.beforeAttempt(part(4, 1, 2, 3, 4), terms(-1, 57, false), NOW));
    assertEquals(
        new StreamStep.Next(part(4, 3, 4)),
        StreamStep.beforeAttempt(part(4, 3, 4), terms(-1, 57, false), NOW));
  }
}
