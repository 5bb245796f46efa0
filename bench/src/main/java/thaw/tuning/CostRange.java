package thaw.tuning;

import thaw.stats.MeanInterval;

/**
 * A cost with its interval. A bill is a sum, so it is by the mean of what is billed.
 *
 * @param low lower end of the 95 % interval
 * @param high upper end of it
 * @param median the cost by the median of what is billed: of a usual request, not of a million
 */
public record CostRange(double mean, double low, double high, double median) {
  static CostRange of(MeanInterval billed, double median) {
    return new CostRange(billed.mean(), Math.max(0, billed.low()), billed.high(), median);
  }

  /** Multiplies by a factor, which must not be negative. */
  CostRange times(double factor) {
    return new CostRange(mean * factor, low * factor, high * factor, median * factor);
  }

  /**
   * Adds another cost: both at their lower ends, and both at their upper ones. The interval of the
   * sum is no wider than that.
   */
  CostRange plus(CostRange other) {
    return new CostRange(
        mean + other.mean, low + other.low, high + other.high, median + other.median);
  }

  CostRange plus(double constant) {
    return new CostRange(mean + constant, low + constant, high + constant, median + constant);
  }
}
