package thaw.cli;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;

/** How long a function may take, in place of what its template says. */
final class TimeoutOption {
  private static final int LONGEST_SECONDS = 900;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "An invocation may take so long. Default: the template's, else 3.")
  private @Nullable Integer seconds;

  Optional<Duration> limit() {
    if (seconds != null && (seconds < 1 || seconds > LONGEST_SECONDS)) {
      throw new UserMistake(
          "--timeout must be 1.." + LONGEST_SECONDS + " s: " + seconds,
          "use for example --timeout 10");
    }
    return Optional.ofNullable(seconds).map(Duration::ofSeconds);
  }

  FunctionDefinition of(FunctionDefinition function) {
    return limit().map(function::withTimeout).orElse(function);
  }

  /** As it is written. */
  String named() {
    return seconds == null ? "" : " --timeout " + seconds;
  }
}
