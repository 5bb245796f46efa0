package thaw.attribution;

import java.time.Instant;
import java.util.List;

/**
 * One request of a running platform, cut at the events of its environment's timeline.
 *
 * @param cold whether an environment was started, or restored, for it
 * @param spans in their order, without gaps: each begins where the one before ends
 */
public record LiveRequest(
    String function,
    String requestId,
    String environment,
    Instant at,
    boolean cold,
    String status,
    List<Explanation.Span> spans) {
  public LiveRequest {
    spans = List.copyOf(spans);
  }

  /** Returns the time from the start of its environment, or its own start, to its last event. */
  public double millis() {
    return spans.stream().mapToDouble(Explanation.Span::millis).sum();
  }
}
