package thaw.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Assertions about the shape of a trace. */
public final class Tiles {
  private static final long MILLI = 1_000_000;

  private Tiles() {}

  /**
   * The platform's own spans have no gap without a name: the parts of each follow each other and
   * fill it, to a millisecond; what a function records lies within its handler.
   */
  public static void assertWhole(Trace trace) {
    Map<String, Span> byId = new HashMap<>();
    trace.spans().forEach(span -> assertEquals(null, byId.put(span.id(), span), span::toString));
    Map<String, List<Span>> parts =
        trace.spans().stream()
            .filter(span -> span.origin() == Span.Origin.PLATFORM && span.parent().isPresent())
            .collect(Collectors.groupingBy(span -> span.parent().get()));
    parts.forEach((parent, tiles) -> {
      Span whole = byId.get(parent);
      if (whole == null) {
        assertEquals(1, tiles.size(), "only the root has a caller");
        return;
      }
      long cursor = whole.startEpochNanos();
      for (Span tile : tiles) {
        assertEquals(cursor, tile.startEpochNanos(), MILLI, () -> tile + " in " + trace.spans());
        cursor = tile.endEpochNanos();
      }
      assertEquals(whole.endEpochNanos(), cursor, MILLI, () -> whole + " of " + trace.spans());
    });
    for (Span span : trace.spans()) {
      assertTrue(span.endEpochNanos() >= span.startEpochNanos(), span::toString);
      Span parent = span.parent().map(byId::get).orElse(null);
      if (span.origin() != Span.Origin.PLATFORM) {
        assertTrue(parent != null, () -> "has no place: " + span);
        Span root = trace.spans().getFirst();
        assertTrue(
            span.startEpochNanos() >= root.startEpochNanos()
                && span.endEpochNanos() <= root.endEpochNanos(),
            () -> span + " in " + root);
      }
    }
  }

  /** What the request's time consists of: names of the spans that have no parts, and lengths. */
  public static Map<String, Double> leaves(Trace trace) {
    Map<String, Double> leaves = new LinkedHashMap<>();
    for (Span span : trace.spans()) {
      boolean platform = span.origin() == Span.Origin.PLATFORM;
      boolean leaf =
          trace.spans().stream()
              .filter(other -> other.origin() == Span.Origin.PLATFORM)
              .noneMatch(other -> other.parent().equals(java.util.Optional.of(span.id())));
      if (platform && leaf) {
        leaves.merge(
            span.name(),
            Math.round((span.endEpochNanos() - span.startEpochNanos()) / 1e4) / 100.0,
            Double::sum);
      }
    }
    return leaves;
  }

  public static Span named(Trace trace, String name) {
    List<Span> found = trace.spans().stream().filter(span -> span.name().equals(name)).toList();
    assertEquals(1, found.size(), () -> name + " in " + trace.spans());
    return found.getFirst();
  }
}
