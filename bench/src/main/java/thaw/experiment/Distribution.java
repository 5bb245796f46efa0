package thaw.experiment;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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

  /**
   * Returns the distribution of each metric that any of the samples has. Failed samples count as
   * failures and in no distribution.
   */
  public static Map<Metric, Distribution> ofAll(List<Sample> samples) {
    Map<Metric, Distribution> distributions = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      double[] values = values(samples, metric);
      if (values.length > 0) {
        distributions.put(metric, of(values));
      }
    }
    return distributions;
  }

  /** Returns the values of samples that did not fail. */
  public static double[] values(List<Sample> samples, Metric metric) {
    return samples.stream()
        .filter(sample -> sample.failure() == null)
        .map(sample -> sample.values().get(metric))
        .flatMap(Stream::ofNullable)
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  /** Returns the coverage of the interval from {@code medianLow} to {@code medianHigh}, 0..1. */
  public double medianCoverage() {
    return MedianInterval.coverage(count);
  }
}
