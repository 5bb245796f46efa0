package thaw.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import thaw.fixture.SideBySide;

@SideBySide
class DurableExecutionsTest {
  private static final int YEAR = 364 * 24 * 3600;

  private final Scripted scripted = Scripted.inMemory();

  @AfterEach
  void end() {
    scripted.close();
    assertEquals(List.of(), scripted.problems());
  }

  @Test
  void a_function_gets_its_input_as_the_first_operation_with_times_in_milliseconds() {
    List<String> seen = new ArrayList<>();
    scripted.durable(
        "f",
        session -> {
          var first = session.event().path("InitialExecutionState").path("Operations").get(0);
          seen.add(first.path("Type").asText());
          seen.add(first.path("ExecutionDetails").path("InputPayload").asText());
          seen.add(session.event().path("InitialExecutionState").path("NextMarker").asText());
          assertTrue(first.path("StartTimestamp").asLong() > 1_000_000_000_000L);
          assertEquals(
              session.arn().toString(), session.event().path("DurableExecutionArn").asText());
          return Scripted.succeeded("\"done\"");
        });
    Ending ending = scripted.run("f", "{\"a\":1}");
    assertEquals(List.of("EXECUTION", "{\"a\":1}", ""), seen);
    assertEquals("\"done\"", ending.result());
    assertEquals(
        List.of("ExecutionStarted", "InvocationCompleted", "ExecutionSucceeded"),
        scripted.history(ending.arn()));
  }

  @Test
  void a_wait_of_a_year_suspends_and_is_over_at_once_by_a_fast_clock() {
    scripted.durable(
        "f",
        session -> {
          session.step("before", "1");
          if (!session.waited("w", YEAR)) {
            return Scripted.pending();
          }
          assertEquals("w", session.event().path("UpdatedOperationIds").get(0).asText());
          assertEquals(1, session.event().path("UpdatedOperationIds").size());
          return Scripted.succeeded("1");
        });
    Ending ending = scripted.run("f", "{}");
    assertEquals(
        List.of(
            "ExecutionStarted",
            "StepStarted before",
            "StepSucceeded before",
            "WaitStarted w",
            "InvocationCompleted",
            "WaitSucceeded w",
            "InvocationCompleted",
            "ExecutionSucceeded"),
        scripted.history(ending.arn()));
    ExecutionHead head = scripted.executions().head(ending.arn());
    assertTrue(head.endMillis() - head.startMillis() >= YEAR * 1000L);
  }

  @Test
  void a_step_is_tried_again_when_its_time_has_come() {
    scripted.durable(
        "f",
        session -> {
          session.checkpoint(Updates.start(OperationType.STEP, "s"));
          int attempt = session.operation("s").path("StepDetails").path("Attempt").asInt(0);
          if (attempt < 2) {
            List<Operation> told = session.checkpoint(Updates.retry("s", 60));
            assertEquals(OperationStatus.PENDING, told.getFirst().status());
            return Scripted.pending();
          }
          assertEquals("READY", session.status("s"));
          session.checkpoint(Updates.succeed(OperationType.STEP, "s", "3"));
          return Scripted.succeeded("3");
        });
    Ending ending = scripted.run("f", "{}");
    assertEquals(
        List.of("StepFailed s 1 60", "StepFailed s 2 60", "StepSucceeded s 3 0"),
        scripted.events(ending.arn()).stream()
            .filter(event -> event.details().has("RetryDetails"))
            .map(event ->
                "%s s %d %d"
                    .formatted(
                        event.type().lambdaName(),
                        event.details().path("RetryDetails").path("CurrentAttempt").asInt(),
                        event
                            .details()
                            .path("RetryDetails")
                            .path("NextAttemptDelaySeconds")
                            .asInt(0)))
            .toList());
  }

  /** A thread of the function may have suspended itself before another one got the answer. */
  @Test
  void who_suspends_with_an_end_in_the_last_answer_is_invoked_again() {
    AtomicInteger invocations = new AtomicInteger();
    scripted.durable(
        "f",
        session -> {
          if (invocations.getAndIncrement() == 0) {
            session.checkpoint(Updates.callback("other", 0, 0));
            List<Operation> told = session.checkpoint(Updates.call("c", "missing", "1"));
            assertEquals(OperationStatus.FAILED, told.getFirst().status());
            return Scripted.pending();
          }
          return Scripted.succeeded(session.status("c"));
        });
    assertEquals("FAILED", scripted.run("f", "{}").result());
  }

