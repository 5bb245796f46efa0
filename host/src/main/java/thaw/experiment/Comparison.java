package thaw.experiment;

/**
 * A variant's total time against the baseline's.
 *
 * @param medianRatio median of this variant / median of the baseline
 * @param pValue two-sided Mann-Whitney U test of the totals; small: the difference is not chance
 */
public record Comparison(double medianRatio, double pValue) {}
