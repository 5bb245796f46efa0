package thaw.report.bench;

import thaw.experiment.Comparison;

/** The verdicts that a comparison with the baseline allows. */
enum ComparisonVerdict {
  FASTER("faster"),
  SLOWER("slower"),
  MAY_BE_CHANCE("may be chance");

  /** A p-value from here on is called chance. */
  static final double SIGNIFICANCE = 0.05;

  private final String words;

  ComparisonVerdict(String words) {
    this.words = words;
  }

  static ComparisonVerdict of(Comparison comparison) {
    if (!(comparison.pValue() < SIGNIFICANCE) || comparison.medianRatio() == 1) {
      return MAY_BE_CHANCE;
    }
    return comparison.medianRatio() < 1 ? FASTER : SLOWER;
  }

  String words() {
    return words;
  }
}
