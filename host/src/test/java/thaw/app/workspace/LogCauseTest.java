package thaw.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.app.shared.Progress;
import thaw.runtimeapi.InvocationOutcome;

class LogCauseTest {
  private static final String REMARK =
      "thaw: the function asked DynamoDB for a table that does not exist; the template declares none";
  private static final String ERROR =
      "a.ResourceNotFoundException: Cannot do operations on a non-existent table (Service: x)";

  private final List<String> told = new ArrayList<>();
  private final LogCause cause = new LogCause(List::of);

  private static InvocationOutcome answer(int status) {
    return new InvocationOutcome.Success(
        ("{\"statusCode\":" + status + "}").getBytes(StandardCharsets.UTF_8));
  }

  private Progress saying() {
    return new Progress() {
      @Override
      public void lines(String text) {
        told.add(text.strip());
      }
    };
  }

  @Test
  void the_first_error_of_the_log_is_the_reason_with_what_is_missing() {
    cause.accept("START\n  " + ERROR + "\n\tat a.B.c(B.java:1)\nCaused by: b.OtherException");
    cause.accept(REMARK);
    cause.accept(REMARK);

    InvocationOutcome error = answer(500);
    cause.tell(List.of(answer(200), error), saying());

    assertEquals(List.of(), told);
    assertEquals(
        "its log: a.ResourceNotFoundException: Cannot do operations on a non-existent table; "
            + REMARK.substring("thaw: ".length()),
        cause.reason(error).orElseThrow());
  }

  @Test
  void each_answer_has_the_reason_that_was_written_before_it() {
    InvocationOutcome first = answer(404);
    InvocationOutcome second = answer(500);
    cause.accept("START RequestId: 1 Version: $LATEST\nno such order\nEND RequestId: 1");
    cause.ended(first);
    cause.accept("START RequestId: 2\nasking\n10:00 ERROR o.e.Handler - the queue is full\n");
    cause.ended(second);

    assertEquals("its log: no such order", cause.reason(first).orElseThrow());
    assertEquals(
        "its log: 10:00 ERROR o.e.Handler - the queue is full", cause.reason(second).orElseThrow());
    assertEquals(Optional.empty(), cause.reason(answer(400)));
  }

  @Test
  void what_is_missing_is_told_of_a_failure_and_is_the_reason_where_nothing_else_was_said() {
    cause.accept(REMARK);
    cause.tell(List.of(new InvocationOutcome.Failure("E", "no", new byte[0])), saying());

    assertEquals(List.of(REMARK), told);
    assertEquals(REMARK.substring("thaw: ".length()), cause.reason(answer(500)).orElseThrow());
  }

  @Test
  void a_body_is_the_reason_where_no_error_is_logged() {
    cause.accept("looking for 7");
    InvocationOutcome answer =
        new InvocationOutcome.Success(
            "{\"body\":\"{\\\"message\\\":\\\"none\\\"}\",\"statusCode\":404}"
                .getBytes(StandardCharsets.UTF_8));

    assertEquals("its body: {\"message\":\"none\"}", cause.reason(answer).orElseThrow());
  }

  @Test
  void a_long_reason_ends_with_a_whole_word() {
    cause.accept("a.LongException: " + "word ".repeat(100));

    String reason = cause.reason(answer(502)).orElseThrow();

    assertTrue(reason.endsWith(" word…") && reason.length() <= 170, reason);
  }

  /** A message may have several lines, and another exception may be logged before. */
  @Test
  void of_a_failure_it_is_the_line_that_the_failure_begins_with() {
    cause.accept("WARN x - retrying after b.TimeoutException: 1");
    cause.accept("b.TimeoutException: 1\n\tat b.C.d(C.java:2)");
    cause.accept("Cannot read\n at [line: 1]: a.MissingException");
    cause.accept("a.MissingException: Cannot read\n at [line: 1]\n\tat a.B.c(B.java:1)");

    cause.tell(
        List.of(new InvocationOutcome.Failure("a.MissingException", "Cannot read", new byte[0])),
        saying());

    assertEquals(List.of("its log: a.MissingException: Cannot read"), told);
  }

  @Test
  void nothing_is_told_where_all_is_well() {
    cause.accept(ERROR);

    cause.tell(List.of(answer(200)), saying());

    assertEquals(List.of(), told);
  }
}
