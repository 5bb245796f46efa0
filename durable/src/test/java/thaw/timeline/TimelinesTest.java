package thaw.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import thaw.durable.EventType;
import thaw.durable.InvocationRecord.Start;
import thaw.durable.KeptExecutions;
import thaw.durable.OperationType;
import thaw.timeline.Timeline.Stretch;

class TimelinesTest {
  private static Timeline of(KeptExecutions.Kept kept) {
    return Timelines.of(kept, Sketch.PRICES, Sketch.BEGAN + 10_000);
  }

  private static List<String> shown(Timeline timeline) {
    return timeline.stretches().stream()
        .map(each ->
            "%s %.0f-%.0f%s"
                .formatted(
                    each.kind(),
                    each.fromMillis(),
                    each.toMillis(),
                    each.operation() == null ? "" : " " + each.operation()))
        .toList();
  }

  private static Sketch stepAndWait() {
    return new Sketch()
        .invoked(5)
        .madeReady(Start.INIT, 105)
        .step("charge", 125, 165)
        .waits("pause", 170)
        .completed(180, null)
        .waited("pause", 1_170);
  }

  @Test
  void an_execution_is_cut_into_stretches_without_a_gap() {
    Timeline timeline = of(stepAndWait().invoked(1_175).completed(1_200, null).ended(1_200));
    assertEquals(
        List.of(
            "QUEUE 0-5",
            "INIT 5-105",
            "OWN 105-125",
            "CHECKPOINT 125-127",
            "OWN 127-165",
            "CHECKPOINT 165-167",
            "OWN 167-170",
            "CHECKPOINT 170-172",
            "OWN 172-179",
            "ENDING 179-180",
            "WAIT 180-1170 pause",
            "QUEUE 1170-1175",
            "REPLAY 1175-1199",
            "ENDING 1199-1200"),
        shown(timeline));
    assertEquals(1, timeline.namedShare());
    double sum = timeline.stretches().stream().mapToDouble(Stretch::millis).sum();
    assertEquals(timeline.millis(), sum, 1e-6);
    assertEquals(List.of("suspended", "ended"), outcomes(timeline));
    assertEquals(List.of("init", "warm"), starts(timeline));
    assertEquals(2, timeline.invocations().getLast().operationsBefore());
    assertEquals(2, timeline.invocations().getFirst().operationsNew());
  }

  private static List<String> outcomes(Timeline timeline) {
    return timeline.invocations().stream().map(Timeline.Invocation::outcome).toList();
  }

  private static List<String> starts(Timeline timeline) {
    return timeline.invocations().stream().map(Timeline.Invocation::start).toList();
  }

  @Test
  void money_is_that_of_requests_time_operations_and_payloads() {
    Timeline timeline = of(stepAndWait().invoked(1_175).completed(1_200, null).ended(1_200));
    Timeline.Cost cost = timeline.cost();
    assertEquals(2, cost.requests());
    assertEquals(2e-6, cost.requestsUsd(), 1e-12);
    assertEquals(0.2, cost.gbSeconds(), 1e-9);
    assertEquals(3, cost.operations(), "the start, a step and a wait");
    assertEquals(5, cost.writtenBytes(), "1 of the step, done of the execution");
    double ofStretches =
        timeline.totals().stream().mapToDouble(each -> each.usd() == null ? 0 : each.usd()).sum();
    assertEquals(cost.timeUsd(), ofStretches, 1e-12);
    assertTrue(cost.usd() > cost.operationsUsd() + cost.requestsUsd());
  }

  @Test
  void a_function_that_fails_waits_for_its_retry() {
    Timeline timeline =
        of(
            new Sketch()
                .invoked(0)
                .completed(10, "Runtime.ExitError")
                .invoked(1_010)
                .completed(1_020, null)
                .ended(1_020));
    assertEquals(
        List.of("OWN 0-9", "ENDING 9-10", "RETRY 10-1010", "OWN 1010-1019", "ENDING 1019-1020"),
        shown(timeline));
    assertEquals(List.of("Runtime.ExitError", "ended"), outcomes(timeline));
  }

