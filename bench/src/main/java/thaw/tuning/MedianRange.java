package thaw.tuning;

import thaw.experiment.Distribution;

/**
 * A median with its interval, or what was computed of some.
 *
 * @param low lower end of the 95 % interval
 * @param high upper end of it
 */
public record MedianRange(double median, double low, double high) {
  static MedianRange of(Distribution distribution) {
    return new MedianRange(distribution.p50(), distribution.medianLow(), distribution.medianHigh());
  }

  /** What is saved as what it costs, or the other way round. */
  public MedianRange negated() {
    return new MedianRange(-median, -high, -low);
  }

  /** Multiplies by a factor, which must not be negative. */
  MedianRange times(double factor) {
    return new MedianRange(median * factor, low * factor, high * factor);
  }

  /**
   * Adds another range: both at their lower ends, and both at their upper ones. The interval of the
   * sum is no wider than that.
   */
  MedianRange plus(MedianRange other) {
    return new MedianRange(median + other.median, low + other.low, high + other.high);
  }

  MedianRange plus(double constant) {
    return new MedianRange(median + constant, low + constant, high + constant);
  }
}
