package thaw.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RankTestTest {
  @Test
  void samples_that_do_not_overlap_have_the_smallest_exact_p_value() {
    assertEquals(0.1, RankTest.pValue(new double[] {1, 2, 3}, new double[] {4, 5, 6}), 1e-12);
    assertEquals(0.1, RankTest.smallestPValue(3, 3), 1e-12);
  }

  @ParameterizedTest(name = "{0} against {1}: {2}")
  @CsvSource({"1, 1, 1", "2, 2, 0.3333333333", "4, 4, 0.0285714286", "3, 100, 0.0000113097"})
  void the_smallest_p_value_counts_the_ways_to_choose(int a, int b, double p) {
    assertEquals(p, RankTest.smallestPValue(a, b), 1e-9);
  }

  @Test
  void the_smallest_p_value_of_large_samples_is_nearly_zero() {
    assertTrue(RankTest.smallestPValue(1000, 1000) < 1e-300);
  }

  @Test
  void equal_values_are_no_difference() {
    assertEquals(1, RankTest.pValue(new double[] {7, 7, 7}, new double[] {7, 7}));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {31, 32, 33, 34, 35, 36})
  void the_test_does_not_care_which_sample_comes_first(long seed) {
    Random random = new Random(seed);
    double[] a = random.doubles(1 + random.nextInt(80)).toArray();
    double[] b = random.doubles(1 + random.nextInt(80)).map(x -> x + 0.1).toArray();
    assertEquals(RankTest.pValue(a, b), RankTest.pValue(b, a), 1e-12);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {41, 42, 43})
  void ties_keep_the_p_value_within_0_and_1(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      double[] a = random.ints(1 + random.nextInt(9), 0, 3).asDoubleStream().toArray();
      double[] b = random.ints(1 + random.nextInt(9), 0, 3).asDoubleStream().toArray();
      double p = RankTest.pValue(a, b);
      assertTrue(p >= 0 && p <= 1, "p=" + p);
      assertEquals(p, RankTest.pValue(b, a), 1e-12);
    }
  }

  @Test
  void without_a_difference_one_test_in_twenty_falls_below_5_percent_seed_51() {
    Random random = new Random(51);
    int alarms = 0;
    for (int i = 0; i < 4000; i++) {
      if (RankTest.pValue(random.doubles(20).toArray(), random.doubles(20).toArray()) < 0.05) {
        alarms++;
      }
    }
    assertEquals(0.05, alarms / 4000.0, 0.015);
  }
}