  @Test
  void the_first_of_several_ends_is_what_was_waited_for() {
    Sketch sketch = new Sketch().invoked(0).waits("long", 1).waits("short", 4);
    Timeline timeline =
        of(
            sketch
                .completed(10, null)
                .waited("short", 100)
                .invoked(102)
                .completed(112, null)
                .waited("long", 5_000)
                .invoked(5_000)
                .completed(5_001, null)
                .ended(5_001));
    assertEquals(
        List.of("WAIT 10-100 short", "QUEUE 100-102", "WAIT 112-5000 long"),
        shown(timeline).stream()
            .filter(each -> each.startsWith("WAIT") || each.startsWith("QUEUE"))
            .toList());
  }

  @Test
  void a_pause_is_no_wait() {
    Timeline timeline =
        of(
            stepAndWait()
                .event(1_171, EventType.EXECUTION_PAUSED, "id", Sketch.details())
                .event(3_000, EventType.EXECUTION_RESUMED, "id", Sketch.details())
                .invoked(3_001)
                .completed(3_010, null)
                .ended(3_010));
    assertTrue(shown(timeline).contains("PAUSE 1171-3000"), shown(timeline)::toString);
    assertTrue(shown(timeline).contains("WAIT 180-1170 pause"), shown(timeline)::toString);
  }

  @Test
  void one_that_runs_ends_now_with_what_it_waits_for() {
    Timeline timeline =
        of(
            new Sketch()
                .invoked(0)
                .checkpoint(5, 1, () -> {})
                .operation("approval", OperationType.CALLBACK, 5)
                .event(5, EventType.CALLBACK_STARTED, "approval", Sketch.details())
                .completed(10, null)
                .runs());
    assertNull(timeline.endMillis());
    assertEquals("CALLBACK 10-10000 approval", shown(timeline).getLast());
  }

  @Test
  void what_was_not_recorded_has_no_name_and_a_note_says_so() {
    Timeline timeline =
        of(stepAndWait().invoked(1_175).completed(1_200, null).withoutRecords().ended(1_200));
    assertEquals(200.0 / 1_200, 1 - timeline.namedShare(), 1e-9);
    assertEquals(1, timeline.notes().size());
  }

  @Test
  void operations_follow_the_context_around_them() {
    Sketch sketch = new Sketch().invoked(0);
    sketch.operation("left", OperationType.CONTEXT, 1).operation("right", OperationType.CONTEXT, 1);
    sketch.operation("a", OperationType.STEP, 2).operation("b", OperationType.STEP, 3);
    sketch.operation("c", OperationType.STEP, 4).within("left", "b", "c").within("right", "a");
    List<Timeline.OperationLine> operations =
        of(sketch.within("id", "left", "right").completed(9, null).ended(9)).operations();
    assertEquals(
        List.of("left 0", "b 1", "c 1", "right 0", "a 1"),
        operations.stream().map(each -> each.label() + " " + each.depth()).toList());
  }

  @Test
  void a_step_that_began_and_ended_by_one_checkpoint_has_no_duration() {
    Sketch sketch = new Sketch().invoked(0);
    sketch.operation("together", OperationType.STEP, 3).ended("together", 3);
    sketch.operation("apart", OperationType.STEP, 3).ended("apart", 5);
    List<Timeline.OperationLine> operations = of(sketch.completed(9, null).ended(9)).operations();
    assertEquals(
        List.of(false, true),
        operations.stream().map(Timeline.OperationLine::hasDuration).toList());
  }

  @Test
  void an_operation_without_a_name_is_called_by_the_begin_of_its_digest() {
    String id = "d4735e3a265e16eee03f59718b9b5d03";
    assertEquals(
        "d4735e3a…",
        new Timeline.OperationLine(id, null, "WAIT", null, "STARTED", 0, 0, 0, 0, 0, 1).label());
  }
}
