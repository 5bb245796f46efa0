package thaw.stats;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * A confidence interval of the median that assumes nothing about the distribution except that the
 * values are independent.
 *
 * <p>Each value falls below the true median with probability 1/2, so the number that does is
 * binomial, and the interval from the k-th smallest to the k-th largest value misses the median
 * with probability 2 P(B(n, 1/2) &lt; k). The largest k is taken that still gives {@link
 * #CONFIDENCE}. As k is whole, the coverage is usually a little above it: 96.9 % of 6 values, 95.7
 * % of 30, 96.5 % of 100.
 *
 * <p><b>Fewer than 6 values have no such interval.</b> Then this is the whole range, and {@code
 * coverage} says how little that promises: 93.8 % for 5 values, 87.5 % for 4, 75 % for 3, 50 % for
 * 2, nothing for 1.
 *
 * @param low a value of the sample
 * @param high a value of the sample
 * @param coverage the probability, 0..1, that such an interval contains the true median; below
 *     {@link #CONFIDENCE} for fewer than 6 values
 */
public record MedianInterval(double low, double high, double coverage) {
  /** The coverage that is asked for. */
  public static final double CONFIDENCE = 0.95;

  /**
   * @param values at least one, all finite, in any order
   */
  public static MedianInterval of(double... values) {
    double[] ascending = ValueChecks.ascending(values);
    int rank = rank(ascending.length);
    return new MedianInterval(
        ascending[rank - 1], ascending[ascending.length - rank], coverage(ascending.length));
  }

  /**
   * Returns the probability, 0..1, that the interval of so many values contains the true median.
   *
   * @param count at least 1
   */
  public static double coverage(int count) {
    return 1 - 2 * below(count, rank(count));
  }

  /**
   * Returns the rank at which the interval begins, counted from either end; 1 is the outermost
   * value.
   */
  private static int rank(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("must be 1 or more: count=" + count);
    }
    int rank = BinomialDistribution.of(count, 0.5).inverseCumulativeProbability(missEachSide());
    return Math.max(1, below(count, rank + 1) <= missEachSide() ? rank + 1 : rank);
  }

  private static double missEachSide() {
    return (1 - CONFIDENCE) / 2;
  }

  private static double below(int count, int rank) {
    return BinomialDistribution.of(count, 0.5).cumulativeProbability(rank - 1);
  }
}
