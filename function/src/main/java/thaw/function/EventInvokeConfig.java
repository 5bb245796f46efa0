package thaw.function;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * Tells how asynchronous invocations of a function are treated, as far as somebody has said it.
 *
 * @param maximumRetryAttempts after an error of the function's; Lambda's default is 2
 * @param maximumEventAgeSeconds how long an event may wait to be processed; Lambda's default is 6 h
 * @param onSuccess ARN of what gets a record of each success
 * @param onFailure ARN of what gets a record of each event that came to nothing
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/api/API_PutFunctionEventInvokeConfig.html">
 *     PutFunctionEventInvokeConfig</a>
 */
public record EventInvokeConfig(
    OptionalInt maximumRetryAttempts,
    OptionalInt maximumEventAgeSeconds,
    Optional<String> onSuccess,
    Optional<String> onFailure) {
  public static final int MOST_RETRIES = 2;
  public static final int SHORTEST_AGE_SECONDS = 60;
  public static final int LONGEST_AGE_SECONDS = 21_600;

  /** Nobody has said anything. */
  public static final EventInvokeConfig NONE =
      new EventInvokeConfig(
          OptionalInt.empty(), OptionalInt.empty(), Optional.empty(), Optional.empty());

  public EventInvokeConfig {
    require("maximumRetryAttempts", maximumRetryAttempts, 0, MOST_RETRIES);
    require(
        "maximumEventAgeSeconds",
        maximumEventAgeSeconds,
        SHORTEST_AGE_SECONDS,
        LONGEST_AGE_SECONDS);
  }

  private static void require(String name, OptionalInt value, int least, int most) {
    if (value.isPresent() && (value.getAsInt() < least || value.getAsInt() > most)) {
      throw new IllegalArgumentException(
          "must be %d..%d: %s=%d".formatted(least, most, name, value.getAsInt()));
    }
  }
}
