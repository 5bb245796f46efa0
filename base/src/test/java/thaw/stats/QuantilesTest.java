package thaw.stats;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantilesTest {
  @Test
  void ten_values_have_the_quantiles_of_definition_8() {
    // R: quantile(1:10, c(.25, .5, .9), type = 8)
    Quantiles quantiles = Quantiles.of(10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
    assertAll(
        () -> assertEquals(2.916667, quantiles.at(0.25), 1e-6),
        () -> assertEquals(5.5, quantiles.median()),
        () -> assertEquals(9.633333, quantiles.at(0.9), 1e-6),
        () -> assertEquals(5.5, quantiles.mean()),
        () -> assertEquals(1, quantiles.min()),
        () -> assertEquals(10, quantiles.max()),
        () -> assertEquals(10, quantiles.count()));
  }

  @Test
  void p99_of_three_values_is_the_largest_and_samplesFor_says_so() {
    assertEquals(30, Quantiles.of(10, 20, 30).at(0.99));
    assertTrue(3 < Quantiles.samplesFor(0.99));
  }

  @ParameterizedTest(name = "p = {0}: {1} values")
  @CsvSource({"0.5, 2", "0.25, 3", "0.75, 3", "0.9, 7", "0.1, 7", "0.99, 67", "0.999, 667"})
  void samplesFor_is_the_count_from_which_a_quantile_leaves_the_extremes(double p, int count) {
    assertEquals(count, Quantiles.samplesFor(p));
    Quantiles enough = Quantiles.of(oneTo(count));
    assertTrue(enough.at(p) > enough.min() && enough.at(p) < enough.max());
    Quantiles tooFew = Quantiles.of(oneTo(count - 1));
    assertTrue(tooFew.at(p) == tooFew.min() || tooFew.at(p) == tooFew.max());
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void quantiles_rise_with_p_and_stay_within_the_values(long seed) {
    Random random = new Random(seed);
    Quantiles quantiles =
        Quantiles.of(random.doubles(1 + random.nextInt(200)).map(x -> Math.exp(9 * x)).toArray());
    double last = quantiles.min();
    for (int permille = 0; permille <= 1000; permille++) {
      double now = quantiles.at(permille / 1000.0);
      assertTrue(now >= last, "falls at " + permille);
      last = now;
    }
    assertEquals(quantiles.min(), quantiles.at(0));
    assertEquals(quantiles.max(), quantiles.at(1));
    assertTrue(quantiles.mean() >= quantiles.min() && quantiles.mean() <= quantiles.max());
  }

  @Test
  void nothing_and_not_a_number_have_no_quantiles() {
    assertThrows(IllegalArgumentException.class, () -> Quantiles.of());
    assertThrows(IllegalArgumentException.class, () -> Quantiles.of(1, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> Quantiles.samplesFor(1));
  }

  private static double[] oneTo(int count) {
    return java.util.stream.IntStream.rangeClosed(1, count).asDoubleStream().toArray();
  }
}
