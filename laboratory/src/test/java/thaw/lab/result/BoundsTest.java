package thaw.lab.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static thaw.lab.result.Verdict.Judgement.HOLDS;
import static thaw.lab.result.Verdict.Judgement.NO_LONGER;
import static thaw.lab.result.Verdict.Judgement.UNDECIDED;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class BoundsTest {
  private static final Bounds BOUNDS = new Bounds(1, 2);

  @Test
  void the_whole_interval_must_be_within_or_without() {
    assertEquals(HOLDS, judgement(1, 1.5, 2));
    assertEquals(NO_LONGER, judgement(2.1, 3, 4));
    assertEquals(NO_LONGER, judgement(0.1, 0.3, 0.9));
    assertEquals(UNDECIDED, judgement(1.5, 1.5, 2.1));
  }

  @Test
  void two_samples_decide_nothing() {
    assertEquals(UNDECIDED, judgement(1.5, 1.5));
    assertEquals(UNDECIDED, judgement(9, 9));
    assertEquals(UNDECIDED, BOUNDS.judgement(Optional.empty()));
  }

  @Test
  void one_side_may_be_open() {
    assertEquals(HOLDS, Bounds.atLeast(2).judgement(Spread.of(2, 9, 99)));
    assertEquals(NO_LONGER, Bounds.atLeast(2).judgement(Spread.of(0.1, 1, 1.9)));
    assertEquals(HOLDS, Bounds.atMost(2).judgement(Spread.of(0, 1, 2)));
    assertEquals(NO_LONGER, Bounds.atMost(2).judgement(Spread.of(2.1, 3, 4)));
  }

  @Test
  void a_ratio_is_about_one_up_to_a_factor_either_way() {
    assertEquals(HOLDS, Bounds.within(2).judgement(Spread.of(0.5, 1, 2)));
    assertEquals(NO_LONGER, Bounds.within(2).judgement(Spread.of(0.1, 0.3, 0.4)));
    assertEquals(UNDECIDED, Bounds.within(2).judgement(Spread.of(1, 2, 3)));
  }

  @Test
  void a_ratio_of_two_figures_has_the_ends_that_are_farthest_apart() {
    Spread ratio = Spread.of(4, 6, 8).over(Spread.of(1, 2, 2, 4));
    assertEquals(1, ratio.low());
    assertEquals(8, ratio.high());
    assertEquals(3, ratio.median());
    assertEquals(3, ratio.count());
  }

  private static Verdict.Judgement judgement(double... values) {
    return BOUNDS.judgement(Optional.of(Spread.of(values)));
  }
}
