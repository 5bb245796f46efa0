package thaw.trace;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds among the spans that functions sent those of one request, and gives them their place in its
 * handler.
 *
 * <p>A span belongs to a request when the topmost span above it names as its parent the id that the
 * function was told, or when one of them says so ({@code faas.invocation_id}), or else when it
 * began while the handler ran and no other request has the trace. Its time is the function's wall
 * clock's: what lies before the handler's begin or after the request's end is cut off and marked
 * with {@code thaw.clock}, as a clock that was set, or a span that ended after its request.
 */
final class SpanCorrelation {
  static final String MARK = "thaw.clock";

  /** The X-Ray SDK tells times in milliseconds: what is less is no difference of clocks. */
  private static final long RESOLUTION_NANOS = 1_000_000;

  private final RequestFacts request;
  private final List<Span> handlers = new ArrayList<>();
  private final long endEpochNanos;
  private final Map<String, String> handlerOfParent = new HashMap<>();

  /**
   * @param platform the request's own spans
   */
  SpanCorrelation(RequestFacts request, List<Span> platform) {
    this.request = request;
    this.endEpochNanos = platform.getFirst().endEpochNanos();
    Map<String, Span> byId = new HashMap<>();
    platform.forEach(span -> byId.put(span.id(), span));
    for (int i = 0; i < request.attempts().size(); i++) {
      String handler = PlatformSpans.handlerId(request, i);
      Span span = byId.get(handler);
      if (span != null) { // else the function never had the event
        handlers.add(span);
        handlerOfParent.put(handler, handler);
        request
            .attempts()
            .get(i)
            .told()
            .flatMap(TraceHeader::parent)
            .ifPresent(told -> handlerOfParent.putIfAbsent(told, handler));
      }
    }
  }

  /**
   * @param candidates of the request's traces
   * @param others ids that the functions of other requests in these traces were told
   */
  List<Span> of(Collection<Received> candidates, Set<String> others) {
    Map<String, Received> byId = new HashMap<>();
    candidates.forEach(received -> byId.put(received.span().id(), received));
    List<Span> own = new ArrayList<>();
    for (Received received : candidates) {
      Received top = top(received, byId);
      handler(received, top, others)
          .ifPresent(handler -> {
            boolean isTop = received == top;
            own.add(placed(received, handler, isTop));
          });
    }
    return own;
  }

  /** The topmost that is known; itself in a circle. */
  private static Received top(Received received, Map<String, Received> byId) {
    Set<String> seen = new HashSet<>();
    Received top = received;
    while (seen.add(top.span().id())) {
      Received above = top.span().parent().map(byId::get).orElse(null);
      if (above == null) {
        return top;
      }
      top = above;
    }
    return received;
  }

  private Optional<Span> handler(Received received, Received top, Set<String> others) {
    if (handlers.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> parent = top.span().parent();
    Optional<String> named = parent.map(handlerOfParent::get);
    Optional<String> said = top.invocationId().or(received::invocationId);
    if (said.isPresent()) { // surer than a parent that two requests of one caller share
      return said.get().equals(request.id())
          ? Optional.of(named.flatMap(this::handlerWithId).orElseGet(() -> during(top)))
          : Optional.empty();
    }
    if (named.isPresent()) {
      boolean shared = others.contains(parent.get());
      return handlerWithId(named.get()).filter(handler -> !shared || isDuring(top, handler));
    }
    if (parent.isPresent() && others.contains(parent.get())) {
      return Optional.empty();
    }
    return handlers.stream().filter(handler -> isDuring(top, handler)).findFirst();
  }

  private Optional<Span> handlerWithId(String id) {
    return handlers.stream().filter(handler -> handler.id().equals(id)).findFirst();
  }

  private static boolean isDuring(Received received, Span handler) {
    long start = received.span().startEpochNanos();
    return start >= handler.startEpochNanos() && start <= handler.endEpochNanos();
  }

  /** The attempt in which it began; the last one when its clock knows none. */
  private Span during(Received received) {
    return handlers.stream()
        .filter(handler -> isDuring(received, handler))
        .findFirst()
        .orElse(handlers.getLast());
  }

  private Span placed(Received received, Span handler, boolean isTop) {
    Span span = received.span();
    long end = received.inProgress() ? handler.endEpochNanos() : span.endEpochNanos();
    long from = Math.clamp(span.startEpochNanos(), handler.startEpochNanos(), endEpochNanos);
    long to = Math.clamp(end, from, endEpochNanos);
    Map<String, String> attributes = new TreeMap<>(span.attributes());
    mark(span.startEpochNanos(), end, from, to).ifPresent(text -> attributes.put(MARK, text));
    if (received.inProgress()) {
      attributes.put("thaw.state", "never ended");
    }
    return new Span(
        span.traceId(),
        span.id(),
        isTop ? Optional.of(handler.id()) : span.parent(),
        span.name(),
        span.origin(),
        from,
        to,
        span.error(),
        attributes);
  }

  private static Optional<String> mark(long start, long end, long from, long to) {
    List<String> texts = new ArrayList<>();
    if (from - start >= RESOLUTION_NANOS) {
      texts.add("began " + millis(from - start) + " before the handler");
    } else if (start - from >= RESOLUTION_NANOS) {
      texts.add("began " + millis(start - from) + " after the request");
    }
    if (end - to >= RESOLUTION_NANOS) {
      texts.add("ended " + millis(end - to) + " after the request");
    } else if (to - end >= RESOLUTION_NANOS) {
      texts.add("ended " + millis(to - end) + " before the handler");
    }
    return texts.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", texts));
  }

  private static String millis(long nanos) {
    return "%,.3f ms".formatted(nanos / 1e6);
  }
}
