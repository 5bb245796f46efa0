package thaw.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MedianIntervalTest {
  @ParameterizedTest(name = "{0} values: {1}..{2}, coverage {3}")
  @CsvSource({
    "1, 1, 1, 0",
    "2, 1, 2, 0.5",
    "3, 1, 3, 0.75",
    "4, 1, 4, 0.875",
    "5, 1, 5, 0.9375",
    "6, 1, 6, 0.96875",
    "8, 1, 8, 0.9921875",
    "9, 2, 8, 0.9609375",
    "20, 6, 15, 0.9586105",
    "30, 10, 21, 0.9572261",
    "100, 40, 61, 0.9647998"
  })
  void the_interval_has_the_ranks_and_the_coverage_of_published_tables(
      int count, double low, double high, double coverage) {
    MedianInterval interval =
        MedianInterval.of(IntStream.rangeClosed(1, count).asDoubleStream().toArray());
    assertEquals(low, interval.low());
    assertEquals(high, interval.high());
    assertEquals(coverage, interval.coverage(), 1e-6);
  }

  @Test
  void from_six_values_on_the_coverage_is_at_least_95_percent_and_one_rank_less_would_not_be() {
    for (int count = 6; count <= 400; count++) {
      assertTrue(MedianInterval.coverage(count) >= MedianInterval.CONFIDENCE, "count " + count);
      assertTrue(MedianInterval.coverage(count) < 1, "count " + count);
    }
    for (int count = 1; count < 6; count++) {
      assertTrue(MedianInterval.coverage(count) < MedianInterval.CONFIDENCE, "count " + count);
    }
    assertThrows(IllegalArgumentException.class, () -> MedianInterval.coverage(0));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {11, 12, 13, 14, 15})
  void the_interval_contains_the_median_of_the_sample(long seed) {
    Random random = new Random(seed);
    for (int count = 1; count < 120; count++) {
      double[] values = random.doubles(count).map(x -> 100 / (x + 0.01)).toArray();
      MedianInterval interval = MedianInterval.of(values);
      double median = Quantiles.of(values).median();
      assertTrue(interval.low() <= median && median <= interval.high(), "count " + count);
    }
  }

  /**
   * 4,000 samples: the share has a standard error below 0.35 %, so 1.5 % is more than 4 of them.
   */
  @ParameterizedTest(name = "seed 21, {0} values")
  @ValueSource(ints = {3, 6, 10, 30, 100})
  void in_simulation_the_true_median_is_covered_as_often_as_promised(int count) {
    Random random = new Random(21);
    int samples = 4000;
    int covered = 0;
    for (int i = 0; i < samples; i++) {
      // log-normal as cold starts are: a long right tail, true median exp(0) = 1
      double[] values =
          IntStream.range(0, count).mapToDouble(j -> Math.exp(random.nextGaussian())).toArray();
      MedianInterval interval = MedianInterval.of(values);
      if (interval.low() <= 1 && 1 <= interval.high()) {
        covered++;
      }
    }
    double promised = MedianInterval.coverage(count);
    double tolerance = 4 * Math.sqrt(promised * (1 - promised) / samples);
    assertEquals(promised, covered / (double) samples, tolerance);
  }
}
