package thaw.experiment;

/**
 * One metric of one variant, over its samples that did not fail.
 *
 * @param count number of samples
 * @param mean arithmetic mean
 * @param medianLow lower end of the 95 % confidence interval of the median
 * @param medianHigh upper end of it
 */
public record Distribution(
    int count,
    double min,
    double p50,
    double p90,
    double p99,
    double max,
    double mean,
    double medianLow,
    double medianHigh) {}
