/**
 * What a step was predicted to gain, beside what it gained with the 95 % interval of that. A prediction may be off by a
 * quarter of either end.
 *
 * <p>The median of few starts is as far off as its interval says. So a median within the range is no proof where the
 * interval is longer than the range, and one outside of it is none where the interval reaches into it: nobody can tell
 * then. What can be told is told with nothing taken off: no step is right here whose median is not within the range.
 */
record Predicted(double low, double high, double gainLow, double gain, double gainHigh) {
  private static final double TOLERANCE = 0.25;

  /** Of a normal distribution, whose 95 % interval is so many standard deviations long. */
  private static final double INTERVAL = 2 * 1.96;

  private static final int STEPS = 200;

  enum Verdict {
    RIGHT,
    WRONG,
    OPEN
  }

  double least() {
    return low * (1 - TOLERANCE);
  }

  double most() {
    return high * (1 + TOLERANCE);
  }

  boolean isMedianWithin() {
    return isWithin(gain);
  }

  private boolean isWithin(double millis) {
    return millis >= least() && millis <= most();
  }

  Verdict verdict() {
    if (gainHigh < least() || gainLow > most()) {
      return Verdict.WRONG;
    }
    return isMedianWithin() && gainHigh - gainLow <= most() - least() ? Verdict.RIGHT : Verdict.OPEN;
  }

  double deviation() {
    return (gainHigh - gainLow) / INTERVAL;
  }

  /**
   * The probability that a median with such an interval is within the range where the true gain is anywhere in the
   * prediction: what noise leaves of a prediction that is right.
   */
  double chanceOfRight() {
    double sum = 0;
    for (int i = 0; i < STEPS; i++) {
      double gained = low + (high - low) * (i + 0.5) / STEPS;
      sum += below(most() - gained) - below(least() - gained);
    }
    return sum / STEPS;
  }

  /** Of a normal distribution around zero, by the logistic curve that is at most 0.01 off. */
  private double below(double millis) {
    return deviation() > 0 ? 1 / (1 + Math.exp(-1.702 * millis / deviation())) : millis >= 0 ? 1 : 0;
  }
}
