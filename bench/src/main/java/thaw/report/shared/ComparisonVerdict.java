package thaw.report.shared;

import thaw.experiment.Comparison;

/** The verdicts that a comparison with the baseline allows. */
public enum ComparisonVerdict {
  FASTER("faster"),
  SLOWER("slower"),
  MAY_BE_CHANCE("may be chance");

  /** A p-value from here on is called chance. */
  public static final double SIGNIFICANCE = 0.05;

  private final String words;

  ComparisonVerdict(String words) {
    this.words = words;
  }

  public static ComparisonVerdict of(Comparison comparison) {
    if (!(comparison.pValue() < SIGNIFICANCE) || comparison.medianRatio() == 1) {
      return MAY_BE_CHANCE;
    }
    return comparison.medianRatio() < 1 ? FASTER : SLOWER;
  }

  public String words() {
    return words;
  }
}
