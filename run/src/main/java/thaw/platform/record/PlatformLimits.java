package thaw.platform.record;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import thaw.pool.managed.ThrottlePoints;

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
