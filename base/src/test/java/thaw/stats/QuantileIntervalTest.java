package thaw.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QuantileIntervalTest {
  private static double[] oneTo(int count) {
    return IntStream.rangeClosed(1, count).mapToDouble(i -> i).toArray();
  }

  /** Ranks 40 and 61 of 100, as tables of order statistics have them. */
  @Test
  void of_a_median_it_is_the_medians_interval() {
    for (int count : new int[] {6, 10, 30, 100}) {
      QuantileInterval interval = QuantileInterval.of(0.5, oneTo(count));
      MedianInterval median = MedianInterval.of(oneTo(count));
      assertEquals(median.low(), interval.low().orElseThrow(), "" + count);
      assertEquals(median.high(), interval.high().orElseThrow(), "" + count);
    }
    assertEquals(40, QuantileInterval.of(0.5, oneTo(100)).low().orElseThrow());
  }

  @Test
  void few_values_can_all_lie_below_a_high_quantile() {
    assertTrue(QuantileInterval.of(0.9, oneTo(35)).high().isEmpty());
    assertEquals(36, QuantileInterval.of(0.9, oneTo(36)).high().orElseThrow());
    assertEquals(36, QuantileInterval.samplesForHigh(0.9));
    assertEquals(368, QuantileInterval.samplesForHigh(0.99));
    assertTrue(QuantileInterval.of(0.9, 7).low().isEmpty());
    assertEquals(1, QuantileInterval.of(0.9, 1, 2).low().orElseThrow());
  }

  /** Seed 1: 2,000 samples of 50; each end misses in at most 2.5 %, here within 1 % more. */
  @Test
  void each_end_misses_the_true_quantile_as_seldom_as_promised() {
    Random random = new Random(1);
    int below = 0;
    int above = 0;
    for (int i = 0; i < 2_000; i++) {
      QuantileInterval interval =
          QuantileInterval.of(0.9, random.doubles(50).toArray()); // uniform: the true one is 0.9
      below += interval.high().orElse(1) < 0.9 ? 1 : 0;
      above += interval.low().orElse(0) > 0.9 ? 1 : 0;
    }
    assertTrue(below <= 2_000 * 0.035, "upper end too low: " + below);
    assertTrue(above <= 2_000 * 0.035, "lower end too high: " + above);
    assertTrue(below + above > 0, "an interval that never misses is too wide");
  }
}
