package thaw.live;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import thaw.trace.Span;
import thaw.trace.Trace;

/**
 * A row of a request's waterfall.
 *
 * @param origin who has measured it: {@code platform}, {@code function}, {@code xray}, {@code
 *     open_telemetry}
 * @param startNanos since the beginning of the first row
 * @param depth 0 for the whole, 1 for its parts, and so on
 * @param notes what else is known of it
 */
record Bar(
    String name,
    String origin,
    long startNanos,
    long nanos,
    int depth,
    boolean failed,
    Map<String, String> notes) {
  private static final int DEEPEST = 64;

  /** The request's trace, when there is one that begins with the platform; else its own steps. */
  static List<Bar> of(RequestLife request, Optional<Trace> trace) {
    return trace
        .filter(
            known -> known.spans().stream().anyMatch(span -> span.origin() == Span.Origin.PLATFORM))
        .map(Bar::ofTrace)
        .orElseGet(() ->
            request.steps().stream()
                .map(step ->
                    new Bar(
                        step.name(),
                        step.origin(),
                        step.startNanos(),
                        step.nanos(),
                        step.depth(),
                        step.failed(),
                        Map.of()))
                .toList());
  }

  /** Parents before children, children by their starts; who has no known parent is at the top. */
  private static List<Bar> ofTrace(Trace trace) {
    Map<String, List<Span>> children = new HashMap<>();
    Map<String, Span> byId = new HashMap<>();
    trace.spans().forEach(span -> byId.put(span.id(), span));
    List<Span> roots = new ArrayList<>();
    for (Span span : trace.spans()) { // in the order of their starts
      String parent = span.parent().filter(byId::containsKey).orElse("");
      if (parent.isEmpty() || parent.equals(span.id())) {
        roots.add(span);
      } else {
        children.computeIfAbsent(parent, _ -> new ArrayList<>()).add(span);
      }
    }
    long begin = trace.spans().getFirst().startEpochNanos();
    List<Bar> bars = new ArrayList<>();
    roots.forEach(root -> add(root, 0, begin, children, bars));
    return bars;
  }

  /** Spans that are each other's parents are nobody's children, and do not come here. */
  private static void add(
      Span span, int depth, long begin, Map<String, List<Span>> children, List<Bar> bars) {
    bars.add(
        new Bar(
            span.name(),
            span.origin().name().toLowerCase(java.util.Locale.ROOT),
            span.startEpochNanos() - begin,
            span.endEpochNanos() - span.startEpochNanos(),
            depth,
            span.error(),
            new TreeMap<>(span.attributes())));
    if (depth < DEEPEST) {
      for (Span child : children.getOrDefault(span.id(), List.of())) {
        add(child, depth + 1, begin, children, bars);
      }
    }
  }
}
