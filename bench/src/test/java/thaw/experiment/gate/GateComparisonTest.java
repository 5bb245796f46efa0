package thaw.experiment.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.experiment.Host;
import thaw.experiment.Plan;
import thaw.experiment.gate.GateResult.Shortfall;
import thaw.experiment.gate.GateVerdict.Outcome;
import thaw.problem.UserMistake;

class GateComparisonTest {
  private static final long MIB = 1024 * 1024;

  @TempDir Path folder;

  private static GateSide side(String name, long seed, double cpu, double classes) {
    double[] drawn = GateSides.drawn(new Random(seed), 30, cpu, 0.03);
    return GateSides.side(name, drawn, classes, 3 * MIB);
  }

  private static GateResult compared(GateBaseline before, GateBaseline after) {
    return GateComparison.of("old", GateRule.USUAL, before, after, false);
  }

  private static Outcome outcome(GateResult result, GateMeasure measure) {
    return result.verdicts().stream()
        .filter(each -> each.measure() == measure)
        .findFirst()
        .orElseThrow()
        .outcome();
  }

  @Test
  void the_same_figures_are_good() {
    GateBaseline one = GateSides.baseline(side("Hello", 1, 800, 4000));
    GateResult result = compared(one, one);
    assertFalse(result.isOver() || result.isOpen());
    assertEquals(GateMeasure.values().length - 1, result.verdicts().size());
  }

  @Test
  void a_change_against_the_medians_beside_it_is_explained() {
    String explained = "A change is the median of all differences";
    GateBaseline before =
        GateSides.baseline(
            GateSides.side("Hello", new double[] {100, 200, 300, 400, 500}, 4000, 3 * MIB));
    GateBaseline after =
        GateSides.baseline(
            GateSides.side("Hello", new double[] {250, 260, 290, 900, 900}, 4000, 3 * MIB));
    GateVerdict cpu = compared(before, after).verdicts().getFirst();
    assertTrue(cpu.after().orElseThrow() < cpu.before().orElseThrow(), cpu.toString());
    assertTrue(cpu.ratio().orElseThrow() > 1, cpu.toString());
    assertTrue(compared(before, after).notes().getFirst().startsWith(explained));
    assertEquals(List.of(), compared(before, before).notes());
  }

  @Test
  void more_cpu_time_and_more_classes_are_over_and_wall_time_only_informs() {
    GateResult result =
        compared(
            GateSides.baseline(side("Hello", 1, 800, 4000)),
            GateSides.baseline(side("Hello", 2, 960, 4400)));
    assertTrue(result.isOver());
    assertEquals(List.of("Hello"), result.overVariants());
    assertEquals(Outcome.OVER, outcome(result, GateMeasure.CPU));
    assertEquals(Outcome.OVER, outcome(result, GateMeasure.CLASSES));
    assertEquals(Outcome.OK, outcome(result, GateMeasure.MEMORY));
    GateVerdict wall = result.verdicts().getLast();
    assertEquals(Outcome.OVER, wall.outcome());
    assertFalse(wall.isOver());
  }

  @Test
  void another_cpu_spoils_times_and_leaves_what_is_counted() {
    Host other = new Host("6.1.0-18", "Graviton", 2, 8_000, "v2", List.of());
    GateResult result =
        compared(
            GateSides.baseline(other, 0, side("Hello", 1, 800, 4000)),
            GateSides.baseline(side("Hello", 2, 1600, 4000)));
    assertFalse(result.isOver());
    assertTrue(result.isOpen());
    assertEquals(Outcome.NOT_MEASURED, outcome(result, GateMeasure.CPU));
    assertEquals(Outcome.OK, outcome(result, GateMeasure.CLASSES));
    String reason = result.verdicts().getFirst().reason().orElseThrow();
    assertTrue(reason.contains("the CPU was Graviton and is EPYC"), reason);
    assertTrue(reason.contains("--against"), reason);
  }

  @Test
  void a_busier_machine_spoils_times_of_a_stored_result_and_not_of_builds_measured_in_turn() {
    GateBaseline idle = GateSides.baseline(GateSides.HOST, 0.05, side("Hello", 1, 800, 4000));
    GateBaseline busy = GateSides.baseline(GateSides.HOST, 1.1, side("Hello", 2, 960, 4000));
    GateResult stored = compared(idle, busy);
    assertFalse(stored.isOver());
    assertTrue(stored.isOpen());
    assertTrue(GateComparison.of("base", GateRule.USUAL, idle, busy, true).isOver());
  }

