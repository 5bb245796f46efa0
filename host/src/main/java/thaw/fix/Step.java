package thaw.fix;

import java.util.Locale;
import java.util.Optional;
import thaw.remedy.Remedy;
import thaw.stats.ShiftInterval;

/**
 * Tells what became of a remedy.
 *
 * @param gain of wall time in milliseconds, on top of what was kept before it; empty when it was
 *     never started
 * @param cpuGain likewise, of CPU time
 * @param leftOut what the whole set gains by it, from the last run; empty before that
 * @param reason why it was kept, or was not, in one line
 */
public record Step(
    Remedy remedy,
    Optional<ShiftInterval> gain,
    Optional<ShiftInterval> cpuGain,
    Optional<ShiftInterval> leftOut,
    boolean kept,
    String reason) {
  /** Ends what is said of a trial that told nothing yet. */
  static final String CUT_SHORT = ", where the time limit cut it short";

  private static final String TOO_NOISY = ", too noisy to tell: gains below ";

  private static final String OUT_OF_TIME = "the time limit was reached";

  static final String TOO_SMALL =
      "predicted to be worth less than 1 % of the start with what was kept";

  static Step outOfTime(Remedy remedy) {
    return notMeasured(remedy, OUT_OF_TIME);
  }

  /**
   * Ends what is said of a trial whose samples allow no gain and the expected one alike.
   *
   * @param leastMillis the smallest gain that they could have proven
   */
  static String tooNoisy(double leastMillis) {
    return String.format(Locale.ROOT, "%s%,.0f ms could not be seen", TOO_NOISY, leastMillis);
  }

  /**
   * Returns whether it was not tried for want of time, not in the package, or not often enough to
   * tell whether it gains.
   */
  public boolean isOpen() {
    return !kept && (reason.endsWith(OUT_OF_TIME) || reason.endsWith(CUT_SHORT));
  }

  /**
   * Returns whether the starts that it was judged by last were too noisy to tell: of its trial, or
   * of the set without it where it is kept. A further search measures them again.
   */
  public boolean isNoisy() {
    return reason.contains(TOO_NOISY);
  }

  /** Returns whether nobody tried it, for want of time or of a gain to expect. */
  public boolean isUntried() {
    return !kept && gain.isEmpty() && (reason.equals(OUT_OF_TIME) || reason.equals(TOO_SMALL));
  }

  static Step notMeasured(Remedy remedy, String reason) {
    return new Step(remedy, Optional.empty(), Optional.empty(), Optional.empty(), false, reason);
  }

  /** Returns the step without what a set loses without it: nobody knows that. */
  Step notLeftOut() {
    return new Step(remedy, gain, cpuGain, Optional.empty(), kept, reason);
  }

  /** Returns the step with another reason. */
  Step because(String why) {
    return new Step(remedy, gain, cpuGain, leftOut, kept, why);
  }

  /** Returns the step as one that is not kept after all. */
  Step dropped(String why) {
    return new Step(remedy, gain, cpuGain, leftOut, false, why);
  }

  /** Returns the step as one that is still open. */
  Step droppedForTime(String where) {
    return dropped(where + OUT_OF_TIME);
  }

  /** Returns the step with what a workshop has shown besides its figures, where it has those. */
  Step alsoShown(Workshop by) {
    return gain.isEmpty()
        ? this
        : by.shownBy(remedy)
            .filter(shown -> !reason.contains(shown))
            .map(shown -> because(shown + "; " + reason))
            .orElse(this);
  }

  /**
   * Returns the step as the last run judges it.
   *
   * @param without what the set gains over itself without the remedy
   */
  Step judged(ShiftInterval without, boolean stays, String why) {
    return new Step(remedy, gain, cpuGain, Optional.of(without), stays, why);
  }
}
