package thaw.lab.result;

import java.util.Locale;
import java.util.Optional;

/**
 * A ratio of two cases of one lesson, made by {@link Measurements#ratio}, and what it decides.
 *
 * @param spread of the rounds' ratios
 */
public record Ratio(Spread spread) {
  /**
   * Returns the ratio of one quantity between two cases, each given by factors that no other case
   * has together. The result is empty when no round has both.
   */
  public static Optional<Ratio> of(Measurements samples, Quantity quantity, Case over, Case under) {
    return samples.ratio(quantity, over, under).map(Ratio::new);
  }

  /** Returns the ratio of one quantity of a case to another quantity of a second case. */
  public static Optional<Ratio> of(
      Measurements samples, Quantity quantity, Case over, Quantity other, Case under) {
    return samples.ratio(quantity, over, other, under).map(Ratio::new);
  }

  /** Whether it is above this limit. */
  public Verdict.Judgement above(double limit) {
    if (!spread.isEnough() || spread.low() <= limit && spread.high() >= limit) {
      return Verdict.Judgement.UNDECIDED;
    }
    return Verdict.Judgement.of(spread.low() > limit);
  }

  /** Whether it is below this limit. */
  public Verdict.Judgement below(double limit) {
    Verdict.Judgement above = above(limit);
    return above == Verdict.Judgement.UNDECIDED
        ? above
        : Verdict.Judgement.of(above != Verdict.Judgement.HOLDS);
  }

  /** Whether it is about 1: between 1/limit and limit. */
  public Verdict.Judgement within(double limit) {
    Verdict.Judgement tooMuch = above(limit);
    Verdict.Judgement tooLittle = below(1 / limit);
    if (tooMuch == Verdict.Judgement.HOLDS || tooLittle == Verdict.Judgement.HOLDS) {
      return Verdict.Judgement.NO_LONGER;
    }
    return tooMuch == Verdict.Judgement.NO_LONGER && tooLittle == Verdict.Judgement.NO_LONGER
        ? Verdict.Judgement.HOLDS
        : Verdict.Judgement.UNDECIDED;
  }

  /** Returns the ratio for people: {@code 2.4 times (2.2 to 2.7, 6 rounds)}. */
  public String words() {
    return shown(spread.median())
        + " times ("
        + shown(spread.low())
        + " to "
        + shown(spread.high())
        + ", "
        + spread.count()
        + (spread.count() == 1 ? " round)" : " rounds)");
  }

  private static String shown(double ratio) {
    String digits = ratio >= 20 ? "%.0f" : ratio >= 2 ? "%.1f" : ratio >= 0.1 ? "%.2f" : "%.2g";
    return String.format(Locale.ROOT, digits, ratio);
  }
}
