package thaw.platform.record;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The limits that the owner of the platform chooses.
 *
 * @param concurrency requests that may run at once in all functions together
 * @param idle an environment that had no request for so long ends
 * @param reuses whether a request rather waits for an environment that may become free soon than
 *     start one, for at most as long as a start takes
 * @param throttling of environments on managed instances
 * @param publishedAhead names of the template's functions that are published from the start, as far
 *     as the template says so; all when absent. Others are published when their alias is asked for
 */
public record PlatformLimits(
    int concurrency,
    Duration idle,
    boolean reuses,
    ThrottlePoints throttling,
    Optional<Set<String>> publishedAhead) {
  /** The concurrency of a new account, once AWS has raised its first quota. */
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
  public record ThrottlePoints(double cpuPercent, double memoryPercent) {
    public static final int CPU_PERCENT = 90;
    public static final int MEMORY_PERCENT = 98;
    public static final ThrottlePoints DEFAULT = new ThrottlePoints(CPU_PERCENT, MEMORY_PERCENT);

    /**
     * The memory in MiB that stays free at least. Of more than 3,200 MB, 2 % are more than this.
     */
    private static final int LEAST_LEFT_MIB = 64;

    public static final int MOST_PERCENT = 100;

    public static final ThrottlePoints NEVER = new ThrottlePoints(0, 0);

    public ThrottlePoints {
      require(cpuPercent);
      require(memoryPercent);
    }

    private static void require(double percent) {
      if (percent < 0 || percent > MOST_PERCENT) {
        throw new IllegalArgumentException("must be 0.." + MOST_PERCENT + ": " + percent);
      }
    }

    /**
     * The same for an environment of that size. A Java heap may have all of its memory but 240 MB:
     * of a large one, 98 % would be less than a full heap and what a JVM has beside it.
     */
    public ThrottlePoints in(int memoryMiB) {
      double allButThat = 100.0 * (memoryMiB - LEAST_LEFT_MIB) / memoryMiB;
      return memoryPercent < MEMORY_PERCENT
          ? this
          : new ThrottlePoints(cpuPercent, Math.max(memoryPercent, allButThat));
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
    publishedAhead = publishedAhead.map(Set::copyOf);
  }

  public PlatformLimits(int concurrency, Duration idle) {
    this(concurrency, idle, false, ThrottlePoints.DEFAULT, Optional.empty());
  }

  public PlatformLimits with(ThrottlePoints other) {
    return new PlatformLimits(concurrency, idle, reuses, other, publishedAhead);
  }

  /** A request may wait for an environment that becomes free. */
  public PlatformLimits reusing(int atOnce) {
    return new PlatformLimits(atOnce, idle, true, throttling, publishedAhead);
  }

  /** Lets only these functions of the template be published before anybody asks for them. */
  public PlatformLimits publishingAhead(Set<String> functions) {
    return new PlatformLimits(concurrency, idle, reuses, throttling, Optional.of(functions));
  }

  public static PlatformLimits defaults() {
    return new PlatformLimits(DEFAULT_CONCURRENCY, DEFAULT_IDLE);
  }
}
