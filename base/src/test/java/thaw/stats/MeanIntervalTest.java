package thaw.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MeanIntervalTest {
  @Test
  void it_is_the_one_of_the_textbook() {
    // Standard deviation 1.5811 of 5 values, and the quantile of t with 4 degrees is 2.7764.
    MeanInterval interval = MeanInterval.of(5, 1, 4, 2, 3);
    assertEquals(3, interval.mean());
    assertEquals(3 - 2.7764 * 1.5811 / Math.sqrt(5), interval.low(), 1e-3);
    assertEquals(3 + 2.7764 * 1.5811 / Math.sqrt(5), interval.high(), 1e-3);
  }

  @Test
  void a_single_value_and_equal_ones_have_no_width() {
    assertEquals(new MeanInterval(7, 7, 7), MeanInterval.of(7));
    assertEquals(new MeanInterval(7, 7, 7), MeanInterval.of(7, 7, 7));
    assertThrows(IllegalArgumentException.class, MeanInterval::of);
  }

  @Test
  void it_holds_the_true_mean_as_often_as_it_says() {
    Random random = new Random(1);
    int rounds = 4_000;
    int held = 0;
    for (int round = 0; round < rounds; round++) {
      MeanInterval interval =
          MeanInterval.of(IntStream.range(0, 7).mapToDouble(_ -> random.nextGaussian()).toArray());
      held += interval.low() <= 0 && interval.high() >= 0 ? 1 : 0;
    }
    double share = (double) held / rounds;
    assertTrue(share > 0.94 && share < 0.96, share + " of seed 1");
  }
}