  @Test
  void times_are_not_compared_where_nobody_knows_what_others_used() {
    GateBaseline known = GateSides.baseline(side("Hello", 1, 800, 4000));
    GateBaseline unknown =
        new GateBaseline("1", GateSides.HOST, "warm", OptionalDouble.empty(), known.variants());
    for (GateResult result : List.of(compared(unknown, known), compared(known, unknown))) {
      assertEquals(Outcome.NOT_MEASURED, outcome(result, GateMeasure.CPU));
      assertEquals(Outcome.OK, outcome(result, GateMeasure.MEMORY));
      assertTrue(result.isOpen());
    }
    assertFalse(GateComparison.of("base", GateRule.USUAL, unknown, unknown, true).isOpen());
  }

  @Test
  void what_another_host_cannot_tell_asks_for_no_starts() {
    GateBaseline known = GateSides.baseline(side("Hello", 1, 800, 4000));
    GateSide same = known.comparable(GateSides.HOST, Plan.PageCacheState.WARM).variants().get(0);
    assertEquals(30, same.values(GateMeasure.CPU).length);
    Host other = new Host("6.1.0", "Graviton", 2, 8_000, "v2", List.of());
    GateSide elsewhere = known.comparable(other, Plan.PageCacheState.WARM).variants().getFirst();
    assertEquals(0, elsewhere.values(GateMeasure.CPU).length);
    assertEquals(0, elsewhere.values(GateMeasure.WALL).length);
    assertEquals(30, elsewhere.values(GateMeasure.MEMORY).length);
    GateSide cold = known.comparable(GateSides.HOST, Plan.PageCacheState.COLD).variants().get(0);
    assertEquals(0, cold.values(GateMeasure.CPU).length);
  }

  @Test
  void a_patch_of_the_kernel_is_no_other_kernel() {
    Host patched = new Host("6.5.1", "EPYC", 2, 9_000, "v2", List.of());
    GateBaseline now = GateSides.baseline(side("Hello", 1, 800, 4000));
    assertFalse(
        compared(GateSides.baseline(patched, 0, side("Hello", 1, 800, 4000)), now).isOpen());
  }

  @Test
  void an_increase_elsewhere_is_told_although_something_could_not_be_measured() {
    Host other = new Host("5.4", "EPYC", 2, 8_000, "v2", List.of());
    GateResult result =
        compared(
            GateSides.baseline(other, 0, side("Hello", 1, 800, 4000)),
            GateSides.baseline(side("Hello", 1, 800, 5000)));
    assertTrue(result.isOver() && result.isOpen());
  }

  @Test
  void nothing_in_common_is_no_success() {
    GateResult result =
        compared(
            GateSides.baseline(side("Old", 1, 800, 4000)),
            GateSides.baseline(side("New", 1, 800, 4000)));
    assertTrue(result.isOpen());
    assertEquals(3, result.notes().size(), result.notes().toString());
  }

  /** Of 30 that succeeded and some that failed, before and now. */
  private static GateResult failing(int before, int now) {
    GateSide side = side("Hello", 1, 800, 4000);
    return compared(
        GateSides.baseline(GateSides.failing(side, before)),
        GateSides.baseline(GateSides.failing(side, now)));
  }

  @Test
  void a_build_whose_starts_fail_is_over_on_whatever_host() {
    assertTrue(failing(0, 30).isOver());
    assertTrue(failing(0, 2).isOver(), "2 of 32");
    GateVerdict verdict = failing(0, 30).verdicts().getLast();
    assertEquals(GateMeasure.FAILURES, verdict.measure());
    assertEquals(0.5, verdict.after().orElseThrow());
    assertEquals("30 of 60 starts failed, and 0 of 30 before", verdict.reason().orElseThrow());
    Host other = new Host("5.4", "Graviton", 2, 8_000, "v2", List.of());
    GateSide side = side("Hello", 1, 800, 4000);
    assertTrue(
        compared(
                GateSides.baseline(other, 0, side), GateSides.baseline(GateSides.failing(side, 30)))
            .isOver());
  }

