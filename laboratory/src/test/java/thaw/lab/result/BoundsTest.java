package thaw.lab.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static thaw.lab.result.Verdict.Truth.HOLDS;
import static thaw.lab.result.Verdict.Truth.NO_LONGER;
import static thaw.lab.result.Verdict.Truth.UNDECIDED;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class BoundsTest {
  private static final Bounds BOUNDS = new Bounds(1, 2);

  @Test
  void the_whole_interval_must_be_within_or_without() {
    assertEquals(HOLDS, truth(1, 1.5, 2));
    assertEquals(NO_LONGER, truth(2.1, 3, 4));
    assertEquals(NO_LONGER, truth(0.1, 0.3, 0.9));
    assertEquals(UNDECIDED, truth(1.5, 1.5, 2.1));
  }

  @Test
  void two_samples_decide_nothing() {
    assertEquals(UNDECIDED, truth(1.5, 1.5));
    assertEquals(UNDECIDED, truth(9, 9));
    assertEquals(UNDECIDED, BOUNDS.truth(Optional.empty()));
  }

  private static Verdict.Truth truth(double... values) {
    return BOUNDS.truth(Optional.of(Spread.of(values)));
  }
}
