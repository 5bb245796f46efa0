package thaw.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean with its confidence interval by Student's t: for sums, such as bills, of which a median
 * says nothing.
 *
 * <p>It assumes that means of so many values are about normal. Of few values with a long tail it
 * covers the true mean less often than it says, as every such interval does.
 *
 * @param low lower end of the 95 % interval; the mean itself of a single value
 * @param high upper end of it
 */
public record MeanInterval(double mean, double low, double high) {
  /**
   * @param values at least one, all finite, in any order
   */
  public static MeanInterval of(double... values) {
    double[] ascending = ValueChecks.ascending(values);
    int count = ascending.length;
    double mean = Quantiles.of(ascending).mean();
    if (count == 1) {
      return new MeanInterval(mean, mean, mean);
    }
    double squares = 0;
    for (double value : ascending) {
      squares += (value - mean) * (value - mean);
    }
    double standardError = Math.sqrt(squares / (count - 1) / count);
    double reach =
        standardError
            * TDistribution.of(count - 1)
                .inverseCumulativeProbability(1 - (1 - MedianInterval.CONFIDENCE) / 2);
    return new MeanInterval(mean, mean - reach, mean + reach);
  }
}
