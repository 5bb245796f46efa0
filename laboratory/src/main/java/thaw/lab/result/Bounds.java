package thaw.lab.result;

import java.util.List;
import java.util.Optional;

/** Within which a figure has to be for a claim to hold. */
public record Bounds(double low, double high) {
  /** Undecided where the interval crosses a bound, and with too few samples. */
  public Verdict.Truth truth(Optional<Spread> figure) {
    if (figure.isEmpty() || !figure.get().isEnough()) {
      return Verdict.Truth.UNDECIDED;
    }
    Spread spread = figure.get();
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
