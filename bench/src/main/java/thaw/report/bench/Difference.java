package thaw.report.bench;

import java.util.Locale;
import thaw.experiment.Distribution;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.presentation.text.Figures;
import thaw.stats.RankTest;

/**
 * The ratio by which a variant is faster than another one, from start to response.
 *
 * @param ratio of the other's median to this one's
 * @param low the least that both medians' intervals allow
 * @param high the most
 * @param pValue two-sided Mann-Whitney U test of the totals
 * @param smallestPValue that so few samples can give
 */
record Difference(double ratio, double low, double high, double pValue, double smallestPValue) {
  /** Both have a sample that did not fail. */
  static Difference of(VariantResult fast, VariantResult slow) {
    double[] ours = totals(fast);
    double[] theirs = totals(slow);
    Distribution one = Distribution.of(ours);
    Distribution other = Distribution.of(theirs);
    return new Difference(
        other.p50() / one.p50(),
        other.medianLow() / one.medianHigh(),
        other.medianHigh() / one.medianLow(),
        RankTest.pValue(ours, theirs),
        RankTest.smallestPValue(ours.length, theirs.length));
  }

  /** Returns whether the variant is faster by the rank test, and by intervals that do not touch. */
  boolean isProved() {
    return isSignificant() && low > 1;
  }

  /** Returns whether the rank test alone says so; the intervals may touch. */
  boolean isSignificant() {
    return pValue < ComparisonVerdict.SIGNIFICANCE;
  }

  boolean hasTooFew() {
    return smallestPValue >= ComparisonVerdict.SIGNIFICANCE;
  }

  String times() {
    return times(ratio);
  }

  String interval() {
    return times(low) + " to " + times(high);
  }

  private static String times(double ratio) {
    return ratio >= 99.95
        ? Figures.whole(ratio)
        : String.format(Locale.ROOT, ratio >= 9.995 ? "%.1f" : "%.2f", ratio);
  }

  private static double[] totals(VariantResult variant) {
    return variant.samples().stream()
        .filter(sample -> sample.failure() == null)
        .filter(sample -> sample.values().containsKey(Metric.TOTAL))
        .mapToDouble(sample -> sample.values().getOrDefault(Metric.TOTAL, Double.NaN))
        .toArray();
  }
}
