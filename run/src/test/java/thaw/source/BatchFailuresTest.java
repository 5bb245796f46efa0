package thaw.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** As recorded on AWS, for queues and for streams. */
class BatchFailuresTest {
  private static BatchFailures of(String response) {
    return BatchFailures.of(response.getBytes(UTF_8), Set.of("a", "b"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "\"\"",
        "[]",
        "{}",
        "{\"batchItemFailures\": []}",
        "{\"batchItemFailures\": null}",
        "{\"other\": 1}"
      })
  void nothing_reported_is_a_success(String response) {
    assertEquals(new BatchFailures.None(), of(response));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{not json",
        "\"text\"",
        "{\"batchItemFailures\": \"a\"}",
        "{\"batchItemFailures\": [{\"foo\": \"a\"}]}",
        "{\"batchItemFailures\": [{\"itemIdentifier\": \"\"}]}",
        "{\"batchItemFailures\": [{\"itemIdentifier\": null}]}",
        "{\"batchItemFailures\": [{\"itemIdentifier\": \"c\"}]}",
        "{\"batchItemFailures\": [{\"itemIdentifier\": \"a\"}, {\"itemIdentifier\": \"c\"}]}"
      })
  void a_report_that_cannot_be_used_fails_the_whole_batch(String response) {
    assertEquals(new BatchFailures.Whole(), of(response));
  }

  @Test
  void what_is_reported_has_failed() {
    assertEquals(
        new BatchFailures.Some(Set.of("b")),
        of("{\"batchItemFailures\": [{\"itemIdentifier\": \"b\"}]}"));
  }
}