  @Test
  void a_condition_that_is_polled_succeeds_with_its_state_each_time() {
    scripted.durable(
        "f",
        session -> {
          session.checkpoint(Updates.start(OperationType.STEP, "c"));
          String state = session.operation("c").path("StepDetails").path("Result").asText("0");
          if (state.equals("0")) {
            session.checkpoint(Updates.poll("c", "1", 5));
            return Scripted.pending();
          }
          session.checkpoint(Updates.succeed(OperationType.STEP, "c", "2"));
          return Scripted.succeeded(state);
        });
    Ending ending = scripted.run("f", "{}");
    assertEquals("1", ending.result());
    assertEquals(
        2, scripted.history(ending.arn()).stream().filter("StepSucceeded c"::equals).count());
  }

  @Test
  void a_callback_wakes_the_function_with_its_result_and_can_be_sent_once() throws Exception {
    scripted.durable(
        "f",
        session -> {
          if (session.status("c").isEmpty()) {
            session.checkpoint(Updates.callback("c", 0, 0));
          }
          return session.status("c").equals("SUCCEEDED")
              ? Scripted.succeeded(
                  session.operation("c").path("CallbackDetails").path("Result").asText())
              : Scripted.pending();
        });
    ExecutionArn arn = scripted.start("f", "{}");
    scripted.awaitHistory(arn, "InvocationCompleted");
    String id = scripted.details(arn, EventType.CALLBACK_STARTED).path("CallbackId").asText();
    assertTrue(id.matches("[A-Za-z0-9]+={0,2}"), id);
    scripted.executions().succeedCallback(id, "\"yes\"");
    assertEquals("\"yes\"", scripted.await(arn).result());
    Rejected late =
        assertThrows(Rejected.class, () -> scripted.executions().succeedCallback(id, "2"));
    assertEquals(Rejected.Reason.CALLBACK_CLOSED, late.reason());
    Rejected none =
        assertThrows(Rejected.class, () -> scripted.executions().heartbeatCallback("AAAA"));
    assertEquals(Rejected.Reason.INVALID_PARAMETER, none.reason());
  }

  @Test
  void a_callback_fails_with_the_error_that_was_sent() throws Exception {
    scripted.durable(
        "f",
        session -> {
          if (session.status("c").isEmpty()) {
            session.checkpoint(Updates.callback("c", 0, 0));
          }
          return session.status("c").equals("FAILED")
              ? Scripted.succeeded(
                  session.operation("c").at("/CallbackDetails/Error/ErrorMessage").asText())
              : Scripted.pending();
        });
    ExecutionArn arn = scripted.start("f", "{}");
    scripted.awaitHistory(arn, "InvocationCompleted");
    scripted
        .executions()
        .failCallback(
            scripted.details(arn, EventType.CALLBACK_STARTED).path("CallbackId").asText(),
            ErrorObject.of("RejectedError", "no"));
    assertEquals("no", scripted.await(arn).result());
  }

  @Test
  void a_callback_is_too_late_by_its_timeout_or_by_the_heartbeat_that_comes_first() {
    scripted.durable(
        "f",
        session -> {
          String[] seconds =
              session
                  .operation(session.arn().id())
                  .at("/ExecutionDetails/InputPayload")
                  .asText()
                  .split(",");
          if (session.status("c").isEmpty()) {
            session.checkpoint(
                Updates.callback("c", Integer.parseInt(seconds[0]), Integer.parseInt(seconds[1])));
          }
          return session.status("c").equals("TIMED_OUT")
              ? Scripted.succeeded(
                  session.operation("c").at("/CallbackDetails/Error/ErrorType").asText())
              : Scripted.pending();
        });
    assertEquals("Callback.Timeout", scripted.run("f", "5,0").result());
    assertEquals("Callback.Timeout", scripted.run("f", "5,6").result());
    assertEquals("Callback.Heartbeat", scripted.run("f", "60,6").result());
  }

