package thaw.lab.result;

import java.util.List;
import java.util.Optional;

/**
 * The bounds within which a figure has to be for a claim to hold.
 *
 * @param fewest samples that decide it
 */
public record Bounds(double low, double high, int fewest) {
  /** The fewest samples of a time that can decide something. */
  private static final int ENOUGH = 3;

  public Bounds(double low, double high) {
    this(low, high, ENOUGH);
  }

  public static Bounds atLeast(double low) {
    return new Bounds(low, Double.POSITIVE_INFINITY);
  }

  /** Returns bounds from 0 to {@code high}, for figures that cannot be negative. */
  public static Bounds atMost(double high) {
    return new Bounds(0, high);
  }

  /** Returns bounds around 1, from 1/factor to factor, for a ratio. */
  public static Bounds within(double factor) {
    return new Bounds(1 / factor, factor);
  }

  /** Returns the same bounds for a figure that is counted exactly, so that one sample decides. */
  public Bounds counted() {
    return new Bounds(low, high, 1);
  }

  /** Returns bounds that are as many times as large: around something that is expected. */
  public Bounds times(double expected) {
    return new Bounds(low * expected, high * expected, fewest);
  }

  /** Undecided where the interval crosses a bound, and with too few samples. */
  Verdict.Judgement judgement(Optional<Spread> figure) {
    return figure.map(this::judgement).orElse(Verdict.Judgement.UNDECIDED);
  }

  /** Decides a claim by its figure, like {@link #judgement(Optional)}. */
  public Verdict.Judgement judgement(Spread spread) {
    if (spread.count() < fewest) {
      return Verdict.Judgement.UNDECIDED;
    }
    if (low <= spread.low() && spread.high() <= high) {
      return Verdict.Judgement.HOLDS;
    }
    return spread.high() < low || high < spread.low()
        ? Verdict.Judgement.NO_LONGER
        : Verdict.Judgement.UNDECIDED;
  }

  /**
   * Decides a claim that several figures have to bear out; a single one that does not is enough to
   * refute it.
   */
  public static Verdict.Judgement all(List<Verdict.Judgement> judgements) {
    if (judgements.contains(Verdict.Judgement.NO_LONGER)) {
      return Verdict.Judgement.NO_LONGER;
    }
    return judgements.isEmpty() || judgements.contains(Verdict.Judgement.UNDECIDED)
        ? Verdict.Judgement.UNDECIDED
        : Verdict.Judgement.HOLDS;
  }
}
