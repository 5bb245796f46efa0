package thaw.live;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import thaw.environment.ResourceUse;
import thaw.pool.ThrottleReason;

/**
 * The facts that the platform tells of a function when it is asked.
 *
 * @param fromTemplate whether the template declares it, not a client
 * @param queuedEvents of asynchronous invocations, that wait or are being processed
 * @param throttled requests that were refused since the start
 * @param use of its environments on managed instances, on average
 */
record FunctionFacts(
    String name,
    String runtime,
    String handler,
    int memoryMiB,
    int timeoutSeconds,
    boolean fromTemplate,
    long queuedEvents,
    Map<ThrottleReason, Long> throttled,
    Optional<ResourceUse> use) {
  /**
   * Returns the numbers of throttled requests by the reason that clients see, which several of ours
   * share.
   */
  Map<String, Long> throttledByName() {
    return throttled.entrySet().stream()
        .collect(
            Collectors.toMap(each -> each.getKey().lambdaName(), Map.Entry::getValue, Long::sum));
  }

  /**
   * Returns the numbers of throttled requests to environments on managed instances, by the resource
   * that was short.
   */
  Map<String, Long> throttledByResource() {
    return throttled.entrySet().stream()
        .filter(each -> each.getKey().metric().isPresent())
        .collect(
            Collectors.toMap(each -> each.getKey().metric().orElseThrow(), Map.Entry::getValue));
  }

  long throttles() {
    return throttled.values().stream().mapToLong(Long::longValue).sum();
  }
}
