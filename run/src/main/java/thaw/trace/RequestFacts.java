package thaw.trace;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The platform's facts about a request that a function has, or had.
 *
 * @param http absent when no HTTP handler saw it, or too long ago
 * @param builtNanos when its function was ready to be run, where the request waited for that
 * @param attempts one at least; several of an event that was retried
 */
record RequestFacts(
    String id, Optional<HttpTiming> http, OptionalLong builtNanos, List<RequestAttempt> attempts) {
  RequestFacts {
    attempts = List.copyOf(attempts);
  }

  /** {@link System#nanoTime}. */
  long beginNanos() {
    return http.map(HttpTiming::arrivedNanos).orElseGet(() -> attempts.getFirst().firstNanos());
  }

  /** Returns the id of the trace that the function is told to continue. */
  String traceId() {
    return attempts
        .getFirst()
        .told()
        .map(TraceHeader::traceId)
        .orElseGet(() -> (TraceHeader.spanId(id, "high") + TraceHeader.spanId(id, "low")));
  }
}
