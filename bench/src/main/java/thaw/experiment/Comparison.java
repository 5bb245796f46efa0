package thaw.experiment;

import org.jspecify.annotations.Nullable;
import thaw.stats.Quantiles;
import thaw.stats.RankTest;

/**
 * A variant's total time against the baseline's.
 *
 * @param medianRatio median of this variant / median of the baseline
 * @param pValue two-sided Mann-Whitney U test of the totals; small: the difference is not chance
 */
public record Comparison(double medianRatio, double pValue) {
  /** Returns the comparison of the totals; null where one side has no samples. */
  public static @Nullable Comparison of(double[] totals, double[] baseline) {
    return baseline.length == 0 || totals.length == 0
        ? null
        : new Comparison(
            Quantiles.of(totals).median() / Quantiles.of(baseline).median(),
            RankTest.pValue(totals, baseline));
  }
}
