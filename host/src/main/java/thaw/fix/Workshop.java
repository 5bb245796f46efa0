package thaw.fix;

import java.nio.file.Path;
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
   * @param byHand all that was found, and what a person can do about it
   * @param notOffered what stands in the way of other remedies
   */
  record Examined(List<Remedy> remedies, List<ByHand> byHand, List<WhyNot.NotOffered> notOffered) {
    public Examined {
      remedies = List.copyOf(remedies);
      byHand = List.copyOf(byHand);
      notOffered = List.copyOf(notOffered);
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
   * Builds and tests a draft in a copy, and compares its responses with those of the unchanged
   * function.
   *
   * @return why it cannot be used; empty when it can be started
   */
  Optional<String> make(Draft draft) throws InterruptedException;

  /** Returns what it has shown that a draft with this remedy could be made, besides any figures. */
  default Optional<String> shownBy(Remedy remedy) {
    return Optional.empty();
  }

  /** A draft that was made. */
  Measured start(Draft draft) throws InterruptedException;

  /** The text of a file of the project as its owner has it. */
  String original(Path file);
}
