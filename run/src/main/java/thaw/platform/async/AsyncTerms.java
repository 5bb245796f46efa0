package thaw.platform.async;

import java.time.Duration;
import java.util.Optional;
import thaw.function.EventInvokeConfig;

/**
 * The terms under which the events of a function are processed at this time.
 *
 * @param config of the qualifier that the caller named
 * @param deadLetterTarget ARN of a queue or topic
 * @param suspended whether its reserved concurrency is 0: no event is processed
 */
public record AsyncTerms(
    EventInvokeConfig config, Optional<String> deadLetterTarget, boolean suspended) {
  private static final int DEFAULT_RETRIES = 2;

  /** Looks up the terms. */
  public interface Source {
    /**
     * @param qualifier what the caller named; may be absent
     */
    AsyncTerms of(String function, Optional<String> qualifier);
  }

  int retries() {
    return config.maximumRetryAttempts().orElse(DEFAULT_RETRIES);
  }

  Duration maximumAge() {
    return Duration.ofSeconds(
        config.maximumEventAgeSeconds().orElse(EventInvokeConfig.LONGEST_AGE_SECONDS));
  }
}
