package thaw.trace;

import java.util.List;

/**
 * All that is known of one request.
 *
 * @param spans in the order of their starts; of two that start together the longer one first
 */
public record Trace(String requestId, String traceId, List<Span> spans) {
  public Trace {
    spans = List.copyOf(spans);
  }
}
