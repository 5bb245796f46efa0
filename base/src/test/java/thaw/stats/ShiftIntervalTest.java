package thaw.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ShiftIntervalTest {
  @Test
  void four_against_four_that_do_not_overlap_are_enough_and_three_are_not() {
    assertTrue(
        ShiftInterval.of(new double[] {9, 8, 7, 6}, new double[] {5, 4, 3, 2}).isAboveZero());
    assertFalse(ShiftInterval.of(new double[] {9, 8, 7}, new double[] {5, 4, 3}).isAboveZero());
  }

  @Test
  void the_estimate_is_the_shift() {
    ShiftInterval shift =
        ShiftInterval.of(new double[] {11, 12, 13, 14, 15}, new double[] {1, 2, 3, 4, 5});

    assertEquals(10, shift.median());
    assertTrue(shift.low() < 10 && 10 < shift.high(), shift.toString());
  }

  /** As the exact test says: P(U = 0) is 1 of 70. */
  @Test
  void coverage_is_that_of_the_rank_test() {
    double coverage =
        ShiftInterval.of(new double[] {9, 8, 7, 6}, new double[] {5, 4, 3, 2}).coverage();

    assertEquals(1 - 2.0 / 70, coverage, 1e-12);
  }

  @Test
  void it_excludes_zero_just_when_the_rank_test_sees_a_difference() {
    Random random = new Random(7);
    for (int i = 0; i < 500; i++) {
      double[] above = values(random, 8, 1);
      double[] below = values(random, 7, 0);
      ShiftInterval shift = ShiftInterval.of(above, below);
      boolean excludes = shift.low() > 0 || shift.high() < 0;

      assertEquals(RankTest.pValue(above, below) <= 0.05, excludes, shift.toString());
    }
  }

  private static double[] values(Random random, int count, double mean) {
    return random.doubles(count).map(each -> each + mean / 2).toArray();
  }
}
