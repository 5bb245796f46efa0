package thaw.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
  void what_is_missing_comes_first_and_then_the_first_error_of_the_log() {
    cause.accept("START\n  " + ERROR + "\n\tat a.B.c(B.java:1)\nCaused by: b.OtherException");
    cause.accept(REMARK);
    cause.accept(REMARK);

    cause.tell(List.of(answer(200), answer(500)), saying());

    assertEquals(List.of(REMARK, "its log: " + ERROR), told);
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
