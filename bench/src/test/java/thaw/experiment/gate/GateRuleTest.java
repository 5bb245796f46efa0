package thaw.experiment.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import thaw.experiment.gate.GateVerdict.Outcome;

/** The rule on simulated starts, whose seeds are in the names. */
class GateRuleTest {
  private static final GateRule RULE = GateRule.USUAL;
  private static final double MISS = RULE.miss(1);
  private static final int TIMES = 1_000;

  private static int over(long seed, int count, double spread, double factor) {
    Random random = new Random(seed);
    int over = 0;
    for (int i = 0; i < TIMES; i++) {
      double[] before = GateSides.drawn(random, count, 800, spread);
      double[] after = GateSides.drawn(random, count, factor * 800, spread);
      over += RULE.outcome(GateMeasure.CPU, before, after, MISS) == Outcome.OVER ? 1 : 0;
    }
    return over;
  }

  @Test
  void a_commit_against_itself_alarms_in_at_most_1_of_100_with_seed_22() {
    for (int count : new int[] {10, 20, 60}) {
      int alarms = over(22, count, 0.05, 1);
      assertTrue(alarms <= TIMES / 100, count + " starts: " + alarms);
    }
  }

  @Test
  void with_the_starts_that_were_computed_slow_downs_are_found_with_seed_5() {
    for (double spread : new double[] {0.03, 0.05, 0.08}) {
      double[] known = GateSides.drawn(new Random(5), 200, 800, spread);
      SamplesNeeded needed = SamplesNeeded.of(known, RULE, GateMeasure.CPU, MISS, 0, 10, 200);
      assertTrue(needed.isReached(), "spread " + spread);
      int five = over(5, needed.count(), spread, 1.05);
      int ten = over(5, needed.count(), spread, 1.10);
      assertTrue(five >= 0.7 * TIMES, spread + ": " + five + " with " + needed.count());
      assertTrue(ten >= 0.95 * TIMES, spread + ": " + ten);
    }
  }

  @Test
  void more_spread_needs_more_starts() {
    Random random = new Random(1);
    double[] narrow = GateSides.drawn(random, 100, 800, 0.03);
    double[] wide = GateSides.drawn(random, 100, 800, 0.06);
    int few = SamplesNeeded.of(narrow, RULE, GateMeasure.CPU, MISS, 0, 5, 200).count();
    int many = SamplesNeeded.of(wide, RULE, GateMeasure.CPU, MISS, 0, 5, 200).count();
    assertTrue(many > 2 * few, few + " and " + many);
  }

  @Test
  void what_the_most_starts_cannot_find_is_not_reached() {
    double[] wild = GateSides.drawn(new Random(1), 100, 800, 0.3);
    SamplesNeeded needed = SamplesNeeded.of(wild, RULE, GateMeasure.CPU, MISS, 0, 10, 30);
    assertEquals(30, needed.count());
    assertFalse(needed.isReached());
    assertFalse(SamplesNeeded.of(wild, RULE, GateMeasure.CPU, MISS, 10, 10, 100).isReached());
  }

  @Test
  void an_increase_below_half_the_limit_is_none_however_sure_it_is() {
    Random random = new Random(9);
    double[] before = GateSides.drawn(random, 100, 800, 0.005);
    double[] after = GateSides.drawn(random, 100, 816, 0.005);
    assertEquals(Outcome.OK, RULE.outcome(GateMeasure.CPU, before, after, MISS));
  }

  @Test
  void classes_are_counted() {
    double[] before = {4432, 4432, 4432};
    assertEquals(
        Outcome.OK,
        RULE.outcome(GateMeasure.CLASSES, before, new double[] {4470, 4470, 4470}, MISS));
    assertEquals(
        Outcome.OVER,
        RULE.outcome(GateMeasure.CLASSES, before, new double[] {4480, 4480, 4480}, MISS));
    assertEquals(
        Outcome.LESS,
        RULE.outcome(GateMeasure.CLASSES, before, new double[] {4300, 4300, 4300}, MISS));
  }

  private static Outcome memory(double before, double after) {
    double[] old = GateSides.same(20, before);
    return RULE.outcome(GateMeasure.MEMORY, old, GateSides.same(20, after), MISS);
  }

  @Test
  void one_mebibyte_is_no_increase_of_memory_which_is_counted_in_whole_ones() {
    assertEquals(Outcome.OK, memory(39, 40));
    assertEquals(Outcome.OK, memory(15, 16), "although it is 6.7 %");
    assertEquals(Outcome.OVER, memory(39, 41));
    assertEquals(Outcome.OVER, memory(15, 17));
    assertEquals(Outcome.OK, memory(200, 202));
    assertEquals(Outcome.OVER, memory(200, 206));
  }

  @Test
  void few_starts_tell_nothing_and_few_that_differ_a_lot_are_too_close() {
    double[] four = {1, 2, 3, 4};
    assertEquals(Outcome.TOO_FEW, RULE.outcome(GateMeasure.CPU, four, four, MISS));
    Random random = new Random(2);
    double[] wild = GateSides.drawn(random, 10, 800, 0.2);
    assertEquals(Outcome.TOO_CLOSE, RULE.outcome(GateMeasure.CPU, wild, wild, MISS));
  }

  @Test
  void wall_time_informs_unless_it_is_told_to_gate() {
    assertFalse(RULE.gating().contains(GateMeasure.WALL));
    GateRule more = RULE.with(Map.of(GateMeasure.CPU, 8.0), Set.of(GateMeasure.WALL));
    assertTrue(more.gating().contains(GateMeasure.WALL));
    assertEquals(1.08, more.factor(GateMeasure.CPU), 1e-9);
    assertEquals(1.01, more.factor(GateMeasure.CLASSES), 1e-9);
  }

  @Test
  void ten_functions_together_may_alarm_as_often_as_one() {
    assertEquals(RULE.miss(1) / 10, RULE.miss(10), 1e-12);
    assertEquals(GateRule.FALSE_ALARMS / 2, RULE.miss(1), 1e-12);
  }
}
