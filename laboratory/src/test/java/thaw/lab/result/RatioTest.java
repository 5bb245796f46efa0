package thaw.lab.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RatioTest {
  private static final Quantity TIME = new Quantity("ms", "ms", "time");
  private static final Case SLOW = Case.of("way", "slow");
  private static final Case FAST = Case.of("way", "fast");

  @Test
  void values_of_the_same_round_are_divided() {
    Measurements samples =
        new MadeUpSamples().with(SLOW, TIME, 20, 200, 30).with(FAST, TIME, 10, 100, 10).samples();

    Ratio ratio = Ratio.of(samples, TIME, SLOW, FAST).orElseThrow();

    assertEquals(new Spread(2, 2, 3, 3, 2), ratio.spread());
    assertEquals("2.0 times (2.0 to 3.0, 3 rounds)", ratio.words());
  }

  @Test
  void a_round_without_one_of_both_values_is_left_out() {
    Measurements samples =
        new MadeUpSamples().with(SLOW, TIME, 20, 30).with(FAST, TIME, 10).samples();

    assertEquals(1, Ratio.of(samples, TIME, SLOW, FAST).orElseThrow().spread().count());
    assertTrue(Ratio.of(samples, TIME, SLOW, Case.of("way", "none")).isEmpty());
  }

  @Test
  void the_whole_interval_must_be_on_one_side_of_the_limit() {
    assertEquals(Verdict.Judgement.HOLDS, of(2.1, 2.4, 2.2).above(2));
    assertEquals(Verdict.Judgement.NO_LONGER, of(1.1, 1.4, 1.2).above(2));
    assertEquals(Verdict.Judgement.UNDECIDED, of(1.9, 2.4, 2.2).above(2));
    assertEquals(Verdict.Judgement.NO_LONGER, of(2.1, 2.4, 2.2).below(2));
    assertEquals(Verdict.Judgement.HOLDS, of(1.1, 1.4, 1.2).below(2));
    assertEquals(Verdict.Judgement.UNDECIDED, of(1.9, 2.4, 2.2).below(2));
  }

  @Test
  void being_about_alike_has_two_limits() {
    assertEquals(Verdict.Judgement.HOLDS, of(0.9, 1.1, 1).within(1.25));
    assertEquals(Verdict.Judgement.NO_LONGER, of(1.3, 1.5, 1.4).within(1.25));
    assertEquals(Verdict.Judgement.NO_LONGER, of(0.5, 0.7, 0.6).within(1.25));
    assertEquals(Verdict.Judgement.UNDECIDED, of(0.7, 1.1, 1).within(1.25));
    assertEquals(Verdict.Judgement.UNDECIDED, of(0.9, 1.3, 1).within(1.25));
  }

  @Test
  void two_rounds_decide_nothing() {
    assertEquals(Verdict.Judgement.UNDECIDED, of(9, 9).above(2));
  }

  private static Ratio of(double... ratios) {
    return new Ratio(Spread.of(ratios));
  }
}
