package thaw.trace;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request, in the making. Guarded by the lock of {@link Traces}. */
final class TracedRequest {
  private final String id;
  private final List<RequestAttempt> attempts = new ArrayList<>();
  private final Set<String> traceIds = new LinkedHashSet<>();
  private final Set<String> passedOn = new HashSet<>(); // ids of spans
  private @Nullable HttpTiming http;
  private OptionalLong builtNanos = OptionalLong.empty();

  TracedRequest(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  /**
   * An environment has the request.
   *
   * @param arrived what an HTTP handler knows of it, where that is not known yet
   * @param ready when its function was built last; null when that is not known
   */
  void begin(RequestAttempt attempt, @Nullable HttpTiming arrived, @Nullable Long ready) {
    attempts.add(attempt);
    if (http == null) {
      http = arrived;
    }
    if (ready != null && http != null && ready > http.arrivedNanos()) {
      builtNanos = OptionalLong.of(ready);
    }
  }

  boolean hasHttpTiming() {
    return http != null;
  }

  /** The HTTP handler has answered. */
  void answered(int status, long sentNanos) {
    if (http != null) {
      http = http.answered(status, sentNanos);
    }
  }

  /** No answer is on its way, and no attempt runs. */
  boolean isComplete() {
    if (http != null && http.sentNanos().isEmpty() || attempts.isEmpty()) {
      return false;
    }
    for (RequestAttempt attempt : attempts) { // mostly one, and asked of each request
      if (!attempt.ended()) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether its spans were not known to be in that trace. */
  boolean link(String traceId) {
    return traceIds.add(traceId);
  }

  Set<String> traceIds() {
    return traceIds;
  }

  List<RequestAttempt> attempts() {
    return attempts;
  }

  /** Returns the facts that the platform has when an environment has had the request. */
  Optional<RequestFacts> request() {
    return attempts.isEmpty()
        ? Optional.empty()
        : Optional.of(new RequestFacts(id, Optional.ofNullable(http), builtNanos, attempts));
  }

  /** The platform's spans of it, each the first time only. */
  List<Span> newOfPlatform(EpochClock clock) {
    return request().stream()
        .flatMap(request -> PlatformSpans.of(request, clock, System.nanoTime()).stream())
        .filter(span -> passedOn.add(span.id()))
        .toList();
  }
}
