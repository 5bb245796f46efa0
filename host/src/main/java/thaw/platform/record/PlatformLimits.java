package thaw.platform.record;

import java.time.Duration;

/**
 * What the owner of the platform decides.
 *
 * @param concurrency requests that may run at once in all functions together
 * @param idle an environment that had no request for so long ends
 * @param reuses whether a request rather waits for an environment that may become free soon than
 *     start one, for at most half of what a start takes
 */
public record PlatformLimits(int concurrency, Duration idle, boolean reuses) {
  /** Of a new account, once AWS has raised its first quota. */
  public static final int DEFAULT_CONCURRENCY = 1000;

  /** Lambda keeps idle environments for 5 to 7 minutes, by what users have measured. */
  public static final Duration DEFAULT_IDLE = Duration.ofMinutes(5);

  public PlatformLimits {
    if (concurrency < 1) {
      throw new IllegalArgumentException("must be at least 1: concurrency=" + concurrency);
    }
    if (!idle.isPositive()) {
      throw new IllegalArgumentException("must be positive: idle=" + idle);
    }
  }

  public PlatformLimits(int concurrency, Duration idle) {
    this(concurrency, idle, false);
  }

  public static PlatformLimits defaults() {
    return new PlatformLimits(DEFAULT_CONCURRENCY, DEFAULT_IDLE);
  }
}
