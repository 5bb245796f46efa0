package thaw.experiment.gate;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;
import java.util.OptionalDouble;
import thaw.stats.Quantiles;
import thaw.stats.RatioInterval;

/**
 * One measure of one variant, compared.
 *
 * @param gates whether it can fail the run
 * @param limit the factor up to which it may grow
 * @param before median; of failed starts their share
 * @param after likewise
 * @param ratio by what factor it is larger now
 * @param low lower end of the factor's interval; empty where it is counted or has none
 * @param high upper end
 * @param samplesBefore starts that the comparison rests on; 0 for what needs none
 * @param samplesAfter likewise
 * @param reason why nothing can be said, or what figures alone do not say
 */
@RecordBuilder
public record GateVerdict(
    String variant,
    GateMeasure measure,
    boolean gates,
    double limit,
    OptionalDouble before,
    OptionalDouble after,
    OptionalDouble ratio,
    OptionalDouble low,
    OptionalDouble high,
    int samplesBefore,
    int samplesAfter,
    Outcome outcome,
    Optional<String> reason)
    implements GateVerdictBuilder.With {

  /** Tells what can be said of an increase. */
  public enum Outcome {
    OK("OK"),
    /** A decrease so large that it is no chance. */
    LESS("less"),
    OVER("OVER"),
    /**
     * An increase of the limit's size is not excluded: more samples make the interval narrower.
     * With a reason there were too few to find most of such increases.
     */
    TOO_CLOSE("too close"),
    /** The samples are so few that they cannot tell, whatever they are. */
    TOO_FEW("too few"),
    NOT_MEASURED("not measured");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }

    /** Returns the words for people and for other programs. */
    public String words() {
      return words;
    }
  }

  static GateVerdict notMeasured(
      String variant, GateMeasure measure, GateRule rule, String reason) {
    return new GateVerdict(
        variant,
        measure,
        rule.gating().contains(measure),
        rule.factor(measure),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        0,
        0,
        Outcome.NOT_MEASURED,
        Optional.of(reason));
  }

  static GateVerdict of(
      String variant,
      GateMeasure measure,
      GateRule rule,
      double[] before,
      double[] after,
      double miss) {
    RatioInterval interval = RatioInterval.of(after, before, miss);
    boolean estimated = !measure.isCounted() && interval.hasEnds();
    return new GateVerdict(
        variant,
        measure,
        rule.gating().contains(measure),
        rule.factor(measure),
        OptionalDouble.of(Quantiles.of(before).median()),
        OptionalDouble.of(Quantiles.of(after).median()),
        OptionalDouble.of(
            measure.isCounted() ? GateRule.ratioOfMedians(before, after) : interval.ratio()),
        estimated ? OptionalDouble.of(interval.low()) : OptionalDouble.empty(),
        estimated ? OptionalDouble.of(interval.high()) : OptionalDouble.empty(),
        measure.metric().isPresent() ? before.length : 0,
        measure.metric().isPresent() ? after.length : 0,
        rule.outcome(measure, before, after, miss),
        Optional.empty());
  }

  /** Returns the verdict on failed starts: whether more of them failed than before. */
  static GateVerdict failures(GateRule rule, GateSide before, GateSide after) {
    return new GateVerdict(
        after.name(),
        GateMeasure.FAILURES,
        rule.gating().contains(GateMeasure.FAILURES),
        rule.factor(GateMeasure.FAILURES),
        OptionalDouble.of(before.failed()),
        OptionalDouble.of(after.failed()),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        before.starts(),
        after.starts(),
        rule.failures(before, after),
        Optional.of(
            "%d of %d starts failed, and %d of %d before"
                .formatted(after.failures(), after.starts(), before.failures(), before.starts())));
  }

  /** Returns whether more starts could tell more. */
  boolean isUndecided() {
    return outcome == Outcome.TOO_CLOSE || outcome == Outcome.TOO_FEW;
  }

  /** Returns whether it fails the run. */
  public boolean isOver() {
    return gates && outcome == Outcome.OVER;
  }

  /** Returns whether the run cannot tell what it was to tell. */
  public boolean isOpen() {
    return gates
        && switch (outcome) {
          case OK, LESS, OVER -> false;
          case TOO_CLOSE -> reason.isPresent();
          case TOO_FEW, NOT_MEASURED -> true;
        };
  }
}
