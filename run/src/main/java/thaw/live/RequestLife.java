package thaw.live;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import thaw.pool.life.StartType;
import thaw.runtimeapi.log.HostLimit;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * One invocation of a function, while it runs and afterwards.
 *
 * @param begun when the environment got the event, or, where the request waited for the
 *     environment's start, when that began
 * @param begunNanos the same moment on the monotonic clock
 * @param start what the environment had to do before
 * @param report empty while it runs
 * @param totalNanos from its beginning until the function was done; 0 while it runs
 * @param steps how the time went by; empty while it runs
 * @param host how far this machine was the limit of its start, where that was felt
 * @param changed at which change of the whole it became as it is
 */
record RequestLife(
    String id,
    String function,
    String version,
    String environment,
    String traceId,
    Instant begun,
    long begunNanos,
    StartType start,
    Optional<PlatformEvent.InvocationReport> report,
    long responseBytes,
    long totalNanos,
    List<Step> steps,
    LogLines log,
    Optional<HostLimit> host,
    long changed) {
  /**
   * A part of a request's time.
   *
   * @param startNanos since the request's beginning
   * @param depth 0 for the whole, 1 for its parts, and so on
   */
  record Step(String name, String origin, long startNanos, long nanos, int depth, boolean failed) {}

  boolean hasFailed() {
    return report.map(end -> end.status() != PlatformEvent.Status.SUCCESS).orElse(false);
  }

  /**
   * Tells whether a request is kept for longer: cold starts and failures are rare, and are looked
   * for.
   */
  boolean isNotable() {
    return start.isCold() || hasFailed();
  }
}
