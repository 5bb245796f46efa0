package thaw.cli.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.app.choice.TimeoutChoice;

/** How long a function may take, in place of what its template says. */
public final class TimeoutOption {
  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "An invocation may take so long. Default: the template's, else 3.")
  private @Nullable Integer seconds;

  public TimeoutChoice choice() {
    return TimeoutChoice.of(seconds);
  }
}
