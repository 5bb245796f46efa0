package thaw.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.app.shared.Progress;
import thaw.runtimeapi.InitOutcome;
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
    cause.initialised(new InitOutcome.Ready());
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

  private String reason(int status, String... lines) {
    InvocationOutcome answer = answer(status);
    for (String line : lines) {
      cause.accept(line);
    }
    cause.ended(answer);
    return cause.reason(answer).orElse("");
  }

  @Test
  void where_the_first_error_does_not_say_it_is_what_it_was_caused_by() {
    assertEquals(
        "its log: java.net.UnknownHostException: db",
        reason(
            500,
            "10:00 ERROR a.B : Application run failed\n",
            "a.BeanException: no bean\nof that name",
            "\tat a.B.c(B.java:1)\n\t... 8 more",
            "Caused by: b.PoolException: no connection",
            "in 30 s",
            "\tat b.C.d(C.java:2)",
            "Caused by: java.net.UnknownHostException: db\n\tat c.D.e(D.java:3)",
            "10:01 INFO stopped",
            "Caused by: c.OtherException"));
    assertEquals("its log: ERROR queue is full", reason(500, "ERROR queue is full", "later"));
  }

  @Test
  void of_a_failure_that_does_not_say_it_the_log_tells_the_cause() {
    InvocationOutcome.Failure failure =
        new InvocationOutcome.Failure(
            "Runtime.BadFunctionCode", "Error loading class a.B", new byte[0]);
    cause.accept("Error loading class a.B: null: java.lang.ExceptionInInitializerError");
    cause.accept("\tat a.B.c(B.java:1)\nCaused by: b.NoBeanException: pets\n\tat a.B.d(B.java:2)");
    cause.ended(failure);
    assertEquals("its log: b.NoBeanException: pets", cause.logged(failure).orElseThrow());

    InvocationOutcome.Failure own =
        new InvocationOutcome.Failure("a.SomeException", "no pets", new byte[0]);
    cause.accept("a.SomeException: no pets");
    cause.ended(own);
    assertEquals(Optional.empty(), cause.logged(own));
  }

  @Test
  void what_init_and_the_platform_write_is_no_reason() {
    cause.accept("Picked up JAVA_TOOL_OPTIONS: -XX:+UseSerialGC\n  .   ____          _\n");
    cause.accept("WARN 7 --- JpaBaseConfiguration : spring.jpa.open-in-view is enabled by default");
    cause.accept("DEBUG x - no optional class: java.lang.ClassNotFoundException: a.B");
    cause.initialised(new InitOutcome.Ready());

    assertEquals(
        "",
        reason(
            500,
            "{\"time\":\"2026-01-01T00:00:00Z\",\"type\":\"platform.start\",\"record\":{}}",
            "START RequestId: 1",
            "WARNING: A terminally deprecated method in sun.misc.Unsafe has been called",
            "WARNING: sun.misc.Unsafe::objectFieldOffset has been called by a.B",
            "WARNING: java.lang.foreign.Linker::downcallHandle has been called by a.B",
            "SLF4J(W): No SLF4J providers were found."));
  }

  @Test
  void of_init_an_exception_that_was_logged_is_the_reason_of_the_first_request_alone() {
    cause.accept("WARN x - slow disk\na.NoRouteException: database\n\tat a.B.c(B.java:1)");
    cause.initialised(new InitOutcome.Ready());

    assertEquals("its log: a.NoRouteException: database", reason(500, "WARN x - late"));
    assertEquals("its log: WARN x - late", reason(500, "WARN x - late"));
  }

  @Test
  void an_init_phase_that_is_repeated_in_the_request_gives_its_errors_only() {
    cause.initialised(new InitOutcome.TimedOut(Duration.ofSeconds(10)));

    assertEquals("", reason(500, "WARN x - open-in-view is enabled"));
  }

  @Test
  void an_error_comes_before_what_a_warning_names() {
    assertEquals(
        "its log: ERROR queue is full",
        reason(
            500, "WARN deprecated x", "WARN retry: b.TimeoutException: 1", "ERROR queue is full"));
    assertEquals("its log: SEVERE: disk", reason(500, "INFO: ERRORS are none", "SEVERE: disk"));
    assertEquals(
        "its log: WARN Resolved [a.NotReadableException: no body]",
        reason(400, "WARN deprecated x", "WARN Resolved [a.NotReadableException: no body]"));
  }

  @Test
  void a_body_comes_before_a_warning_of_the_request() {
    cause.initialised(new InitOutcome.Ready());
    cause.accept("WARN deprecated x");
    InvocationOutcome answer =
        new InvocationOutcome.Success(
            "{\"body\":\"no order 7\",\"statusCode\":404}".getBytes(StandardCharsets.UTF_8));

    assertEquals("its body: no order 7", cause.reason(answer).orElseThrow());
  }

  @Test
  void of_a_log_in_json_it_is_the_message() {
    assertEquals(
        "its log: queue is full",
        reason(
            500,
            "{\"level\":\"WARN\",\"message\":\"deprecated x\"}",
            "{\"level\":\"ERROR\",\"message\":\"queue is full\",\"exception\":{\"a\":1}}"));
    assertEquals(
        "its log: a.TableException: none",
        reason(500, "{\"errorType\":\"a.TableException\",\"errorMessage\":\"none\"}"));
    assertEquals("its log: {\"order\":7}", reason(404, "{\"order\":7}"));
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
