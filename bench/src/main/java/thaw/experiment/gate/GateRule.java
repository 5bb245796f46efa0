package thaw.experiment.gate;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.FisherExactTest;
import thaw.experiment.gate.GateVerdict.Outcome;
import thaw.stats.Quantiles;
import thaw.stats.RatioInterval;

/**
 * Decides when an increase is one.
 *
 * <p><b>Estimated</b> measures (CPU time, memory, wall time) differ from start to start. They are
 * over when the whole interval of the increase lies above zero and the estimate is at least half of
 * the limit: an increase of the limit's size is then found with the power that {@link
 * SamplesNeeded} asks for, and one of a tenth of it, which another hour of the same machine makes,
 * is not. They are good when the whole interval lies below the limit. Memory is counted in whole
 * MiB, often the same in each start: one MiB more is no increase, however narrow the interval, and
 * the limit is never less than that.
 *
 * <p><b>Counted</b> measures (classes, package) are nearly the same in each start. They are over
 * when the median is above the limit.
 *
 * <p><b>Failed starts</b> are over when more than the limit's share fails in addition, and that is
 * no chance: Fisher's exact test. Where none failed before, each counts: sound starts do not fail.
 *
 * <p>All intervals of a run together miss with {@link #FALSE_ALARMS}, so that ten functions do not
 * alarm ten times as often as one.
 *
 * @param limits percent by which each may grow
 * @param gating those that can fail a run; the others inform
 */
public record GateRule(Map<GateMeasure, Double> limits, Set<GateMeasure> gating) {
  /** The share of runs of a commit against itself that may raise an alarm. */
  static final double FALSE_ALARMS = 0.01;

  /** Limits by default; wall time informs. */
  public static final GateRule USUAL =
      new GateRule(Map.of(), EnumSet.complementOf(EnumSet.of(GateMeasure.WALL)));

  private static final double PERCENT = 100;

  /** The least share of the limit that an increase must have; see above. */
  private static final double LEAST_SHARE = 0.5;

  /** A part of a value that is below the precision of every measure. */
  private static final double ROUNDING = 1e-9;

  public GateRule {
    Map<GateMeasure, Double> all = new EnumMap<>(GateMeasure.class);
    for (GateMeasure measure : GateMeasure.values()) {
      all.put(measure, limits.getOrDefault(measure, measure.usualPercent()));
    }
    limits = Collections.unmodifiableMap(all);
    gating = gating.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(gating));
  }

  /** Returns the rule with other limits for some measures, and with more that can fail a run. */
  public GateRule with(Map<GateMeasure, Double> others, Set<GateMeasure> more) {
    Map<GateMeasure, Double> all = new EnumMap<>(limits);
    all.putAll(others);
    Set<GateMeasure> gates = EnumSet.noneOf(GateMeasure.class);
    gates.addAll(gating);
    gates.addAll(more);
    return new GateRule(all, gates);
  }

  /** The factor that is the limit, such as 1.05. */
  public double factor(GateMeasure measure) {
    return 1 + limits.getOrDefault(measure, measure.usualPercent()) / PERCENT;
  }

  /**
   * Returns the probability with which each interval may miss, at each end, when so many variants
   * are compared.
   */
  public double miss(int variants) {
    long estimated = gating.stream().filter(measure -> !measure.isCounted()).count();
    return FALSE_ALARMS / Math.max(1, estimated * variants);
  }

  /**
   * Returns what is said of the increase from some values to others, none of which is 0 or less.
   */
  public Outcome outcome(GateMeasure measure, double[] before, double[] after, double miss) {
    if (measure.isCounted()) {
      return counted(measure, before, after);
    }
    RatioInterval interval = RatioInterval.of(after, before, miss);
    double old = Quantiles.of(before).median();
    double step = measure.resolution() + ROUNDING * old;
    boolean differs = measure.resolution() == 0 || Quantiles.of(after).median() - old > step;
    return estimated(interval, factor(measure), differs, Math.max(factor(measure), 1 + step / old));
  }

  /**
   * Returns whether it is over, of a measure that is estimated; the same as {@link #outcome}, in
   * less time, but for what a measure cannot resolve.
   */
  boolean isOver(GateMeasure measure, double[] before, double[] after, double miss) {
    return RatioInterval.isAbove(after, before, miss, least(factor(measure)));
  }

  private static double least(double factor) {
    return 1 + (factor - 1) * LEAST_SHARE;
  }

  private Outcome counted(GateMeasure measure, double[] before, double[] after) {
    double ratio = ratioOfMedians(before, after);
    return ratio > factor(measure)
        ? Outcome.OVER
        : ratio < 2 - factor(measure) ? Outcome.LESS : Outcome.OK;
  }

  /**
   * @param differs whether the medians differ by more than can be resolved
   * @param most what an increase may be and yet be excluded
   */
  private static Outcome estimated(
      RatioInterval interval, double factor, boolean differs, double most) {
    double least = least(factor);
    if (!interval.hasEnds()) {
      return Outcome.TOO_FEW;
    }
    if (interval.low() > 1 && interval.ratio() >= least && differs) {
      return Outcome.OVER;
    }
    if (interval.high() >= most) {
      return Outcome.TOO_CLOSE;
    }
    return interval.high() < 1 && interval.ratio() <= 1 / least ? Outcome.LESS : Outcome.OK;
  }

  /** Judges the share of starts that failed. */
  Outcome failures(GateSide before, GateSide after) {
    double grown = after.failed() - before.failed();
    return grown > factor(GateMeasure.FAILURES) - 1 + ROUNDING
            && (before.failures() == 0 || isNoChance(before, after))
        ? Outcome.OVER
        : Outcome.OK;
  }

  private static boolean isNoChance(GateSide before, GateSide after) {
    int[][] table = {
      {after.failures(), after.starts() - after.failures()},
      {before.failures(), before.starts() - before.failures()}
    };
    return FisherExactTest.withDefaults()
            .with(AlternativeHypothesis.GREATER_THAN)
            .test(table)
            .getPValue()
        < FALSE_ALARMS;
  }

  static double ratioOfMedians(double[] before, double[] after) {
    return Quantiles.of(after).median() / Quantiles.of(before).median();
  }
}
