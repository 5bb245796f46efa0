package thaw.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import thaw.durable.EventType;
import thaw.durable.InvocationRecord.Start;
import thaw.durable.KeptExecutions;
import thaw.durable.OperationType;

class TimelineFindingsTest {
  private static List<Timeline.Finding> of(KeptExecutions.Kept kept) {
    return Timelines.of(kept, Sketch.PRICES, Sketch.BEGAN).findings();
  }

  private static List<String> ids(KeptExecutions.Kept kept) {
    return of(kept).stream().map(Timeline.Finding::id).toList();
  }

  /**
   * Resumes after waits of a second, with a step of 50 ms in each.
   *
   * @param outside how long code outside of steps runs in the first invocation
   * @param replays how long the replay of each resume takes
   */
  private static KeptExecutions.Kept resumed(long outside, long... replays) {
    Sketch sketch = new Sketch();
    long at = 0;
    sketch.invoked(at).step("first", outside, outside + 50).waits("wait-0", outside + 55);
    at = outside + 60;
    sketch.completed(at, null);
    for (int i = 0; i < replays.length; i++) {
      at += 1_000;
      sketch.waited("wait-" + i, at).invoked(at);
      at += replays[i];
      sketch.step("step-" + i, at, at + 50).waits("wait-" + (i + 1), at + 52);
      at += 60;
      sketch.completed(at, null);
    }
    return sketch.ended(at);
  }

  @Test
  void a_replay_that_grows_with_the_operations_is_told() {
    List<Timeline.Finding> found = of(resumed(0, 5, 11, 18, 24, 31, 40));
    assertEquals(List.of("replay-grows"), found.stream().map(Timeline.Finding::id).toList());
    assertEquals(6 + 13 + 19 + 26 + 35, found.getFirst().savesMillis(), 1e-6);
    assertTrue(found.getFirst().evidence().contains("5.0 ms with 2 operations"));
    assertTrue(found.getFirst().evidence().contains("40.0 ms with 12"));
  }

  @Test
  void a_replay_that_varies_or_was_seen_a_few_times_is_not() {
    assertEquals(List.of(), ids(resumed(0, 30, 11, 18, 5, 40, 9)));
    assertEquals(List.of(), ids(resumed(0, 5, 20, 40)));
  }

  @Test
  void code_outside_of_steps_runs_at_each_resume() {
    List<Timeline.Finding> found = of(resumed(200, 150, 140));
    assertEquals(List.of("work-outside-steps"), found.stream().map(Timeline.Finding::id).toList());
    assertEquals(290, found.getFirst().savesMillis(), 1e-6);
    assertEquals(List.of(), ids(resumed(2, 3, 4)));
  }

  @Test
  void replays_with_little_time_on_a_cpu_are_no_work_outside_of_steps() {
    assertEquals(List.of(), ids(resumed(200, 22, 30)), "0.58 vCPU");
  }

  @Test
  void a_step_that_an_end_has_interrupted_was_done_again() {
    Sketch sketch = new Sketch();
    sketch
        .invoked(0)
        .checkpoint(
            2,
            2,
            () -> {
              sketch.operation("charge", OperationType.STEP, 2);
              sketch.event(2, EventType.STEP_STARTED, "charge", Sketch.details());
            })
        .completed(304, "Sandbox.Timedout")
        .invoked(1_304)
        .checkpoint(
            1_400,
            2,
            () -> sketch.event(1_400, EventType.STEP_SUCCEEDED, "charge", Sketch.result("1")))
        .completed(1_410, null);
    List<Timeline.Finding> found = of(sketch.ended(1_410));
    assertEquals("step-interrupted", found.getFirst().id());
    assertEquals(300, found.getFirst().savesMillis(), 1e-6);
    assertTrue(found.getFirst().evidence().contains("Sandbox.Timedout"));
  }

  @Test
  void steps_that_are_smaller_than_their_checkpoints_are_told() {
    Sketch sketch = new Sketch().invoked(0);
    for (int i = 0; i < 3; i++) {
      String id = "add-" + i;
      long at = 10L * i;
      sketch
          .checkpoint(
              at,
              2,
              () -> {
                sketch.operation(id, OperationType.STEP, at);
                sketch.named(EventType.STEP_STARTED, at, id, "add");
              })
          .checkpoint(at + 3, 2, () -> sketch.named(EventType.STEP_SUCCEEDED, at + 3, id, "add"));
    }
    List<Timeline.Finding> found = of(sketch.completed(40, null).ended(40));
    assertEquals(List.of("small-steps"), found.stream().map(Timeline.Finding::id).toList());
    assertEquals(8, found.getFirst().savesMillis(), 1e-6);
    assertEquals(2 * Sketch.PRICES.operation(), found.getFirst().savesUsd(), 1e-12);
  }

  @Test
  void large_payloads_are_told_with_the_largest() {
    Sketch sketch = new Sketch().large(400_000).invoked(0).step("report", 1, 50).waits("wait", 52);
    sketch
        .result("report", "x".repeat(300_000))
        .completed(60, null)
        .waited("wait", 1_000)
        .invoked(1_000)
        .completed(1_010, null);
    List<Timeline.Finding> found = of(sketch.ended(1_010));
    assertEquals(List.of("large-payloads"), found.stream().map(Timeline.Finding::id).toList());
    assertTrue(found.getFirst().evidence().contains("of report, has 293 KB"));
  }

  @Test
  void inits_are_told_with_what_a_restore_would_save_where_one_was_seen() {
    Sketch sketch = new Sketch().invoked(0).madeReady(Start.INIT, 600);
    sketch
        .waits("wait", 650)
        .completed(660, null)
        .waited("wait", 2_000)
        .invoked(2_000)
        .madeReady(Start.RESTORE, 2_100)
        .completed(2_110, null);
    Timeline.Finding found = of(sketch.ended(2_110)).getFirst();
    assertEquals("cold-resumes", found.id());
    assertEquals(500, found.savesMillis(), 1e-6);
    assertTrue(found.evidence().contains("A restore took 100 ms"), found.evidence());
  }
}
