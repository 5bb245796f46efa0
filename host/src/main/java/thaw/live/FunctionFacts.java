package thaw.live;

import java.util.Map;
import thaw.platform.pool.ThrottleReason;

/**
 * What the platform says of a function when it is asked.
 *
 * @param fromTemplate whether the template declares it, not a client
 * @param queuedEvents of asynchronous invocations, that wait or are being processed
 * @param throttled requests that were refused since the start
 */
public record FunctionFacts(
    String name,
    String runtime,
    String handler,
    int memoryMiB,
    int timeoutSeconds,
    boolean fromTemplate,
    long queuedEvents,
    Map<ThrottleReason, Long> throttled) {
  long throttles() {
    return throttled.values().stream().mapToLong(Long::longValue).sum();
  }
}
