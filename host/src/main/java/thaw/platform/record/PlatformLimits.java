package thaw.platform.record;

import java.time.Duration;

/**
 * What the owner of the platform decides.
 *
 * @param concurrency requests that may run at once in all functions together
 * @param idle an environment that had no request for so long ends
 * @param reuses whether a request rather waits for an environment that may become free soon than
 *     start one, for at most half of what a start takes
 * @param throttling of environments on managed instances
 */
public record PlatformLimits(
    int concurrency, Duration idle, boolean reuses, ThrottlePoints throttling) {
  /** Of a new account, once AWS has raised its first quota. */
  public static final int DEFAULT_CONCURRENCY = 1000;

  /** Lambda keeps idle environments for 5 to 7 minutes, by what users have measured. */
  public static final Duration DEFAULT_IDLE = Duration.ofMinutes(5);

  /**
   * From which use on an environment on managed instances takes no further request beside those
   * that it has. AWS does so too, and does not publish from which use on.
   *
   * @param cpuPercent of its vCPUs over a second; 0 for never
   * @param memoryPercent of its memory; 0 for never
   */
  public record ThrottlePoints(int cpuPercent, int memoryPercent) {
    /** A full Java heap of 4 GB and 158 MB beside it are less memory. */
    public static final ThrottlePoints DEFAULT = new ThrottlePoints(90, 98);

    public static final int MOST_PERCENT = 100;

    public static final ThrottlePoints NEVER = new ThrottlePoints(0, 0);

    public ThrottlePoints {
      require(cpuPercent);
      require(memoryPercent);
    }

    private static void require(int percent) {
      if (percent < 0 || percent > MOST_PERCENT) {
        throw new IllegalArgumentException("must be 0.." + MOST_PERCENT + ": " + percent);
      }
    }

    public boolean isCpuReached(double percent) {
      return cpuPercent > 0 && percent >= cpuPercent;
    }

    public boolean isMemoryReached(double percent) {
      return memoryPercent > 0 && percent >= memoryPercent;
    }
  }

  public PlatformLimits {
    if (concurrency < 1) {
      throw new IllegalArgumentException("must be at least 1: concurrency=" + concurrency);
    }
    if (!idle.isPositive()) {
      throw new IllegalArgumentException("must be positive: idle=" + idle);
    }
  }

  public PlatformLimits(int concurrency, Duration idle) {
    this(concurrency, idle, false, ThrottlePoints.DEFAULT);
  }

  public PlatformLimits with(ThrottlePoints other) {
    return new PlatformLimits(concurrency, idle, reuses, other);
  }

  /** A request may wait for an environment that becomes free. */
  public PlatformLimits reusing(int atOnce) {
    return new PlatformLimits(atOnce, idle, true, throttling);
  }

  public static PlatformLimits defaults() {
    return new PlatformLimits(DEFAULT_CONCURRENCY, DEFAULT_IDLE);
  }
}
