package thaw.fix;

import java.util.Locale;

/** Why steps are kept or not, in words: nothing is decided by them. */
final class Reasons {
  static final String UNTRIED = "; the time limit left no time to try the set without it";
  static final String NO_LAST_RUN = "; the time limit left no time to prove that by a last run";
  static final String NEEDED = "it needs a step that was not kept";
  static final String OTHER_LINES = "another step has changed its lines";
  static final String SMALL_EDIT =
      "it gains less than 1 % of the start as it was: too little for a change of sources";
  static final String NOT_BETTER = "a last run with it was not better than the one without it";

  static final String NOT_OFFERED =
      "its starts told nothing, and with what was kept it is no longer offered";
  private static final String ALONE = "it gains alone";
  private static final String CPU_ALONE =
      "it gains CPU time alone, and wall time only in the median";

  private Reasons() {}

  static String failing(Trials.Trial trial) {
    return "with it the function fails: "
        + trial.after().failure().or(trial.before()::failure).orElse("no response");
  }

  static String failing(DraftSamples all) {
    return "in the last run the function fails with all that was kept: "
        + all.failure().orElse("no response");
  }

  /** Of a step on top of what was kept before it. */
  static String tried(Trials.Trial trial, double expectedMillis) {
    if (!trial.isGain()) {
      return "no gain of 1 %% was proven by %d against %d starts%s"
          .formatted(trial.after().count(), trial.before().count(), end(trial, expectedMillis));
    }
    return (trial.isGainOfWall()
            ? "gains in %d against %d starts"
            : "gains CPU time in %d against %d starts, and wall time in the median")
        .formatted(trial.after().count(), trial.before().count());
  }

  /** Returns why a trial ended without a gain, where its samples do not say so by themselves. */
  private static String end(Trials.Trial trial, double expectedMillis) {
    if (trial.isCutShort()) {
      return ", where the time limit cut it short";
    }
    return (trial.isNoisy(expectedMillis)
            ? String.format(
                Locale.ROOT,
                ", too noisy to tell: gains below %,.0f ms could not be seen",
                trial.leastVisible())
            : "")
        + (trial.isGivenUp()
            ? ", and wall time has gained nothing in the median, and CPU time no 1 %"
            : "");
  }

  /** Of a step in the last run, without which the set is no slower. */
  static String noSlower(Trials.Trial without) {
    return "the set without it was no slower in the last run: " + starts(without);
  }

  /** Of a step that has left the set which is deployed as before. */
  static String noSlowerAsDeployed(Trials.Trial without) {
    return "as it is deployed the set without it was no slower: " + starts(without);
  }

  /** Of a step that stays in the last run. */
  static String stays(Step tried, Trials.Trial without, boolean isNeedless, double expectedMillis) {
    if (without.isGain()) {
      return (without.isGainOfWall()
              ? "the set without it is slower: "
              : "the set without it takes more CPU time: ")
          + starts(without);
    }
    String alone = tried.gain().filter(gain -> !gain.isAboveZero()).isPresent() ? CPU_ALONE : ALONE;
    return isNeedless
        ? alone
            + "; the set without it was no slower by "
            + starts(without)
            + ", but the time limit left no time to measure the rest anew"
        : alone
            + "; the set without it was not proven to be slower by "
            + starts(without)
            + end(without, expectedMillis);
  }

  private static String starts(Trials.Trial without) {
    return "%d against %d starts".formatted(without.before().count(), without.after().count());
  }
}