  @Test
  void a_durable_function_that_is_called_has_an_execution_of_its_own() {
    scripted.durable(
        "child",
        session -> session.waited("w", 3600) ? Scripted.succeeded("\"echo\"") : Scripted.pending());
    scripted.durable("f", session -> calling(session, "child"));
    Ending ending = scripted.run("f", "{}");
    assertEquals("SUCCEEDED \"echo\"", ending.result());
    var details = scripted.details(ending.arn(), EventType.CHAINED_INVOKE_STARTED);
    assertEquals("1", details.path("ExecutedVersion").asText());
    ExecutionArn child =
        ExecutionArn.parse(details.path("DurableExecutionArn").asText()).orElseThrow();
    assertEquals(ExecutionStatus.SUCCEEDED, scripted.executions().head(child).status());
    assertEquals(
        List.of(
            "ExecutionStarted",
            "ChainedInvokeStarted c",
            "InvocationCompleted",
            "ChainedInvokeSucceeded c",
            "InvocationCompleted",
            "ExecutionSucceeded"),
        scripted.history(ending.arn()));
  }

  private static Functions.Answer calling(Scripted.Session session, String function) {
    if (session.status("c").isEmpty()) {
      session.checkpoint(Updates.call("c", function, "1"));
    }
    var details = session.operation("c").path("ChainedInvokeDetails");
    return switch (session.status("c")) {
      case "" -> Scripted.pending();
      case "STARTED" -> Scripted.pending();
      case "SUCCEEDED" -> Scripted.succeeded("SUCCEEDED " + details.path("Result").asText());
      default ->
          Scripted.succeeded(
              session.status("c") + " " + details.path("Error").path("ErrorType").asText());
    };
  }

  @Test
  void a_plain_function_that_is_called_answers_or_fails() {
    scripted.plain("echo", session -> new Functions.Returned(session.call().payload()));
    scripted.plain("broken", _ -> Scripted.crashed());
    scripted.durable(
        "f",
        session ->
            calling(
                session,
                session
                    .operation(session.arn().id())
                    .at("/ExecutionDetails/InputPayload")
                    .asText()));
    assertEquals("SUCCEEDED 1", scripted.run("f", "echo").result());
    assertEquals("FAILED Runtime.ExitError", scripted.run("f", "broken").result());
    Ending missing = scripted.run("f", "missing");
    assertEquals("FAILED ResourceNotFoundException", missing.result());
    assertEquals(
        "{\"FunctionName\":\"missing\"}",
        scripted.details(missing.arn(), EventType.CHAINED_INVOKE_STARTED).toString());
  }

  @Test
  void a_crash_is_in_the_history_and_the_function_is_invoked_again() {
    AtomicInteger invocations = new AtomicInteger();
    scripted.durable(
        "f",
        session -> {
          session.step("s", "1");
          return invocations.getAndIncrement() == 0 ? Scripted.crashed() : Scripted.succeeded("1");
        });
    Ending ending = scripted.run("f", "{}");
    assertEquals(ExecutionStatus.SUCCEEDED, ending.status());
    assertEquals(
        "Runtime.ExitError",
        scripted
            .details(ending.arn(), EventType.INVOCATION_COMPLETED)
            .at("/Error/Payload/ErrorType")
            .asText());
    assertEquals(
        1, scripted.history(ending.arn()).stream().filter("StepSucceeded s"::equals).count());
  }

  @Test
  void a_function_that_crashes_five_times_in_a_row_has_failed() {
    scripted.durable("f", _ -> Scripted.crashed());
    Ending ending = scripted.run("f", "{}");
    assertEquals(ExecutionStatus.FAILED, ending.status());
    assertEquals("Runtime.ExitError", ending.error().type());
    assertEquals(
        5, scripted.history(ending.arn()).stream().filter("InvocationCompleted"::equals).count());
  }

  @Test
  void an_answer_that_is_none_of_a_durable_function_fails_the_execution() {
    scripted.durable("f", _ -> new Functions.Returned(Scripted.bytes("{\"statusCode\":200}")));
    assertEquals("Invalid Status in invocation output.", scripted.run("f", "{}").error().message());
    scripted.durable("f", _ -> Scripted.pending());
    assertEquals(
        "Cannot return PENDING status with no pending operations.",
        scripted.run("f", "{}").error().message());
  }

  @Test
  void an_execution_that_takes_too_long_times_out() {
    scripted.durable(
        "f",
        session -> session.waited("w", 31_622_400) ? Scripted.succeeded("") : Scripted.pending());
    Ending ending = scripted.run("f", "{}");
    assertEquals(ExecutionStatus.TIMED_OUT, ending.status());
    assertEquals("ExecutionTimedOut", scripted.history(ending.arn()).getLast());
  }

