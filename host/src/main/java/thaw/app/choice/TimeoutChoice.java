package thaw.app.choice;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;

/** How long a function may take, in place of what its template says. */
public class TimeoutChoice {
  private static final int LONGEST_SECONDS = 900;

  private @Nullable Integer seconds;

  public Optional<Duration> limit() {
    if (seconds != null && (seconds < 1 || seconds > LONGEST_SECONDS)) {
      throw new UserMistake(
          "--timeout must be 1.." + LONGEST_SECONDS + " s: " + seconds,
          "use for example --timeout 10");
    }
    return Optional.ofNullable(seconds).map(Duration::ofSeconds);
  }

  public FunctionDefinition of(FunctionDefinition function) {
    return limit().map(function::withTimeout).orElse(function);
  }

  /** As it is written. */
  public String named() {
    return seconds == null ? "" : " --timeout " + seconds;
  }

  /** Chooses what {@code --timeout} is for. */
  public void chooseSeconds(@Nullable Integer seconds) {
    this.seconds = seconds;
  }
}
