package thaw.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RatioIntervalTest {
  private static double[] drawn(Random random, int count, double factor) {
    return DoubleStream.generate(() -> factor * 100 * Math.exp(0.05 * random.nextGaussian()))
        .limit(count)
        .toArray();
  }

  @Test
  void the_estimate_is_the_median_of_all_quotients() {
    RatioInterval interval = RatioInterval.of(new double[] {2, 4}, new double[] {1}, 0.4);
    assertEquals(Math.sqrt(8), interval.ratio(), 1e-9);
  }

  @Test
  void values_times_a_factor_have_that_factor_as_their_ratio() {
    double[] values = IntStream.rangeClosed(1, 30).asDoubleStream().toArray();
    double[] more = DoubleStream.of(values).map(each -> 1.1 * each).toArray();
    RatioInterval interval = RatioInterval.of(more, values, 0.005);
    assertEquals(1.1, interval.ratio(), 1e-9);
    assertTrue(interval.low() < 1.1 && interval.high() > 1.1);
  }

  @Test
  void too_few_values_have_an_interval_without_ends() {
    double[] few = {1, 2, 3, 4};
    assertFalse(RatioInterval.of(few, few, 0.005).hasEnds());
    assertTrue(RatioInterval.of(few, few, 0.05).hasEnds());
    assertEquals(5, RatioInterval.samplesFor(0.005));
    double[] five = {1, 2, 3, 4, 5};
    assertTrue(RatioInterval.of(five, five, 0.005).hasEnds());
  }

  @Test
  void counted_and_approximated_ranks_are_the_same_but_for_one() {
    Random random = new Random(3);
    double[] nine = drawn(random, 9, 1);
    double[] ten = drawn(random, 10, 1);
    double counted = Math.log(RatioInterval.of(nine, nine, 0.01).high());
    double approximated = Math.log(RatioInterval.of(ten, ten, 0.01).high());
    assertTrue(counted / approximated < 2 && counted / approximated > 0.5);
  }

  @Test
  void an_end_misses_the_true_factor_as_often_as_it_may_with_seed_7() {
    Random random = new Random(7);
    for (int count : new int[] {8, 15}) {
      int missed = 0;
      int times = 4_000;
      for (int i = 0; i < times; i++) {
        double[] before = drawn(random, count, 1);
        missed += RatioInterval.of(drawn(random, count, 1.2), before, 0.05).low() > 1.2 ? 1 : 0;
      }
      assertTrue(missed > times * 0.03 && missed < times * 0.065, count + ": " + missed);
    }
  }

  @Test
  void the_quick_answer_is_that_of_the_interval_with_seed_11() {
    Random random = new Random(11);
    int above = 0;
    for (int i = 0; i < 1_000; i++) {
      double[] before = drawn(random, 5 + i % 20, 1);
      double[] after = drawn(random, 5 + i % 13, 1 + i % 12 / 100.0);
      RatioInterval interval = RatioInterval.of(after, before, 0.01);
      boolean expected = interval.low() > 1 && interval.ratio() >= 1.025;
      above += expected ? 1 : 0;
      if (Math.abs(interval.ratio() - 1.025) > 0.001) { // a median between two quotients
        assertEquals(expected, RatioInterval.isAbove(after, before, 0.01, 1.025), "draw " + i);
      }
    }
    assertTrue(above > 100 && above < 900, "above: " + above);
  }

  @Test
  void what_is_not_above_zero_is_refused() {
    double[] zero = {0, 1};
    assertThrows(
        IllegalArgumentException.class, () -> RatioInterval.of(zero, new double[] {1}, 0.1));
  }
}
