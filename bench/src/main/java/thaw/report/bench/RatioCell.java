package thaw.report.bench;

import java.util.List;
import org.jspecify.annotations.Nullable;
import thaw.experiment.Comparison;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.presentation.text.Figures;

/**
 * A cell of the table that compares a variant with another one as the baseline. The page has it for
 * every pair, so that a reader can choose the baseline.
 *
 * @param value which it is sorted by; nothing where one of both has no figure
 * @param tip lines under the pointer
 */
record RatioCell(@Nullable Double value, String text, String style, List<String> tip) {
  static final RatioCell BASELINE = new RatioCell(1.0, "baseline", "weak", List.of());
  static final RatioCell MISSING = new RatioCell(null, Figures.MISSING, "", List.of());

  /** Two, or three where a variant takes less than a tenth of the baseline's time. */
  static int decimals(List<VariantResult> variants) {
    return variants.stream()
            .map(VariantResult::againstBaseline)
            .anyMatch(comparison -> comparison != null && comparison.medianRatio() < 0.0995)
        ? 3
        : 2;
  }

  /** Returns the cell of any pair. */
  static RatioCell of(VariantResult variant, VariantResult baseline, int decimals) {
    if (variant == baseline) {
      return BASELINE;
    }
    if (!variant.distributions().containsKey(Metric.TOTAL)
        || !baseline.distributions().containsKey(Metric.TOTAL)) {
      return MISSING;
    }
    Difference difference = Difference.of(variant, baseline);
    return of(new Comparison(1 / difference.ratio(), difference.pValue()), decimals);
  }

  static RatioCell of(Comparison comparison, int decimals) {
    ComparisonVerdict verdict = ComparisonVerdict.of(comparison);
    String ratio = Figures.ratio(comparison.medianRatio(), decimals);
    String mark =
        switch (verdict) {
          case FASTER -> "▼";
          case SLOWER -> "▲";
          case MAY_BE_CHANCE -> Footnotes.MAY_BE_CHANCE;
        };
    String style =
        switch (verdict) {
          case FASTER -> "faster";
          case SLOWER -> "slower";
          case MAY_BE_CHANCE -> "weak";
        };
    return new RatioCell(
        comparison.medianRatio(),
        ratio + " " + mark,
        style,
        List.of(
            ratio + " of the baseline's median: " + verdict.words(),
            "two-sided Mann-Whitney U test of the totals, p "
                + (comparison.pValue() < 0.001 ? "" : "= ")
                + Figures.pValue(comparison.pValue())));
  }
}
