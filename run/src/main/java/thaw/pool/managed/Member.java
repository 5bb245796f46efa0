package thaw.pool.managed;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.environment.ResourceUse;
import thaw.environment.SharedEnvironment;
import thaw.pool.ThrottleReason;
import thaw.runtimeapi.Invocation;

/** One of a version's environments. */
final class Member {
  private final SharedEnvironment environment;
  private final ThrottlePoints points;
  private volatile long usedNanos; // when it got its last request, or was seen to have one

  Member(SharedEnvironment environment, ThrottlePoints points, long usedNanos) {
    this.environment = environment;
    this.points = points;
    this.usedNanos = usedNanos;
  }

  SharedEnvironment environment() {
    return environment;
  }

  long usedNanos() {
    return usedNanos;
  }

  void used(long nanos) {
    usedNanos = nanos;
  }

  int load() {
    return environment.load();
  }

  /**
   * Gives it a request, and waits for nothing.
   *
   * @return why it does not take it; empty when it does
   */
  Optional<ThrottleReason> begin(Invocation invocation, SharedEnvironment.Requester requester) {
    @Nullable ThrottleReason scarce = scarce(environment.use(), points);
    if (scarce != null && environment.awaited() > 0 && load() < environment.requestsAtOnce()) {
      return Optional.of(scarce);
    }
    return environment.begin(invocation, requester)
        ? Optional.empty()
        : Optional.of(ThrottleReason.ENVIRONMENT_CONCURRENCY);
  }

  /** Returns whether its memory lets it take one request at a time only. */
  boolean isFull() {
    return points.isMemoryReached(environment.use().memoryPercent());
  }

  /**
   * Returns why an environment that has requests takes no further one, to protect them; null when
   * it may take one. An environment that has none, or only late ones, takes one in any case: else a
   * process that never gives memory back, or a handler that never returns, would have it lost for
   * good.
   */
  static @Nullable ThrottleReason scarce(ResourceUse use, ThrottlePoints points) {
    if (points.isCpuReached(use.cpuPercent())) {
      return ThrottleReason.ENVIRONMENT_CPU;
    }
    return points.isMemoryReached(use.memoryPercent()) ? ThrottleReason.ENVIRONMENT_MEMORY : null;
  }
}
