package thaw.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import thaw.fixture.SideBySide;

@SideBySide
class StatePagesTest {
  private final Scripted scripted = Scripted.inMemory();

  @AfterEach
  void end() {
    scripted.close();
    assertEquals(List.of(), scripted.problems());
  }

  @Test
  void a_state_larger_than_an_event_comes_in_pages_without_a_gap() {
    int steps = 9;
    String megabyte = "x".repeat(1024 * 1024);
    List<String> seen = new ArrayList<>();
    scripted.durable(
        "f",
        session -> {
          if (session.status("w").isEmpty()) {
            session.checkpoint(Updates.waiting("w", 60));
            for (int i = 0; i < steps; i++) {
              session.step("s" + i, megabyte);
            }
            return Scripted.pending();
          }
          JsonNode state = session.event().path("InitialExecutionState");
          assertTrue(session.call().payload().length < 6 * 1024 * 1024);
          state.path("Operations").forEach(each -> seen.add(each.path("Id").asText()));
          String marker = state.path("NextMarker").asText();
          while (!marker.isEmpty()) {
            OperationPage page =
                scripted.executions().state(session.arn(), session.token(), marker, 3);
            assertTrue(page.operations().size() <= 3);
            page.operations().forEach(each -> seen.add(each.id()));
            marker = page.nextMarker() == null ? "" : page.nextMarker();
          }
          return Scripted.succeeded("1");
        });
    ExecutionArn arn = scripted.run("f", "{}").arn();
    assertEquals(
        List.of(arn.id(), "w", "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"), seen);
  }

  @Test
  void what_is_in_a_context_that_has_ended_is_not_replayed_unless_it_says_so() {
    List<String> seen = new ArrayList<>();
    scripted.durable(
        "f",
        session -> {
          if (session.status("w").isEmpty()) {
            for (String context : List.of("kept", "open", "gone")) {
              session.checkpoint(Updates.start(OperationType.CONTEXT, context));
              session.checkpoint(
                  Updates.startIn(context, OperationType.CONTEXT, context + "-inner"));
              session.checkpoint(
                  Updates.startIn(context + "-inner", OperationType.STEP, context + "-step"));
            }
            session.checkpoint(
                Updates.succeed(OperationType.CONTEXT, "gone", "1"),
                Updates.of(
                    "{\"Id\":\"kept\",\"Type\":\"CONTEXT\",\"Action\":\"SUCCEED\","
                        + "\"ContextOptions\":{\"ReplayChildren\":true}}"));
            session.waited("w", 60);
            return Scripted.pending();
          }
          session
              .event()
              .at("/InitialExecutionState/Operations")
              .forEach(each -> seen.add(each.path("Id").asText()));
          return Scripted.succeeded("1");
        });
    scripted.run("f", "{}");
    assertEquals(
        List.of("kept", "kept-inner", "kept-step", "open", "open-inner", "open-step", "gone", "w"),
        seen.subList(1, seen.size()));
  }

  @Test
  void a_state_is_for_the_invocation_that_runs() {
    scripted.durable(
        "f",
        session -> {
          DurableExecutions executions = scripted.executions();
          assertEquals(
              1, executions.state(session.arn(), session.token(), null, 0).operations().size());
          assertEquals(
              "Invalid checkpoint token",
              assertThrows(Rejected.class, () -> executions.state(session.arn(), "AAAA", null, 0))
                  .text());
          assertEquals(
              "Invalid Marker",
              assertThrows(
                      Rejected.class,
                      () -> executions.state(session.arn(), session.token(), "x", 0))
                  .text());
          return Scripted.succeeded(session.token());
        });
    Ending ending = scripted.run("f", "{}");
    assertEquals(ExecutionStatus.SUCCEEDED, ending.status());
    assertThrows(
        Rejected.class, () -> scripted.executions().state(ending.arn(), ending.result(), null, 0));
  }
}
