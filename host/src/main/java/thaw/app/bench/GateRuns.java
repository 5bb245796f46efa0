package thaw.app.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import thaw.experiment.gate.GateBaseline;
import thaw.experiment.gate.GateMeasure;
import thaw.experiment.gate.GateResult.Shortfall;
import thaw.experiment.gate.GateRule;
import thaw.experiment.gate.GateSide;
import thaw.experiment.gate.SamplesNeeded;

/**
 * The number of starts that a comparison takes, which is that of the measure that needs the most.
 *
 * @param count of each variant
 * @param sentences what was computed
 * @param shortfalls what is not found with so many
 */
record GateRuns(int count, List<String> sentences, List<Shortfall> shortfalls) {
  /** The most starts whose number is told, where that many were not taken. */
  private static final int FAR = 1_000;

  GateRuns {
    sentences = List.copyOf(sentences);
    shortfalls = List.copyOf(shortfalls);
  }

  /**
   * @param known whose starts tell the spread
   * @param stored whether it cannot get more starts
   * @param compared how many variants are
   * @param fewest starts in any case
   * @param most starts at all
   */
  static GateRuns of(
      GateBaseline known, boolean stored, GateRule rule, int compared, int fewest, int most) {
    double miss = rule.miss(compared);
    int count = Math.min(fewest, most);
    List<Shortfall> shortfalls = new ArrayList<>();
    Map<GateMeasure, Integer> largest = new LinkedHashMap<>();
    for (GateSide side : known.variants()) {
      for (GateMeasure measure : GateMeasure.values()) {
        double[] values = side.values(measure);
        if (!rule.gating().contains(measure) || measure.isCounted() || values.length < 2) {
          continue;
        }
        SamplesNeeded needed =
            SamplesNeeded.of(values, rule, measure, miss, stored ? values.length : 0, fewest, most);
        // More starts on one side alone soon tell no more.
        int taken =
            stored && !needed.isReached()
                ? Math.max(count, Math.min(most, 2 * values.length))
                : needed.count();
        if (needed.isReached()) {
          largest.merge(measure, taken, Math::max);
        }
        count = Math.max(count, taken);
        if (!needed.isReached()) {
          shortfalls.add(
              new Shortfall(
                  side.name(), measure, shortfall(values, measure, rule, miss, most, stored)));
        }
      }
    }
    List<String> sentences = new ArrayList<>();
    for (Map.Entry<GateMeasure, Integer> each : largest.entrySet()) {
      sentences.add(
          "by the spread so far, %s needs %d starts of each build to find an increase of %s%s"
              .formatted(
                  each.getKey().label(),
                  each.getValue(),
                  percent(rule, each.getKey()),
                  each.getValue() > fewest ? " (--most-runs takes no more than that)" : ""));
    }
    return new GateRuns(count, sentences, shortfalls);
  }

  /**
   * Says why a comparison goes on to the most starts.
   *
   * @param seconds that this takes, by those so far; 0 where nobody knows
   */
  static String goesOn(List<Shortfall> undecided, int count, long seconds) {
    return "not decided by the spread so far: %s; so it goes on to %d starts of each build, the most that --most-runs allows%s"
        .formatted(
            undecided.stream()
                .map(each -> each.measure().label() + " of " + each.variant())
                .distinct()
                .collect(Collectors.joining(", ")),
            count,
            seconds == 0 ? "" : ", in about %d s".formatted(seconds));
  }

  /** Of two sides that both had so many starts, however many a stored one has. */
  private static String shortfall(
      double[] spread, GateMeasure measure, GateRule rule, double miss, int most, boolean stored) {
    int far = Math.max(most, FAR);
    SamplesNeeded needed = SamplesNeeded.of(spread, rule, measure, miss, 0, most, far);
    String starts =
        needed.isReached() ? "about %,d".formatted(needed.count()) : "more than %,d".formatted(far);
    return String.format(
        Locale.ROOT,
        "this run could not have seen +%s: it needs %s starts of each build (%s), or a higher limit"
            + " (--gate %s=PERCENT)",
        percent(rule, measure),
        starts,
        stored ? "--runs, of the baseline as well" : "--most-runs",
        measure.key());
  }

  private static String percent(GateRule rule, GateMeasure measure) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * (rule.factor(measure) - 1));
  }
}
