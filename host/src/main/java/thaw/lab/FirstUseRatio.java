package thaw.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How many times one figure is another one.
 *
 * @param low lower end of what the samples leave possible
 * @param high upper end of it
 */
record FirstUseRatio(double middle, double low, double high) {
  /** Below it a sample of a median is too small to decide anything. */
  static final int FEWEST = 3;

  /** Of figures from different JVMs: from the ends of their intervals. */
  static Optional<FirstUseRatio> of(Optional<Spread> top, Optional<Spread> bottom) {
    if (top.isEmpty() || bottom.isEmpty()) {
      return Optional.empty();
    }
    Spread above = top.get();
    Spread below = bottom.get();
    if (Math.min(above.count(), below.count()) < FEWEST || below.low() <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        new FirstUseRatio(
            above.median() / below.median(),
            above.low() / below.high(),
            above.high() / below.low()));
  }

  /** Of figures that each JVM told both. */
  static Optional<FirstUseRatio> within(
      Samples samples, Quantity top, Quantity bottom, Map<String, String> wanted) {
    List<Double> ratios = new ArrayList<>();
    for (Sample sample : samples.all()) {
      Double above = sample.values().get(top.key());
      Double below = sample.values().get(bottom.key());
      if (sample.subject().matches(wanted) && above != null && below != null && below > 0) {
        ratios.add(above / below);
      }
    }
    if (ratios.size() < FEWEST) {
      return Optional.empty();
    }
    Spread spread = Spread.of(ratios.stream().mapToDouble(Double::doubleValue).toArray());
    return Optional.of(new FirstUseRatio(spread.median(), spread.low(), spread.high()));
  }

  /** Whether it is at most so much. */
  Verdict.Truth atMost(double limit) {
    return high <= limit
        ? Verdict.Truth.HOLDS
        : low > limit ? Verdict.Truth.NO_LONGER : Verdict.Truth.UNDECIDED;
  }

  /** Whether it is at least so much. */
  Verdict.Truth atLeast(double limit) {
    return low >= limit
        ? Verdict.Truth.HOLDS
        : high < limit ? Verdict.Truth.NO_LONGER : Verdict.Truth.UNDECIDED;
  }

  /** For example {@code 0.06 times (0.04 to 0.09)}. */
  @Override
  public String toString() {
    return digits(middle) + " times (" + digits(low) + " to " + digits(high) + ")";
  }

  private static String digits(double value) {
    return String.format(Locale.ROOT, value >= 10 ? "%.0f" : value >= 1 ? "%.1f" : "%.3f", value);
  }
}
