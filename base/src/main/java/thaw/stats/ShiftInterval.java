package thaw.stats;

import java.util.Arrays;

/**
 * The difference by which one sample lies above another: the Hodges-Lehmann estimate with the
 * interval that belongs to the Mann-Whitney U test. It assumes no shape, only that a change shifts
 * the values.
 *
 * <p>Of all differences of a value here and a value there, the median is the estimate, and the
 * interval goes from the k-th smallest to the k-th largest, with the largest k for which P(U &lt;
 * k) without a difference is at most half of what {@link MedianInterval#CONFIDENCE} leaves. It
 * excludes zero just when the two-sided test says that there is a difference (Hollander, Wolfe and
 * Chicken, "Nonparametric Statistical Methods", 2014, 4.2 and 4.3).
 *
 * <p><b>Samples of less than 4 values each have no such interval</b>; then this is the range of all
 * differences, and {@code coverage} says how little that promises.
 *
 * @param low a difference
 * @param median the estimate
 * @param high a difference
 * @param coverage the probability, 0..1, that such an interval contains the true shift
 */
public record ShiftInterval(double low, double median, double high, double coverage) {
  /**
   * @param above at least one value, all finite
   * @param below likewise
   */
  public static ShiftInterval of(double[] above, double[] below) {
    double[] more = ValueChecks.ascending(above);
    double[] less = ValueChecks.ascending(below);
    double[] differences = differences(more, less);
    double[] cumulative = cumulative(more.length, less.length);
    double side = (1 - MedianInterval.CONFIDENCE) / 2;
    int rank = 1;
    while (rank < cumulative.length && cumulative[rank] <= side) {
      rank++;
    }
    rank = Math.min(rank, (differences.length + 1) / 2);
    return new ShiftInterval(
        differences[rank - 1],
        Quantiles.of(differences).median(),
        differences[differences.length - rank],
        1 - 2 * cumulative[rank - 1]);
  }

  /** Returns what each value here is above each one there, ascending. */
  static double[] differences(double[] here, double[] there) {
    double[] differences = new double[here.length * there.length];
    int next = 0;
    for (double one : here) {
      for (double other : there) {
        differences[next++] = one - other;
      }
    }
    Arrays.sort(differences);
    return differences;
  }

  /** Returns whether the first sample lies above the second, and not by chance. */
  public boolean isAboveZero() {
    return low > 0 && coverage >= MedianInterval.CONFIDENCE;
  }

  /** P(U &lt;= u) without a difference, by counting the orders of so many values. */
  static double[] cumulative(int here, int there) {
    double[][] ways = new double[here + 1][here * there + 1];
    ways[0][0] = 1;
    // Gaussian binomial coefficient: partitions into at most `here` parts of at most `there`.
    for (int part = 1; part <= here + there; part++) {
      for (int parts = Math.min(here, part); parts >= 1; parts--) {
        for (int sum = here * there; sum >= 0; sum--) {
          int rest = sum - (part - parts);
          ways[parts][sum] += rest >= 0 ? ways[parts - 1][rest] : 0;
        }
      }
    }
    double all = Arrays.stream(ways[here]).sum();
    double[] cumulative = new double[here * there + 1];
    double sum = 0;
    for (int u = 0; u < cumulative.length; u++) {
      sum += ways[here][u] / all;
      cumulative[u] = sum;
    }
    return cumulative;
  }
}
