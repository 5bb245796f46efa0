package thaw.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import thaw.fixture.SideBySide;

@SideBySide
class CheckpointTest {
  private final Scripted scripted = Scripted.inMemory();

  @AfterEach
  void end() {
    scripted.close();
    assertEquals(List.of(), scripted.problems());
  }

  /** Each row is a refusal; before it the updates of the rows without one are kept. */
  @Test
  void what_does_not_fit_the_state_is_refused_in_the_words_of_aws() {
    Map<String, String> refusals = new TreeMap<>();
    scripted.durable(
        "f",
        session -> {
          session.checkpoint(Updates.start(OperationType.CONTEXT, "ctx"));
          session.checkpoint(Updates.startIn("ctx", OperationType.STEP, "s"));
          session.checkpoint(Updates.waiting("w", 60));
          session.checkpoint(Updates.callback("cb", 0, 0));
          Map<String, Update[]> rows = new TreeMap<>();
          rows.put("step twice", row(Updates.start(OperationType.STEP, "s")));
          rows.put("context twice", row(Updates.start(OperationType.CONTEXT, "ctx")));
          rows.put("wait twice", row(Updates.waiting("w", 1)));
          rows.put("callback twice", row(Updates.callback("cb", 0, 0)));
          rows.put("other type", row(Updates.start(OperationType.CONTEXT, "s")));
          rows.put("other parent", row(Updates.startIn("w", OperationType.STEP, "new")));
          rows.put("no context", row(Updates.succeed(OperationType.CONTEXT, "none", "1")));
          rows.put("wait ended", row(Updates.succeed(OperationType.WAIT, "w", "1")));
          rows.put("callback ended", row(Updates.succeed(OperationType.CALLBACK, "cb", "1")));
          rows.put(
              "retry without delay",
              row(Updates.of("{\"Id\":\"s\",\"Type\":\"STEP\",\"Action\":\"RETRY\"}")));
          rows.put(
              "cancel",
              row(Updates.of("{\"Id\":\"none\",\"Type\":\"WAIT\",\"Action\":\"CANCEL\"}")));
          rows.put("wait without time", row(Updates.start(OperationType.WAIT, "w2")));
          rows.put("call of nothing", row(Updates.start(OperationType.CHAINED_INVOKE, "c")));
          rows.put(
              "failure with payload",
              row(
                  Updates.of(
                      "{\"Id\":\"s\",\"Type\":\"STEP\",\"Action\":\"FAIL\",\"Payload\":\"1\"}")));
          rows.put(
              "success with error",
              row(
                  Updates.of(
                      "{\"Id\":\"s\",\"Type\":\"STEP\",\"Action\":\"SUCCEED\",\"Error\":{}}")));
          rows.put(
              "end not last",
              row(
                  Updates.succeed(OperationType.EXECUTION, "e", "1"),
                  Updates.start(OperationType.STEP, "s3")));
          rows.put(
              "two ends",
              row(
                  Updates.succeed(OperationType.EXECUTION, "e", "1"),
                  Updates.succeed(OperationType.EXECUTION, "e", "1")));
          rows.put(
              "one twice",
              row(
                  Updates.start(OperationType.STEP, "s4"),
                  Updates.start(OperationType.STEP, "s4")));
          rows.put(
              "too large",
              row(Updates.succeed(OperationType.STEP, "s", "x".repeat(1024 * 1024 + 1))));
          rows.forEach((name, updates) ->
              refusals.put(
                  name,
                  assertThrows(Rejected.class, () -> session.checkpoint(updates), name).text()));
          session.checkpoint(Updates.fail(OperationType.STEP, "s"));
          refusals.put(
              "ended",
              assertThrows(
                      Rejected.class,
                      () -> session.checkpoint(Updates.succeed(OperationType.STEP, "s", "1")))
                  .text());
          return Scripted.succeeded("1");
        });
    ExecutionArn arn = scripted.run("f", "{}").arn();
    assertEquals(
        """
        call of nothing: Update for CHAINED_INVOKE operation requires ChainedInvokeOptions.
        callback ended: Invalid action for the given operation type.
        callback twice: Cannot start a CALLBACK that already exist.
        cancel: Cannot cancel a WAIT that does not exist or has already completed.
        context twice: Cannot start a CONTEXT that already exist.
        end not last: EXECUTION checkpoint must be the last update.
        ended: Invalid current STEP state to close.
        failure with payload: Cannot provide a Payload for FAIL action.
        no context: Invalid current CONTEXT state to close.
        one twice: Cannot update the same operation twice in a single request.
        other parent: Invalid parent operation id.
        other type: Inconsistent operation type.
        retry without delay: Invalid StepOptions for the given action.
        step twice: Invalid current STEP state to start.
        success with error: Cannot provide an Error for SUCCEED action.
        too large: STEP payload size must be less than or equal to 1048576 bytes.
        two ends: Cannot checkpoint multiple EXECUTION updates.
        wait ended: Invalid action for the given operation type.
        wait twice: Cannot start a WAIT that already exist.
        wait without time: Update for WAIT operation requires WaitOptions.
        """,
        String.join("\n", sorted(refusals)) + "\n");
    assertEquals(
        List.of(
            "ExecutionStarted",
            "ContextStarted ctx",
            "StepStarted s",
            "WaitStarted w",
            "CallbackStarted cb",
            "StepFailed s",
            "InvocationCompleted",
            "ExecutionSucceeded"),
        scripted.history(arn));
  }

  private static Update[] row(Update... updates) {
    return updates;
  }

  private static List<String> sorted(Map<String, String> refusals) {
    List<String> lines = new ArrayList<>();
    refusals.forEach((name, text) -> lines.add(name + ": " + text));
    lines.sort(String.CASE_INSENSITIVE_ORDER);
    return lines;
  }

  @Test
  void an_operation_begins_and_ends_in_one_request_and_is_told_once() {
    scripted.durable(
        "f",
        session -> {
          List<Operation> told =
              session.checkpoint(
                  Updates.start(OperationType.STEP, "s"),
                  Updates.succeed(OperationType.STEP, "s", "1"));
          assertEquals(1, told.size());
          assertEquals(OperationStatus.SUCCEEDED, told.getFirst().status());
          assertEquals(List.of(), session.checkpoint());
          return Scripted.succeeded("1");
        });
    assertEquals(ExecutionStatus.SUCCEEDED, scripted.run("f", "{}").status());
  }

  @Test
  void a_wait_is_cancelled() {
    scripted.durable(
        "f",
        session -> {
          session.checkpoint(Updates.waiting("w", 60));
          session.checkpoint(Updates.of("{\"Id\":\"w\",\"Type\":\"WAIT\",\"Action\":\"CANCEL\"}"));
          return Scripted.succeeded("1");
        });
    assertEquals("WaitCancelled w", scripted.history(scripted.run("f", "{}").arn()).get(2));
  }
}
