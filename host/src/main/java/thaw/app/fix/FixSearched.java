package thaw.app.fix;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.attribution.TrainingCoverage;
import thaw.explanation.FixSubject;
import thaw.fix.FixResult;

/**
 * The result of a search, and where it is written.
 *
 * @param subject of what it is a result
 * @param notes what cannot be written into a file of the project
 * @param page HTML
 * @param json the same as data
 * @param coverage of the archive's training by tests, where an archive was kept and there was one
 */
public record FixSearched(
    FixSubject subject,
    FixResult result,
    List<String> notes,
    Path page,
    Path json,
    Optional<TrainingCoverage> coverage) {
  public FixSearched {
    notes = List.copyOf(notes);
  }

  /** Returns the function's logical id. */
  public String function() {
    return subject.function();
  }

  /** Returns whether something is left: the same search goes on with it. */
  public boolean isOpen() {
    return result.isOpen();
  }

  /** Returns why something is left; empty where nothing is. */
  public Optional<String> left() {
    return result.isLeft()
        ? Optional.of("the time limit has left something")
        : result.isNoisy()
            ? Optional.of("the machine was too noisy to tell of each step whether it gains")
            : Optional.empty();
  }
}
