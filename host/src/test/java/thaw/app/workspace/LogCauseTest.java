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

  @Test
  void nothing_is_told_where_all_is_well() {
    cause.accept(ERROR);

    cause.tell(List.of(answer(200)), saying());

    assertEquals(List.of(), told);
  }
}