  @Test
  void one_failure_of_thirty_is_told_and_so_is_what_may_be_chance() {
    for (GateResult told : List.of(failing(0, 1), failing(3, 7))) {
      assertFalse(told.isOver() || told.isOpen());
      assertEquals(Outcome.OK, outcome(told, GateMeasure.FAILURES));
    }
    assertTrue(failing(3, 20).isOver(), "that is no chance");
  }

  @Test
  void as_many_failures_as_before_are_no_verdict() {
    for (GateResult result : List.of(failing(0, 0), failing(7, 7), failing(7, 2))) {
      assertTrue(
          result.verdicts().stream().noneMatch(each -> each.measure() == GateMeasure.FAILURES));
    }
  }

  @Test
  void too_close_says_nothing_where_the_starts_were_too_few_and_over_stays_over() {
    GateSide before = GateSides.side("Hello", GateSides.drawn(new Random(1), 10, 800, 0.2), 1, MIB);
    GateSide after = GateSides.side("Hello", GateSides.drawn(new Random(2), 10, 800, 0.2), 1, MIB);
    GateResult close = compared(GateSides.baseline(before), GateSides.baseline(after));
    assertEquals(Outcome.TOO_CLOSE, outcome(close, GateMeasure.CPU));
    assertFalse(close.isOpen(), "with the planned starts it passes");
    Shortfall shortfall = new Shortfall("Hello", GateMeasure.CPU, "Too few.");
    assertTrue(close.with(List.of(shortfall)).isOpen());
    assertEquals("Too few.", close.with(List.of(shortfall)).verdicts().getFirst().reason().get());
    assertFalse(close.with(List.of(new Shortfall("X", GateMeasure.CPU, "Too few."))).isOpen());
    GateResult over =
        compared(
            GateSides.baseline(side("Hello", 1, 800, 4000)),
            GateSides.baseline(side("Hello", 2, 960, 4000)));
    assertFalse(over.with(List.of(shortfall)).isOpen());
    assertEquals(over.notes(), over.with(List.of(shortfall)).notes(), "it was seen");
    assertTrue(over.with(List.of(shortfall)).isOver());
  }

  @Test
  void a_variant_that_nothing_is_compared_with_makes_no_interval_wider() {
    GateSide hello = side("Hello", 1, 800, 4000);
    GateVerdict alone =
        compared(GateSides.baseline(hello), GateSides.baseline(hello)).verdicts().getFirst();
    GateSide other = side("New", 1, 800, 4000);
    GateVerdict beside =
        compared(GateSides.baseline(hello), GateSides.baseline(hello, other)).verdicts().getFirst();
    assertEquals(alone, beside);
  }

  @Test
  void a_library_that_came_is_named() {
    GateSide before = side("Hello", 1, 800, 4000);
    GateSide after =
        new GateSide(
            "Hello",
            "Hello",
            before.jdk(),
            before.start(),
            before.memoryMb(),
            "other",
            before.event(),
            5 * MIB,
            List.of("guava-33.jar", "guice-7.0.0.jar"),
            0,
            before.samples());
    GateResult result = compared(GateSides.baseline(before), GateSides.baseline(after));
    assertEquals(Outcome.OVER, outcome(result, GateMeasure.PACKAGE_SIZE));
    assertEquals("the package now has guava-33.jar", result.changes().getFirst().text());
  }

  @Test
  void the_budget_file_may_have_limits_of_increases() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("budget.yaml"), "classes: 3500\ngate: {cpu: 8, on: [wall]}\n");
    GateRule rule = GateFile.over(GateRule.USUAL, file);
    assertEquals(1.08, rule.factor(GateMeasure.CPU), 1e-9);
    assertTrue(rule.gating().contains(GateMeasure.WALL));
    for (String text :
        List.of(
            "gate: {cpu: much}",
            "gate: {cpus: 5}",
            "gate: {on: [x]}",
            "gate: {cpu: 0}",
            "gate: 5")) {
      Path wrong = Files.writeString(folder.resolve("wrong.yaml"), text);
      UserMistake mistake =
          assertThrows(UserMistake.class, () -> GateFile.over(GateRule.USUAL, wrong), text);
      assertTrue(String.valueOf(mistake.getMessage()).contains("wrong.yaml:1:"), text);
    }
    assertEquals(EnumSet.complementOf(EnumSet.of(GateMeasure.WALL)), GateRule.USUAL.gating());
  }
}
