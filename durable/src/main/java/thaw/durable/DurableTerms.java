package thaw.durable;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A function's {@code DurableConfig}: it makes the function a durable one. */
public record DurableTerms(
    int executionTimeoutSeconds, int retentionDays, @Nullable String kmsKeyArn) {
  /** An invocation that waits for the end waits no longer. */
  public static final Duration LONGEST_SYNCHRONOUS = Duration.ofMinutes(15);

  public static final int LONGEST_TIMEOUT_SECONDS = 31_622_400;
  public static final int LONGEST_RETENTION_DAYS = 90;
  public static final int DEFAULT_RETENTION_DAYS = 14;
}