  @Test
  void a_token_is_used_once_and_a_request_that_comes_again_gets_the_same_answer() {
    scripted.durable(
        "f",
        session -> {
          DurableExecutions executions = scripted.executions();
          List<Update> updates = List.of(Updates.waiting("w", 1));
          String first = session.token();
          CheckpointAnswer answer = executions.checkpoint(session.arn(), first, "client", updates);
          assertEquals(answer, executions.checkpoint(session.arn(), first, "client", updates));
          assertEquals(
              DurableExecutions.INVALID_TOKEN,
              assertThrows(
                      Rejected.class,
                      () -> executions.checkpoint(session.arn(), first, "other", updates))
                  .text());
          CheckpointAnswer closing =
              executions.checkpoint(
                  session.arn(),
                  answer.token(),
                  null,
                  List.of(Updates.succeed(OperationType.EXECUTION, "e", "large")));
          assertNull(closing.token());
          return Scripted.succeeded("");
        });
    Ending ending = scripted.run("f", "{}");
    assertEquals("large", ending.result());
    assertEquals(
        List.of("ExecutionStarted", "WaitStarted w", "ExecutionSucceeded", "InvocationCompleted"),
        scripted.history(ending.arn()));
  }

  @Test
  void one_name_is_one_execution_as_long_as_the_input_is_the_same() {
    scripted.durable("f", _ -> Scripted.succeeded("1"));
    DurableExecutions executions = scripted.executions();
    DurableExecutions.Started first = executions.start(scripted.request("f", "order-1", "{}"));
    assertTrue(first.isNew());
    scripted.await(first.arn());
    DurableExecutions.Started again = executions.start(scripted.request("f", "order-1", "{}"));
    assertFalse(again.isNew());
    assertEquals(first.arn(), again.arn());
    assertEquals("1", scripted.await(again.arn()).result());
    Rejected other =
        assertThrows(
            Rejected.class, () -> executions.start(scripted.request("f", "order-1", "[]")));
    assertEquals("Execution already started: " + first.arn(), other.text());
    executions.delete(first.arn());
    assertEquals(
        Rejected.Reason.NOT_FOUND,
        assertThrows(Rejected.class, () -> executions.head(first.arn())).reason());
    assertTrue(executions.start(scripted.request("f", "order-1", "[]")).isNew());
  }

  @Test
  void what_is_stopped_has_ended_for_good() throws Exception {
    scripted.durable(
        "f",
        session -> {
          session.checkpoint(Updates.callback("c", 0, 0));
          return Scripted.pending();
        });
    ExecutionArn arn = scripted.start("f", "{}");
    scripted.awaitHistory(arn, "InvocationCompleted");
    DurableExecutions executions = scripted.executions();
    assertEquals(
        Rejected.Reason.CONFLICT,
        assertThrows(Rejected.class, () -> executions.delete(arn)).reason());
    long stopped = executions.stop(arn, ErrorObject.of("Stopped", "enough"));
    assertEquals(stopped, executions.stop(arn, null));
    assertEquals(ExecutionStatus.STOPPED, scripted.await(arn).status());
    assertEquals("enough", executions.head(arn).error().message());
    String id = scripted.details(arn, EventType.CALLBACK_STARTED).path("CallbackId").asText();
    assertThrows(Rejected.class, () -> executions.succeedCallback(id, null));
  }

  @Test
  void a_paused_execution_is_invoked_again_only_when_it_is_resumed() throws Exception {
    scripted.durable(
        "f",
        session -> {
          if (session.status("c").isEmpty()) {
            session.checkpoint(Updates.callback("c", 0, 0));
          }
          return session.status("c").equals("SUCCEEDED")
              ? Scripted.succeeded("1")
              : Scripted.pending();
        });
    ExecutionArn arn = scripted.start("f", "{}");
    scripted.awaitHistory(arn, "InvocationCompleted");
    DurableExecutions executions = scripted.executions();
    executions.pause(arn, "lunch", true, "once");
    executions.pause(arn, "lunch", true, "once");
    assertThrows(Rejected.class, () -> executions.pause(arn, null, true, null));
    assertEquals(ExecutionStatus.PAUSED, executions.head(arn).status());
    executions.succeedCallback(
        scripted.details(arn, EventType.CALLBACK_STARTED).path("CallbackId").asText(), null);
    assertEquals(ExecutionStatus.PAUSED, executions.head(arn).status());
    executions.resume(arn, null, null);
    assertEquals("1", scripted.await(arn).result());
    assertEquals(
        List.of(
            "ExecutionStarted",
            "CallbackStarted c",
            "InvocationCompleted",
            "ExecutionPaused",
            "CallbackSucceeded c",
            "ExecutionResumed",
            "InvocationCompleted",
            "ExecutionSucceeded"),
        scripted.history(arn));
    assertThrows(Rejected.class, () -> executions.resume(arn, null, null));
  }

