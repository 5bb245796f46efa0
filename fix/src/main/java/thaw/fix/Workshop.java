package thaw.fix;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import thaw.remedy.Draft;
import thaw.remedy.Remedy;
import thaw.remedy.WhyNot;

/** Examines, makes and starts drafts of a function. */
public interface Workshop {
  /**
   * The changes that could make a draft faster.
   *
   * @param remedies whose precondition holds
   * @param byHand all that was found, and what a person can do about it; no gain is smaller than
   *     what a remedy for it is predicted to gain
   * @param notOffered what stands in the way of other remedies
   * @param startMillis what the start took that was examined
   */
  record Examined(
      List<Remedy> remedies,
      List<ByHand> byHand,
      List<WhyNot.NotOffered> notOffered,
      double startMillis) {
    static final Examined NOTHING = new Examined(List.of(), List.of(), List.of(), 0);

    public Examined {
      remedies = List.copyOf(remedies);
      byHand = atLeastAsPredicted(byHand, remedies);
      notOffered = List.copyOf(notOffered);
    }

    /** Of findings of one kind the largest one gets what a remedy for that kind may gain. */
    private static List<ByHand> atLeastAsPredicted(List<ByHand> byHand, List<Remedy> remedies) {
      List<ByHand> all = new ArrayList<>(byHand);
      for (Remedy remedy : remedies) {
        double predicted = remedy.predicted().highMillis();
        all.stream()
            .filter(each -> remedy.finding().equals(Optional.of(each.finding())))
            .max(Comparator.comparingDouble(ByHand::gainMillis))
            .filter(largest -> largest.gainMillis() < predicted)
            .ifPresent(largest -> all.set(all.indexOf(largest), largest.gaining(predicted)));
      }
      return List.copyOf(all);
    }
  }

  /**
   * One cold start.
   *
   * @param totalMillis from the start of the JVM to the first response
   * @param cpuMillis of all threads
   * @param failure in one line; the figures are then of no use
   */
  record Measured(double totalMillis, double cpuMillis, Optional<String> failure) {}

  /** Examines a draft that can be started. */
  Examined examine(Draft draft) throws InterruptedException;

  /**
   * Returns a move to another JDK with the edits of build files without which the tests do not run
   * there, if any help.
   *
   * @param draft to which it is to be added
   * @param most that finding them and making the draft may take; one build is made in any case
   * @return empty where that was too little
   */
  default Optional<Remedy> mended(Draft draft, Remedy move, Duration most)
      throws InterruptedException {
    return Optional.of(move);
  }

  /**
   * Why a draft cannot be used.
   *
   * @param isOfTime whether the time that it was given was too short to tell
   */
  record Obstacle(String words, boolean isOfTime) {
    public static Obstacle of(String words) {
      return new Obstacle(words, false);
    }
  }

  /**
   * Builds and tests a draft in a copy, and compares its responses with those of the unchanged
   * function.
   *
   * @param most that its build may take
   * @return empty when it can be started
   */
  Optional<Obstacle> make(Draft draft, Duration most) throws InterruptedException;

  /**
   * Returns what making a draft is expected to take, with what of it is there already; also of one
   * whose edits do not fit, as of a step that was found on top of others.
   */
  default Duration makingTakes(Draft draft) {
    return Duration.ZERO;
  }

  /** Returns what it has shown that a draft with this remedy could be made, besides any figures. */
  default Optional<String> shownBy(Remedy remedy) {
    return Optional.empty();
  }

  /** A draft that was made. */
  Measured start(Draft draft) throws InterruptedException;

  /** The text of a file of the project as its owner has it. */
  String original(Path file);
}
