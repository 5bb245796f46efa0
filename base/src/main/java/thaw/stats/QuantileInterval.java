package thaw.stats;

import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * A confidence interval of a quantile that assumes nothing about the distribution except that the
 * values are independent.
 *
 * <p>As with {@link MedianInterval}, the number of values below the true p-quantile is binomial, so
 * both ends are values of the sample: the largest rank with P(B(n, p) &lt; rank) and the smallest
 * with P(B(n, p) &gt;= rank) of at most half of what {@link MedianInterval#CONFIDENCE} leaves.
 *
 * <p><b>An end may be missing.</b> So few values can all lie on one side of it: p90 has an upper
 * end from {@link #samplesForHigh} 36 values on, p99 from 368.
 *
 * @param low a value of the sample, or none
 * @param high a value of the sample, or none
 */
public record QuantileInterval(OptionalDouble low, OptionalDouble high) {
  private static final double MISS_EACH_SIDE = (1 - MedianInterval.CONFIDENCE) / 2;

  /**
   * @param p above 0 and below 1
   * @param values at least one, all finite, in any order
   */
  public static QuantileInterval of(double p, double... values) {
    double[] ascending = ValueChecks.ascending(values);
    BinomialDistribution below = BinomialDistribution.of(ascending.length, p);
    int low = 0; // ranks from 1; 0 for none
    while (low < ascending.length && below.cumulativeProbability(low) <= MISS_EACH_SIDE) {
      low++;
    }
    int high = ascending.length + 1; // beyond the last one for none
    while (high > 1 && below.survivalProbability(high - 2) <= MISS_EACH_SIDE) {
      high--;
    }
    return new QuantileInterval(
        low == 0 ? OptionalDouble.empty() : OptionalDouble.of(ascending[low - 1]),
        high > ascending.length ? OptionalDouble.empty() : OptionalDouble.of(ascending[high - 1]));
  }

  /**
   * The fewest values whose interval has an upper end.
   *
   * @param p above 0 and below 1
   */
  public static int samplesForHigh(double p) {
    return (int) Math.ceil(Math.log(MISS_EACH_SIDE) / Math.log(p));
  }
}
