package thaw.presentation.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AxisTest {
  @Test
  void an_axis_for_bars_begins_at_zero_and_ends_at_a_tick() {
    Axis axis = Axis.fromZero(23_600);
    assertEquals(List.of(0.0, 5e3, 10e3, 15e3, 20e3, 25e3), axis.ticks());
    assertEquals(0, axis.share(0));
    assertEquals(1, axis.share(25_000));
  }

  @Test
  void an_axis_for_dots_is_logarithmic_when_the_range_is_large() {
    Axis axis = Axis.around(80, 24_000);
    assertTrue(axis.logarithmic());
    assertEquals(List.of(100.0, 300.0, 1e3, 3e3, 10e3), axis.ticks());
    assertFalse(Axis.around(800, 1_200).logarithmic());
    assertFalse(Axis.around(0, 1_200).logarithmic());
  }

  @Test
  void equal_values_have_an_axis() {
    for (double value : new double[] {0, 0.5, 7, 1e9}) {
      double share = Axis.around(value, value).share(value);
      assertTrue(share >= 0 && share < 1, "value " + value);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {71, 72, 73})
  void any_range_has_two_to_nine_ticks_within_its_ends(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 2000; i++) {
      double min = Math.exp(20 * random.nextDouble() - 5);
      double max = min * Math.exp(8 * random.nextDouble() + 0.01);
      for (Axis axis : List.of(Axis.around(min, max), Axis.fromZero(max))) {
        int ticks = axis.ticks().size();
        assertTrue(ticks >= 2 && ticks <= 9, axis.toString());
        for (double tick : axis.ticks()) {
          assertTrue(
              tick >= axis.low() - 1e-9 && tick <= axis.high() * (1 + 1e-9), axis.toString());
        }
      }
    }
  }
}
