package thaw.experiment;

import thaw.stats.MedianInterval;
import thaw.stats.Quantiles;

/**
 * One metric of one variant, over its samples that did not fail.
 *
 * @param count number of samples
 * @param mean arithmetic mean
 * @param medianLow lower end of the 95 % confidence interval of the median
 * @param medianHigh upper end of it
 */
public record Distribution(
    int count,
    double min,
    double p50,
    double p90,
    double p99,
    double max,
    double mean,
    double medianLow,
    double medianHigh) {
  /**
   * @param values at least one, in any order
   */
  public static Distribution of(double... values) {
    Quantiles quantiles = Quantiles.of(values);
    MedianInterval interval = MedianInterval.of(values);
    return new Distribution(
        quantiles.count(),
        quantiles.min(),
        quantiles.median(),
        quantiles.at(0.90),
        quantiles.at(0.99),
        quantiles.max(),
        quantiles.mean(),
        interval.low(),
        interval.high());
  }

  /** Of the interval from {@code medianLow} to {@code medianHigh}, 0..1. */
  public double medianCoverage() {
    return MedianInterval.coverage(count);
  }
}
