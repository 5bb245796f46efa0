package thaw.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.app.training.TrainingChoice;
import thaw.problem.UserMistake;

/** The events of tests, in place of made up ones. */
final class TrainingOption {
  @Option(
      names = "--training",
      paramLabel = "DIR",
      description =
          "Also trains with the events of the function in this folder, which thaw run --record has"
              + " written. Functions reach the template's local services then, and nothing else.")
  private @Nullable Path training;

  @Option(
      names = "--unseen",
      paramLabel = "FILE|JSON",
      description =
          "With --training: an event that Thaw does not train with, to show which share of the classes"
              + " of its first request the training covers; repeatable.")
  private List<String> unseen = List.of();

  /**
   * Returns the training that was chosen; absent when there is none.
   *
   * @throws UserMistake when there is none to be compared with
   */
  Optional<TrainingChoice> choice() {
    if (training == null && !unseen.isEmpty()) {
      throw new UserMistake("--unseen needs a training", "give --training DIR, too");
    }
    return Optional.ofNullable(training).map(folder -> TrainingChoice.of(folder, unseen));
  }
}
