package thaw.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import thaw.experiment.Host;
import thaw.experiment.Metric;
import thaw.experiment.Plan;
import thaw.experiment.Sample;
import thaw.experiment.gate.GateBaseline;
import thaw.experiment.gate.GateMeasure;
import thaw.experiment.gate.GateResult;
import thaw.experiment.gate.GateRule;
import thaw.experiment.gate.GateSides;

class GateRunTest {
  private static final OptionalDouble SEEN = OptionalDouble.of(0.1);

  private static Sample sample(int number) {
    return new Sample("A", number, Instant.ofEpochSecond(number), Map.of(Metric.TOTAL, 12.0), null);
  }

  @Test
  void what_others_used_is_unknown_of_a_measurement_that_was_interrupted() {
    List<Sample> all = List.of(sample(1), sample(2));
    assertEquals(OptionalDouble.empty(), GateRun.meanwhile(List.of(sample(1)), all, SEEN));
    assertEquals(SEEN, GateRun.meanwhile(List.of(), all, SEEN));
  }

  private static GateBaseline wild() {
    double[] cpu = GateSides.drawn(new Random(1), 100, 800, 0.3);
    return GateSides.baseline(GateSides.side("Hello", cpu, 4000, 1 << 20));
  }

  @Test
  void what_the_most_starts_cannot_find_is_said_of_its_variant_and_measure() {
    GateRuns runs = GateRuns.of(wild(), false, GateRule.USUAL, 1, 10, 30);
    assertEquals(30, runs.count());
    assertEquals(1, runs.shortfalls().size());
    GateResult.Shortfall shortfall = runs.shortfalls().getFirst();
    assertEquals("Hello", shortfall.variant());
    assertEquals(GateMeasure.CPU, shortfall.measure());
    assertTrue(
        shortfall
            .sentence()
            .matches(
                "this run could not have seen \\+5\\.0 %: it needs (about|more than) [\\d,]+ starts of"
                    + " each build \\(--most-runs\\), or a higher limit \\(--gate cpu=PERCENT\\)"),
        shortfall.sentence());
    assertEquals(
        "not decided by the spread so far: CPU time of Hello; so it goes on to 30 starts of each build, the most that --most-runs allows, in about 90 s",
        GateRuns.goesOn(runs.shortfalls(), runs.count(), 90));
    assertTrue(
        runs.sentences().stream().noneMatch(each -> each.contains("30 starts")),
        "so many do not find it: " + runs.sentences());
  }

  @Test
  void no_starts_are_taken_for_times_of_another_cpu() {
    Host other = new Host("6.1.0", "Graviton", 2, 8_000, "v2", List.of());
    GateBaseline known = wild().comparable(other, Plan.PageCacheState.WARM);
    GateRuns runs = GateRuns.of(known, true, GateRule.USUAL, 1, 10, 300);
    assertEquals(10, runs.count());
    assertEquals(List.of(), runs.shortfalls());
  }

  @Test
  void samples_of_a_complete_run_that_went_aside_are_not_of_this_one() {
    assertEquals(SEEN, GateRun.meanwhile(List.of(sample(1)), List.of(sample(2)), SEEN));
  }
}
