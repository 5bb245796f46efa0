package thaw.app.choice;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.function.FunctionDefinition;
import thaw.function.LambdaLimits;
import thaw.problem.UserMistake;

/** Chooses how long a function may take, in place of what its template says. */
public record TimeoutChoice(Optional<Duration> limit) {
  /** The limit is the template's. */
  public static final TimeoutChoice NONE = new TimeoutChoice(Optional.empty());

  /**
   * @param seconds null for what the template says
   */
  public static TimeoutChoice of(@Nullable Integer seconds) {
    if (seconds == null) {
      return NONE;
    }
    if (seconds < 1 || seconds > LambdaLimits.LONGEST_TIMEOUT_SECONDS) {
      throw new UserMistake(
          "--timeout must be 1.." + LambdaLimits.LONGEST_TIMEOUT_SECONDS + " s: " + seconds,
          "use for example --timeout 10");
    }
    return new TimeoutChoice(Optional.of(Duration.ofSeconds(seconds)));
  }

  public FunctionDefinition of(FunctionDefinition function) {
    return limit.map(function::withTimeout).orElse(function);
  }

  /** Returns the choice as it is written in a command. */
  String named() {
    return limit.map(time -> " --timeout " + time.toSeconds()).orElse("");
  }
}
