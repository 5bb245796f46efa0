package thaw.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class PowerLawTest {
  @Test
  void points_on_a_power_law_give_it_back_without_spread() {
    double[] x = {1, 2, 5, 10, 30, 100};
    PowerLaw line =
        PowerLaw.through(x, DoubleStream.of(x).map(each -> 3 * Math.pow(each, 1.2)).toArray());
    assertEquals(1.2, line.slope(), 1e-9);
    assertEquals(3 * Math.pow(50, 1.2), line.at(50), 1e-6);
    assertEquals(1, line.factor(50, 0.8), 1e-6);
    assertEquals(4, line.freedom());
  }

  @Test
  void few_points_or_points_at_one_place_have_a_factor_alone() {
    PowerLaw few = PowerLaw.through(new double[] {1, 10, 100}, new double[] {2, 20, 200});
    assertEquals(1, few.slope());
    assertEquals(2, few.at(1), 1e-9);
    double[] near = {50, 55, 60, 65, 70, 75};
    PowerLaw one = PowerLaw.through(near, new double[] {200, 210, 205, 201, 208, 204});
    assertEquals(1, one.slope());
    assertEquals(5, one.freedom());
  }

  /** With the textbook's figure: t of 4 degrees of freedom, 90 % below, is 1.533. */
  @Test
  void the_interval_is_that_of_a_new_value() {
    double[] x = {1, 1, 1, 1, 1};
    double[] y = DoubleStream.of(-2, -1, 0, 1, 2).map(Math::exp).toArray();
    double spread = Math.sqrt(10.0 / 4);
    assertEquals(
        Math.exp(1.5332 * spread * Math.sqrt(1.2)), PowerLaw.through(x, y).factor(1, 0.8), 1e-2);
  }

  @Test
  void far_from_the_points_the_interval_is_wider() {
    double[] x = {1, 2, 4, 8, 16, 32};
    double[] y = {1.1, 1.9, 4.4, 7.2, 17, 31};
    PowerLaw line = PowerLaw.through(x, y);
    assertTrue(line.factor(1_000, 0.8) > line.factor(6, 0.8));
  }

  @Test
  void of_a_hundred_new_values_about_eighty_lie_inside() {
    Random random = new Random(1);
    int inside = 0;
    int rounds = 2_000;
    for (int round = 0; round < rounds; round++) {
      double[] x = {1, 3, 9, 27, 81, 243, 10};
      double[] y =
          DoubleStream.of(x)
              .map(each -> 2 * each * Math.exp(0.3 * random.nextGaussian()))
              .toArray();
      PowerLaw line = PowerLaw.through(Arrays.copyOf(x, 6), Arrays.copyOf(y, 6));
      double error = Math.max(y[6] / line.at(10), line.at(10) / y[6]);
      inside += error <= line.factor(10, 0.8) ? 1 : 0;
    }
    assertEquals(0.8, inside / (double) rounds, 0.03);
  }

  @Test
  void two_points_are_too_few() {
    assertThrows(
        IllegalArgumentException.class,
        () -> PowerLaw.through(new double[] {1, 2}, new double[] {1, 2}));
  }

  @Test
  void a_moved_line_keeps_its_slope_and_takes_the_factor_of_the_points() {
    PowerLaw line =
        PowerLaw.through(
            new double[] {1, 2, 4, 8, 16, 32}, new double[] {1, 4, 16, 64, 256, 1_024});
    PowerLaw moved = line.movedTo(new double[] {10}, new double[] {300});
    assertEquals(2, moved.slope(), 1e-9);
    assertEquals(1_200, moved.at(20), 1e-6);
    assertEquals(line.spread(), moved.spread(), 1e-9);
  }

  @Test
  void a_moved_line_has_the_spread_of_three_points_and_more() {
    PowerLaw line = PowerLaw.through(new double[] {1, 2, 3}, new double[] {1, 2, 3});
    PowerLaw moved =
        line.movedTo(new double[] {1, 1, 1}, new double[] {1, Math.E, Math.E * Math.E});
    assertEquals(1, moved.spread(), 1e-9);
    assertEquals(Math.E, moved.at(1), 1e-9);
  }

  @Test
  void it_reaches_four_times_beyond_its_points_and_a_moved_one_beyond_both() {
    PowerLaw line = PowerLaw.through(new double[] {10, 20, 30}, new double[] {1, 2, 3});
    assertTrue(line.reaches(2.6) && line.reaches(119));
    assertFalse(line.reaches(2.4) || line.reaches(121));
    assertTrue(line.movedTo(new double[] {100}, new double[] {50}).reaches(399));
  }

  @Test
  void another_spread_changes_the_interval_and_not_the_line() {
    PowerLaw line = PowerLaw.through(new double[] {1, 2, 3}, new double[] {1, 2, 3.3});
    PowerLaw wide = line.withSpread(1, 2);
    assertEquals(line.at(5), wide.at(5), 1e-9);
    assertTrue(wide.factor(2, 0.8) > line.factor(2, 0.8));
  }
}
