package thaw.live;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A trace, as a running platform answers it, for the terminal. */
public final class TraceLines {
  private static final double NANOS_PER_MILLI = 1e6;

  private TraceLines() {}

  /**
   * @param columns the terminal's width
   */
  public static String text(JsonNode trace, int columns) {
    Map<String, List<JsonNode>> parts = new LinkedHashMap<>();
    for (JsonNode span : trace.path("spans")) {
      parts.computeIfAbsent(span.path("parent").asText(), _ -> new ArrayList<>()).add(span);
    }
    JsonNode root = trace.path("spans").path(0);
    List<TraceTerminal.Line> lines = new ArrayList<>();
    addLines(root, 0, root.path("startEpochNanos").asLong(), parts, lines);
    return TraceTerminal.render(
        trace.path("requestId").asText(), trace.path("traceId").asText(), lines, columns);
  }

  private static void addLines(
      JsonNode span,
      int depth,
      long begin,
      Map<String, List<JsonNode>> parts,
      List<TraceTerminal.Line> lines) {
    long start = span.path("startEpochNanos").asLong();
    lines.add(
        new TraceTerminal.Line(
            span.path("name").asText(),
            depth,
            (start - begin) / NANOS_PER_MILLI,
            (span.path("endEpochNanos").asLong() - start) / NANOS_PER_MILLI,
            mark(span)));
    // Taken out: what a function sends may say that a span is a part of itself.
    List<JsonNode> own = parts.remove(span.path("id").asText());
    if (own != null) {
      own.forEach(part -> addLines(part, depth + 1, begin, parts, lines));
    }
  }

  private static String mark(JsonNode span) {
    String clock = span.path("attributes").path("thaw.clock").asText();
    return (span.path("error").asBoolean() ? "failed " : "") + clock;
  }
}
