package thaw.stats;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The factor by which one sample lies above another: the Hodges-Lehmann estimate of their
 * logarithms, with the interval that belongs to the Mann-Whitney U test. It assumes no shape, only
 * that a change multiplies the values.
 *
 * <p>Of all quotients of a value here and a value there, the median is the estimate. The interval
 * goes from the k-th smallest to the k-th largest, with the largest k for which P(U &lt; k) without
 * a difference is at most {@code miss}: exactly counted as in {@link ShiftInterval} where a sample
 * has fewer than 10 values, else by the normal approximation (Hollander, Wolfe and Chicken,
 * "Nonparametric Statistical Methods", 2014, 4.3).
 *
 * @param low lower end; 0 where so few values have none
 * @param ratio the estimate
 * @param high upper end; infinite where so few values have none
 * @param miss probability, at each end, that the true factor lies beyond it
 */
public record RatioInterval(double low, double ratio, double high, double miss) {
  private static final int FEWEST_FOR_NORMAL = 10;

  /**
   * @param above at least one value, all greater than 0
   * @param below likewise
   * @param miss above 0 and below 0.5
   */
  public static RatioInterval of(double[] above, double[] below, double miss) {
    double[] more = logarithms(above);
    double[] less = logarithms(below);
    double[] differences = ShiftInterval.differences(more, less);
    int rank = Math.min(rank(more.length, less.length, miss), (differences.length + 1) / 2);
    double middle =
        (differences[(differences.length - 1) / 2] + differences[differences.length / 2]) / 2;
    return rank < 1
        ? new RatioInterval(0, Math.exp(middle), Double.POSITIVE_INFINITY, miss)
        : new RatioInterval(
            Math.exp(differences[rank - 1]),
            Math.exp(middle),
            Math.exp(differences[differences.length - rank]),
            miss);
  }

  /** Returns whether there are values enough for an interval. */
  public boolean hasEnds() {
    return low > 0;
  }

  /**
   * Returns whether the interval lies above 1 and the estimate at or above a factor: the same, but
   * for a median between two quotients, without all the quotients. For many draws.
   */
  public static boolean isAbove(double[] above, double[] below, double miss, double factor) {
    double[] more = logarithms(above);
    double[] less = logarithms(below);
    long all = (long) more.length * less.length;
    return notAbove(more, less, 0) < rank(more.length, less.length, miss)
        && notAbove(more, less, Math.log(factor)) * 2 <= all;
  }

  /** Pairs whose difference is at most so large; both ascending. */
  private static long notAbove(double[] more, double[] less, double difference) {
    long pairs = 0;
    int next = 0;
    for (double each : less) {
      while (next < more.length && more[next] <= each + difference) {
        next++;
      }
      pairs += next;
    }
    return pairs;
  }

  /**
   * The fewest values a side whose interval has ends.
   *
   * @param miss above 0 and below 0.5
   */
  static int samplesFor(double miss) {
    int count = 1;
    while (RankTest.smallestPValue(count, count) / 2 > miss) {
      count++;
    }
    return count;
  }

  private static double[] logarithms(double[] values) {
    double[] ascending = ValueChecks.ascending(values);
    if (!(ascending[0] > 0)) {
      throw new IllegalArgumentException("must be greater than 0: " + ascending[0]);
    }
    return Arrays.stream(ascending).map(Math::log).toArray();
  }

  /** 0 for none. */
  private static int rank(int here, int there, double miss) {
    if (Math.min(here, there) >= FEWEST_FOR_NORMAL) {
      double mean = here * (double) there / 2;
      double deviation = Math.sqrt(here * (double) there * (here + there + 1) / 12);
      double z = NormalDistribution.of(0, 1).inverseSurvivalProbability(miss);
      return (int) Math.floor(mean - z * deviation);
    }
    double[] cumulative = ShiftInterval.cumulative(Math.min(here, there), Math.max(here, there));
    int rank = 0;
    while (rank < cumulative.length && cumulative[rank] <= miss) {
      rank++;
    }
    return rank;
  }
}
