package thaw.tuning;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TuneStrategyTest {
  private static WeighedSize size(int memory, double millis, double usd) {
    return new WeighedSize(memory, exactly(millis), cost(usd));
  }

  private static CostRange cost(double usd) {
    return new CostRange(usd, usd, usd, usd);
  }

  private static MedianRange exactly(double value) {
    return new MedianRange(value, value, value);
  }

  /** Faster and dearer with each step; the second step buys little. */
  private static final List<WeighedSize> SIZES =
      List.of(size(128, 100, 1), size(512, 30, 1.2), size(1769, 28, 4));

  private static int best(TuneStrategy strategy, double weight) {
    return strategy.best(SIZES, weight, 0).size().memoryMiB();
  }

  @Test
  void cost_takes_the_cheapest_and_speed_the_fastest() {
    assertEquals(128, best(TuneStrategy.COST, 0.5));
    assertEquals(1769, best(TuneStrategy.SPEED, 0.5));
  }

  @Test
  void balanced_takes_what_is_nearly_the_best_by_both() {
    // 0.5 x 1/4 + 0.5 x 1 = 0.625; 0.5 x 1.2/4 + 0.5 x 0.3 = 0.3; 0.5 + 0.14 = 0.64
    assertEquals(512, best(TuneStrategy.BALANCED, 0.5));
  }

  @Test
  void balanced_leaves_out_the_price_of_requests_as_power_tuning_does() {
    List<WeighedSize> sizes = List.of(size(128, 100, 0.3), size(512, 60, 0.4));
    assertEquals(512, TuneStrategy.BALANCED.best(sizes, 0.5, 0).size().memoryMiB());
    // 0.5 x 0.1/0.2 + 0.5 x 1 = 0.75; 0.5 x 1 + 0.5 x 0.6 = 0.8
    assertEquals(128, TuneStrategy.BALANCED.best(sizes, 0.5, 0.2).size().memoryMiB());
  }

  @Test
  void a_weight_of_0_is_speed_and_one_of_1_is_cost() {
    assertEquals(1769, best(TuneStrategy.BALANCED, 0));
    assertEquals(128, best(TuneStrategy.BALANCED, 1));
  }

  @Test
  void of_two_that_cost_the_same_the_faster_one_is_best() {
    List<WeighedSize> sizes = List.of(size(128, 9, 2), size(256, 5, 2));
    assertEquals(256, TuneStrategy.COST.best(sizes, 0.5, 0).size().memoryMiB());
  }

  @Test
  void sizes_whose_intervals_reach_into_that_of_the_best_may_be_as_good() {
    List<WeighedSize> sizes =
        List.of(
            new WeighedSize(256, new MedianRange(10, 9, 12), cost(1)),
            new WeighedSize(512, new MedianRange(11, 11.5, 13), cost(2)),
            new WeighedSize(1024, new MedianRange(20, 18, 22), cost(3)));
    assertEquals(List.of(512), TuneStrategy.SPEED.best(sizes, 0.5, 0).mayBeAsGood());
    assertEquals(List.of(), TuneStrategy.COST.best(sizes, 0.5, 0).mayBeAsGood());
  }
}
