package thaw.cli.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.app.choice.TimeoutChoice;

/** How long a function may take, in place of what its template says. */
public final class TimeoutOption extends TimeoutChoice {
  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "An invocation may take so long. Default: the template's, else 3.")
  @Override
  public void chooseSeconds(@Nullable Integer seconds) {
    super.chooseSeconds(seconds);
  }
}