  @Test
  void a_pause_ends_the_invocation_that_runs_at_its_next_checkpoint() throws Exception {
    CountDownLatch began = new CountDownLatch(1);
    CountDownLatch paused = new CountDownLatch(1);
    scripted.durable(
        "f",
        session -> {
          began.countDown();
          paused.await();
          session.step("s", "1");
          return Scripted.succeeded("1");
        });
    ExecutionArn arn = scripted.start("f", "{}");
    began.await();
    scripted.executions().pause(arn, null, false, null);
    assertEquals(ExecutionStatus.PAUSING, scripted.executions().head(arn).status());
    paused.countDown();
    scripted.awaitHistory(arn, "ExecutionPaused");
    scripted.executions().resume(arn, null, null);
    assertEquals("1", scripted.await(arn).result());
  }

  @Test
  void a_history_has_pages_in_both_orders() {
    scripted.durable(
        "f",
        session -> {
          for (int i = 0; i < 5; i++) {
            session.step("s" + i, "1");
          }
          return Scripted.succeeded("1");
        });
    ExecutionArn arn = scripted.run("f", "{}").arn();
    DurableExecutions executions = scripted.executions();
    Page<HistoryEvent> newest = executions.history(arn, null, 10, true);
    assertEquals(List.of(13L, 12L, 11L, 10L, 9L, 8L, 7L, 6L, 5L, 4L), ids(newest));
    assertEquals(List.of(3L, 2L, 1L), ids(executions.history(arn, newest.nextMarker(), 10, true)));
    Page<HistoryEvent> oldest = executions.history(arn, null, 12, false);
    assertEquals(List.of(13L), ids(executions.history(arn, oldest.nextMarker(), 12, false)));
    assertNull(executions.history(arn, null, 13, false).nextMarker());
    assertThrows(Rejected.class, () -> executions.history(arn, "x", 0, false));
  }

  private static List<Long> ids(Page<HistoryEvent> page) {
    return page.items().stream().map(HistoryEvent::id).toList();
  }

  @Test
  void executions_are_listed_by_name_status_and_time() {
    scripted.durable("f", _ -> Scripted.succeeded("1"));
    scripted.durable("g", _ -> Scripted.crashed());
    List<ExecutionArn> arns = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      arns.add(scripted.run("f", "{}").arn());
    }
    scripted.run("g", "{}");
    assertEquals(arns.reversed(), listed(list(Set.of(), false, null, 0)));
    Page<ExecutionHead> first = list(Set.of(ExecutionStatus.SUCCEEDED), true, null, 2);
    assertEquals(arns.subList(0, 2), listed(first));
    assertEquals(
        arns.subList(2, 3),
        listed(list(Set.of(ExecutionStatus.SUCCEEDED), true, first.nextMarker(), 2)));
    Page<ExecutionHead> newest = list(Set.of(), false, null, 1);
    assertEquals(
        List.of(arns.get(1), arns.get(0)), listed(list(Set.of(), false, newest.nextMarker(), 2)));
    assertNull(list(Set.of(), false, newest.nextMarker(), 2).nextMarker());
    assertThrows(Rejected.class, () -> list(Set.of(), false, "x", 2));
    assertEquals(List.of(), listed(list(Set.of(ExecutionStatus.FAILED), true, null, 0)));
  }

  private Page<ExecutionHead> list(
      Set<ExecutionStatus> statuses, boolean oldestFirst, String marker, int most) {
    return scripted
        .executions()
        .list(
            new ListRequest(
                "f",
                Optional.empty(),
                Optional.empty(),
                statuses,
                OptionalLong.empty(),
                OptionalLong.empty(),
                oldestFirst,
                marker,
                most));
  }

  private static List<ExecutionArn> listed(Page<ExecutionHead> page) {
    return page.items().stream().map(ExecutionHead::arn).toList();
  }
}
