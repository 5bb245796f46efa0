package thaw.trace;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A request at an HTTP handler.
 *
 * @param queued whether the answer waits for no function: what is asked for is an event
 * @param arrivedNanos {@link System#nanoTime}
 * @param trace the caller's {@code X-Amzn-Trace-Id}, if it was one
 * @param status of the answer, when it has been sent
 * @param sentNanos likewise, when that was
 */
record HttpTiming(
    String method,
    String path,
    Optional<TraceHeader> trace,
    boolean queued,
    long arrivedNanos,
    OptionalInt status,
    OptionalLong sentNanos) {
  static HttpTiming arrived(
      String method, String path, Optional<TraceHeader> trace, boolean queued, long nanos) {
    return new HttpTiming(
        method, path, trace, queued, nanos, OptionalInt.empty(), OptionalLong.empty());
  }

  HttpTiming answered(int code, long nanos) {
    return new HttpTiming(
        method, path, trace, queued, arrivedNanos, OptionalInt.of(code), OptionalLong.of(nanos));
  }
}
