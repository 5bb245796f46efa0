package thaw.stats;

import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * The two-sided Mann-Whitney U test: could two samples come from one distribution? It compares
 * ranks, so an outlier weighs no more than any other value, and it assumes no shape.
 *
 * <p>The p-value is exact for fewer than 50 values a side without ties, otherwise the normal
 * approximation with corrections for ties and continuity.
 */
public final class RankTest {
  private RankTest() {}

  /**
   * The probability of ranks at least as unequal as these if there is no difference; 1 when all
   * values are equal.
   *
   * @param a at least one value, all finite
   * @param b at least one value, all finite
   */
  public static double pValue(double[] a, double[] b) {
    double[] left = ValueChecks.ascending(a);
    double[] right = ValueChecks.ascending(b);
    if (Math.min(left[0], right[0]) == Math.max(left[left.length - 1], right[right.length - 1])) {
      return 1; // no variance, the approximation would divide by zero
    }
    double p =
        MannWhitneyUTest.withDefaults()
            .with(AlternativeHypothesis.TWO_SIDED)
            .test(left, right)
            .getPValue();
    return Math.min(1, p);
  }

  /**
   * The smallest p-value that samples of these sizes can give, that of two samples that do not
   * overlap at all: 0.1 for 3 against 3, 0.029 for 4 against 4. A difference between samples that
   * are too small can never be told from chance, however large it is.
   */
  public static double smallestPValue(int countA, int countB) {
    if (countA < 1 || countB < 1) {
      throw new IllegalArgumentException("must be 1 or more: counts=" + countA + ", " + countB);
    }
    double oneSide = 1; // 1 / (countA + countB over countA), factor by factor
    for (int i = 1; i <= countA; i++) {
      oneSide *= (double) i / (countB + i);
    }
    return Math.min(1, 2 * oneSide);
  }
}
