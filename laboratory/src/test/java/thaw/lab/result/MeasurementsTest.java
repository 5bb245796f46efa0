package thaw.lab.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import thaw.lab.result.Verdict.ForJdk;
import thaw.lab.result.Verdict.Judgement;

class MeasurementsTest {
  private static final Quantity TIME = new Quantity("ms", "ms", "time");
  private static final Case SLOW = Case.of("way", "slow");
  private static final Case FAST = Case.of("way", "fast");

  @Test
  void values_of_the_same_round_are_divided() {
    Measurements samples =
        new MadeUpSamples().with(SLOW, TIME, 20, 200, 30).with(FAST, TIME, 10, 100, 10).samples();

    Spread ratio = samples.ratio(TIME, SLOW, TIME, FAST).orElseThrow();

    assertEquals(new Spread(2, 2, 3, 3, 2), ratio);
    assertEquals("2.00 times (2.00 to 3.00, 3 rounds)", ratio.times());
  }

  @Test
  void a_round_without_one_of_both_values_is_left_out() {
    Measurements samples =
        new MadeUpSamples().with(SLOW, TIME, 20, 30).with(FAST, TIME, 10).samples();

    assertEquals(1, samples.ratio(TIME, SLOW, TIME, FAST).orElseThrow().count());
    assertTrue(samples.ratio(TIME, SLOW, TIME, Case.of("way", "none")).isEmpty());
  }

  @Test
  void a_claim_is_told_with_both_figures_and_their_ratio() {
    Measurements samples =
        new MadeUpSamples().with(SLOW, TIME, 20, 200, 30).with(FAST, TIME, 10, 100, 10).samples();

    ForJdk answer =
        new Claims(samples)
            .ratio(
                "here",
                new Figure("slow", TIME, SLOW),
                new Figure("fast", TIME, FAST),
                Bounds.atLeast(2));

    assertEquals(Judgement.HOLDS, answer.judgement());
    assertEquals(
        "slow 30.0 ms (20.0 to 200, 3 samples), fast 10.0 ms (10.0 to 100, 3 samples):"
            + " 2.00 times (2.00 to 3.00, 3 rounds)",
        answer.evidence());
    assertEquals(
        Judgement.UNDECIDED,
        new Claims(samples)
            .figure("here", new Figure("", TIME, Case.of("way", "none")), Bounds.atLeast(2))
            .judgement());
  }
}
