package thaw.durable;

import org.jspecify.annotations.Nullable;

/**
 * A function's {@code DurableConfig}: it makes the function a durable one.
 *
 * @param executionTimeoutSeconds the longest time of an execution
 * @param retentionDays how long it is kept when it has ended
 */
public record DurableTerms(
    int executionTimeoutSeconds, int retentionDays, @Nullable String kmsKeyArn) {}
