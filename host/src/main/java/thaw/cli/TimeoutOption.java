package thaw.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.app.choice.TimeoutChoice;

/** The option that says how long a function may take, in place of its template. */
final class TimeoutOption {
  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "Timeout of each invocation. Default: the template's, else 3.")
  private @Nullable Integer seconds;

  TimeoutChoice choice() {
    return TimeoutChoice.of(seconds);
  }
}
