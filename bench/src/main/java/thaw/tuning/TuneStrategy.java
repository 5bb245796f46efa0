package thaw.tuning;

import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Chooses the best memory size: the strategies of AWS Lambda Power Tuning, in its words, with its
 * formula of the balanced one ({@code lambda/analyzer.js} of
 * github.com/alexcasalboni/aws-lambda-power-tuning, {@code findBalanced}): the least {@code w ×
 * cost / greatest cost + (1 - w) × time / greatest time}. Its cost is that of the time alone: it
 * leaves out the price of a request, which no memory size changes.
 */
public enum TuneStrategy {
  @JsonProperty("cost")
  COST,
  @JsonProperty("speed")
  SPEED,
  @JsonProperty("balanced")
  BALANCED;

  /**
   * @param sizes at least one
   * @param weight of cost where both count
   * @param usdOfRequests the part of each cost that is no price of time
   */
  BestSize best(List<WeighedSize> sizes, double weight, double usdOfRequests) {
    double w =
        switch (this) {
          case COST -> 1;
          case SPEED -> 0;
          case BALANCED -> weight;
        };
    Scales scales =
        new Scales(
            w,
            usdOfRequests,
            greatest(sizes, each -> each.usdOfMillion().mean()) - usdOfRequests,
            greatest(sizes, each -> each.millis().median()));
    Comparator<WeighedSize> order =
        Comparator.<WeighedSize>comparingDouble(each -> scales.value(each).middle())
            .thenComparingDouble(each -> each.millis().median())
            .thenComparingDouble(each -> each.usdOfMillion().mean());
    WeighedSize best = sizes.stream().min(order).orElseThrow();
    double reach = scales.value(best).high();
    return new BestSize(
        this,
        best,
        sizes.stream()
            .filter(each -> each != best && scales.value(each).low() <= reach)
            .map(WeighedSize::memoryMiB)
            .toList());
  }

  /** The scales that make one number of cost and time. */
  private record Scales(double weight, double usdOfRequests, double dearest, double slowest) {
    Weighed value(WeighedSize size) {
      CostRange cost = size.usdOfMillion();
      MedianRange time = size.millis();
      return new Weighed(
          sum(cost.mean(), time.median()),
          sum(cost.low(), time.low()),
          sum(cost.high(), time.high()));
    }

    private double sum(double usd, double millis) {
      return weight * (usd - usdOfRequests) / dearest + (1 - weight) * millis / slowest;
    }
  }

  /**
   * The values of a size: by its mean cost and its median time, and by the ends of their intervals.
   */
  private record Weighed(double middle, double low, double high) {}

  private static double greatest(List<WeighedSize> sizes, ToDoubleFunction<WeighedSize> figure) {
    return sizes.stream().mapToDouble(figure).max().orElseThrow();
  }

  /**
   * A memory size that is the best by a strategy.
   *
   * @param mayBeAsGood sizes that may be as good: their intervals reach into that of the best one
   */
  @JsonPropertyOrder({"strategy", "memoryMiB", "mayBeAsGood"})
  @JsonIncludeProperties({"strategy", "memoryMiB", "mayBeAsGood"})
  public record BestSize(TuneStrategy strategy, WeighedSize size, List<Integer> mayBeAsGood) {
    public BestSize {
      mayBeAsGood = List.copyOf(mayBeAsGood);
    }

    @JsonProperty
    public int memoryMiB() {
      return size.memoryMiB();
    }
  }
}
