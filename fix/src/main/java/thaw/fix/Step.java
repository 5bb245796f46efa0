package thaw.fix;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.remedy.Remedy;
import thaw.stats.ShiftInterval;

/**
 * Tells what became of a remedy.
 *
 * @param gain of wall time in milliseconds, on top of what was kept before it; empty when it was
 *     never started
 * @param cpuGain likewise, of CPU time
 * @param leftOut what the whole set gains by it, from the last run; empty before that
 * @param trial why it was kept by its trial, or was not, in one line
 * @param judgement why it was by what came after that; it takes the place of the trial's words
 * @param inPackage what was said of it in the package beside that
 * @param shown what the workshop has shown besides its figures
 */
@RecordBuilder
public record Step(
    Remedy remedy,
    Optional<ShiftInterval> gain,
    Optional<ShiftInterval> cpuGain,
    Optional<ShiftInterval> leftOut,
    Verdict verdict,
    String trial,
    Optional<String> judgement,
    Optional<String> inPackage,
    Optional<String> shown)
    implements StepBuilder.With {
  static final String OUT_OF_TIME = "the time limit was reached";
  static final String TOO_SMALL =
      "predicted to be worth about 1 % of the start with what was kept, or less";
  static final String IN_PACKAGE = "in the package: ";

  public Step(
      Remedy remedy,
      Optional<ShiftInterval> gain,
      Optional<ShiftInterval> cpuGain,
      Optional<ShiftInterval> leftOut,
      Verdict verdict,
      String trial) {
    this(
        remedy,
        gain,
        cpuGain,
        leftOut,
        verdict,
        trial,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  static Step notMeasured(Remedy remedy, Verdict verdict, String why) {
    return new Step(remedy, Optional.empty(), Optional.empty(), Optional.empty(), verdict, why);
  }

  static Step notKept(Remedy remedy, String why) {
    return notMeasured(remedy, Verdict.NOT_KEPT, why);
  }

  static Step outOfTime(Remedy remedy, String why) {
    return notMeasured(remedy, Verdict.OUT_OF_TIME, why);
  }

  static Step tooSmall(Remedy remedy) {
    return notMeasured(remedy, Verdict.TOO_SMALL, TOO_SMALL);
  }

  public boolean kept() {
    return verdict == Verdict.KEPT || verdict == Verdict.KEPT_IN_NOISE;
  }

  /** Returns what became of it. */
  public Considered.Outcome outcome() {
    return kept()
        ? Considered.Outcome.KEPT
        : isUntried()
            ? Considered.Outcome.NOT_TRIED
            : isUndecided() ? Considered.Outcome.NOT_DECIDED : Considered.Outcome.NOT_KEPT;
  }

  /** Returns why it was kept, or was not, with what else was shown. */
  public String reason() {
    return Stream.of(
            shown,
            Optional.of(judgement.orElse(trial)).filter(each -> !each.isEmpty()),
            inPackage.map(IN_PACKAGE::concat))
        .flatMap(Optional::stream)
        .collect(Collectors.joining("; "));
  }

  /**
   * Returns whether it was not tried for want of time, not in the package, or not often enough to
   * tell whether it gains.
   */
  public boolean isOpen() {
    return verdict == Verdict.OUT_OF_TIME || verdict == Verdict.CUT_SHORT;
  }

  /**
   * Returns whether the starts that it was judged by last were too noisy to tell: of its trial, or
   * of the set without it where it is kept. A further search measures them again.
   */
  public boolean isNoisy() {
    return verdict == Verdict.TOO_NOISY || verdict == Verdict.KEPT_IN_NOISE;
  }

  /** Returns whether nobody tried it, for want of time or of a gain to expect. */
  public boolean isUntried() {
    return gain.isEmpty() && (verdict == Verdict.OUT_OF_TIME || verdict == Verdict.TOO_SMALL);
  }

  /** Returns whether its trial has started it and is to be made again. */
  boolean isUndecided() {
    return gain.isPresent() && (isOpen() || verdict == Verdict.TOO_NOISY);
  }

  /**
   * Returns the step as a last run leaves it that has not tried the set without it: nobody knows
   * what that loses.
   *
   * @param otherJudgement empty where the trial's words stand
   */
  Step notLeftOut(Optional<String> otherJudgement) {
    return withLeftOut(Optional.empty()).withJudgement(otherJudgement);
  }

  /** Returns the step with a prediction in proportion that has no larger figure. */
  public Step predictedAtMost(double millis) {
    return withRemedy(remedy.predicting(remedy.predicted().atMost(millis)));
  }

  /** Returns the step as one that is not kept after all. */
  Step dropped(String otherJudgement) {
    return judged(leftOut, Verdict.NOT_KEPT, otherJudgement);
  }

  /** Returns the step as one that is not kept, since the package cannot be made with it. */
  Step notInPackage(Verdict by, String words) {
    return withVerdict(by).withInPackage(Optional.of(words));
  }

  /** Returns a step that was measured with what was said of it in the package, without figures. */
  Step inPackage(Step there) {
    return withVerdict(verdict == Verdict.TOO_NOISY && !there.isOpen() ? verdict : there.verdict)
        .withInPackage(Optional.of(there.judgement.orElse(there.trial)));
  }

  /** Returns the step with what a workshop has shown besides its figures, where it has those. */
  Step alsoShown(Workshop by) {
    return withShown(gain.isEmpty() ? Optional.empty() : by.shownBy(remedy));
  }

  /**
   * Returns the step as the last run judges it.
   *
   * @param without what the set gains over itself without the remedy
   */
  Step judged(ShiftInterval without, Verdict by, String otherJudgement) {
    return judged(Optional.of(without), by, otherJudgement);
  }

  private Step judged(Optional<ShiftInterval> without, Verdict by, String otherJudgement) {
    return withLeftOut(without)
        .withVerdict(by)
        .withJudgement(Optional.of(otherJudgement))
        .withInPackage(Optional.empty());
  }
}
