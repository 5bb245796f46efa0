package thaw.environment;

import java.time.Duration;
import java.time.Instant;
import thaw.environment.launch.EnvironmentSpec;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.TraceId;

/**
 * An invocation that an environment has, from the moment on when it got it.
 *
 * @param time of the wall clock, to label it
 * @param traceId X-Ray's header as the function sees it
 */
record Given(
    Invocation invocation, Instant time, long beginNanos, long deadlineNanos, String traceId) {
  static Given now(Invocation invocation, EnvironmentSpec spec) {
    Duration timeout = spec.timeout();
    long begin = System.nanoTime();
    return new Given(
        invocation,
        Instant.now(),
        begin,
        begin + timeout.toNanos(),
        TraceId.of(invocation.trace(), spec.function().tracesActively()));
  }
}
