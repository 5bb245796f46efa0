package thaw.lab;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How many times as much one case takes as another one: of each round one value, so that what
 * disturbs the machine for a while disturbs both.
 *
 * @param spread of the rounds' ratios
 */
record Ratio(Spread spread) {
  /** Fewer decide nothing. */
  private static final int ENOUGH = 3;

  /**
   * Of what both cases have, in rounds in which both have a value; empty when there is no such
   * round.
   *
   * @param more factors that no other case has together
   * @param less those of the one that it is compared with
   */
  static Optional<Ratio> of(Samples samples, Quantity quantity, Case more, Case less) {
    return of(samples, quantity, more, quantity, less);
  }

  /** Of two different figures. */
  static Optional<Ratio> of(
      Samples samples, Quantity quantity, Case more, Quantity other, Case less) {
    Map<Integer, Double> above = rounds(samples, quantity, more);
    Map<Integer, Double> below = rounds(samples, other, less);
    double[] ratios =
        above.keySet().stream()
            .filter(round -> below.getOrDefault(round, 0.0) > 0)
            .mapToDouble(round -> above.getOrDefault(round, 0.0) / below.getOrDefault(round, 1.0))
            .toArray();
    return ratios.length == 0 ? Optional.empty() : Optional.of(new Ratio(Spread.of(ratios)));
  }

  private static Map<Integer, Double> rounds(Samples samples, Quantity quantity, Case wanted) {
    Map<Integer, Double> rounds = new HashMap<>();
    for (Sample sample : samples.all()) {
      Double value = sample.values().get(quantity.key());
      if (value != null && sample.subject().matches(wanted.factors())) {
        rounds.put(sample.round(), value);
      }
    }
    return rounds;
  }

  /** Whether it is above this limit. */
  Verdict.Truth above(double limit) {
    if (spread.count() < ENOUGH || spread.low() <= limit && spread.high() >= limit) {
      return Verdict.Truth.UNDECIDED;
    }
    return Verdict.Truth.of(spread.low() > limit);
  }

  /** Whether it is below this limit. */
  Verdict.Truth below(double limit) {
    Verdict.Truth above = above(limit);
    return above == Verdict.Truth.UNDECIDED
        ? above
        : Verdict.Truth.of(above != Verdict.Truth.HOLDS);
  }

  /** Whether it is about 1: between 1/limit and limit. */
  Verdict.Truth within(double limit) {
    Verdict.Truth tooMuch = above(limit);
    Verdict.Truth tooLittle = below(1 / limit);
    if (tooMuch == Verdict.Truth.HOLDS || tooLittle == Verdict.Truth.HOLDS) {
      return Verdict.Truth.NO_LONGER;
    }
    return tooMuch == Verdict.Truth.NO_LONGER && tooLittle == Verdict.Truth.NO_LONGER
        ? Verdict.Truth.HOLDS
        : Verdict.Truth.UNDECIDED;
  }

  /** For people: {@code 2.4 times (2.2 to 2.7, 6 rounds)}. */
  String words() {
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
