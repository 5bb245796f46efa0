package thaw.cli.option;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The events of tests, in place of made up ones. */
public final class TrainingOption {
  @Option(
      names = "--training",
      paramLabel = "DIR",
      description =
          "Also trains with the events of the function in this folder, which thaw run --record has"
              + " written. Functions reach the template's local services then, and nothing else.")
  private @Nullable Path training;

  /** Absent when there is none. */
  public Optional<Path> folder() {
    return Optional.ofNullable(training);
  }
}
