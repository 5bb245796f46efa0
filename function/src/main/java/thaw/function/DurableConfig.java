package thaw.function;

import org.jspecify.annotations.Nullable;

/**
 * What makes a function a durable one ({@code DurableConfig}).
 *
 * @param executionTimeoutSeconds the longest time of an execution, over all its invocations
 * @param retentionDays how long an execution is kept that has ended
 * @param kmsKeyArn has no meaning on this machine
 */
public record DurableConfig(
    int executionTimeoutSeconds, int retentionDays, @Nullable String kmsKeyArn) {
  public static final int LONGEST_TIMEOUT_SECONDS = 31_622_400;
  public static final int LONGEST_RETENTION_DAYS = 90;
  public static final int DEFAULT_RETENTION_DAYS = 14;

  /** Somebody who waits for the end of an execution waits no longer. */
  public static final int LONGEST_SYNCHRONOUS_SECONDS = 900;
}
