package thaw.lab.result;

import java.util.List;
import java.util.Optional;

/** Within which a figure has to be for a claim to hold. */
public record Bounds(double low, double high) {
  public static Bounds atLeast(double low) {
    return new Bounds(low, Double.POSITIVE_INFINITY);
  }

  /** Of figures that cannot be negative. */
  public static Bounds atMost(double high) {
    return new Bounds(0, high);
  }

  /** Of a ratio that is about 1: between 1/factor and factor. */
  public static Bounds within(double factor) {
    return new Bounds(1 / factor, factor);
  }

  /** Undecided where the interval crosses a bound, and with too few samples. */
  public Verdict.Truth truth(Optional<Spread> figure) {
    return figure.map(this::truth).orElse(Verdict.Truth.UNDECIDED);
  }

  /** As {@link #truth(Optional)}, of a figure that there is. */
  public Verdict.Truth truth(Spread spread) {
    if (!spread.isEnough()) {
      return Verdict.Truth.UNDECIDED;
    }
    if (low <= spread.low() && spread.high() <= high) {
      return Verdict.Truth.HOLDS;
    }
    return spread.high() < low || high < spread.low()
        ? Verdict.Truth.NO_LONGER
        : Verdict.Truth.UNDECIDED;
  }

  /** Of a claim that several figures have to bear out: one that does not is enough. */
  public static Verdict.Truth all(List<Verdict.Truth> truths) {
    if (truths.contains(Verdict.Truth.NO_LONGER)) {
      return Verdict.Truth.NO_LONGER;
    }
    return truths.isEmpty() || truths.contains(Verdict.Truth.UNDECIDED)
        ? Verdict.Truth.UNDECIDED
        : Verdict.Truth.HOLDS;
  }
}
