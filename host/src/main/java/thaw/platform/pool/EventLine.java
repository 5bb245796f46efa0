package thaw.platform.pool;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import thaw.environment.log.TelemetryJson;

/**
 * The platform's events as lines of JSON, the timeline that other programs and later commands read:
 *
 * <pre>
 * {"time": "2026-01-31T10:00:00.123Z",   wall clock, to label the event
 *  "nanos": 123456789,                   monotonic clock of this machine, for differences
 *  "function": "hello", "version": "$LATEST",
 *  "environment": "2026/01/31/[$LATEST]0123456789abcdef0123456789abcdef",
 *  "type": "platform.report",            of Lambda's Telemetry API, or thaw.*
 *  "record": {"requestId": ...},         of the same schema
 *  "text": "REPORT RequestId: ..."}      the line in the function's log, when it has one
 * </pre>
 *
 * <p>Events of one environment are in order; {@code environment} joins them to one timeline, and
 * {@code record.requestId} those of one request.
 */
public final class EventLine {
  /** All names of properties are in this program's text. */
  private static final Map<String, String> NAMES = new ConcurrentHashMap<>();

  private EventLine() {}

  /** Without a line feed. */
  public static String of(Observation observation) {
    ObjectNode event = TelemetryJson.of(observation.event());
    ObjectNode line = event.objectNode();
    line.set("time", event.get("time"));
    line.put("nanos", observation.event().nanos());
    line.put("function", observation.function());
    line.put("version", observation.version());
    line.put("environment", observation.environment());
    line.set("type", event.get("type"));
    line.set("record", event.get("record"));
    observation.text().ifPresent(text -> line.put("text", text));
    return text(line);
  }

  /** As {@code toString} of the tree, by hand, with less work: each request has three lines. */
  private static String text(ObjectNode line) {
    StringBuilder text = new StringBuilder(640);
    write(text, line);
    return text.toString();
  }

  private static void write(StringBuilder to, JsonNode node) {
    if (node.isObject()) {
      char before = '{';
      for (Map.Entry<String, JsonNode> property : node.properties()) {
        to.append(before).append(name(property.getKey()));
        write(to, property.getValue());
        before = ',';
      }
      to.append(node.isEmpty() ? "{}" : "}");
    } else if (node.isArray()) {
      char before = '[';
      for (JsonNode element : node) {
        to.append(before);
        write(to, element);
        before = ',';
      }
      to.append(node.isEmpty() ? "[]" : "]");
    } else if (node.isTextual()) {
      quoted(to, node.textValue());
    } else if (node.isInt() || node.isLong()) {
      to.append(node.longValue());
    } else if (node.isDouble()) {
      to.append(node.doubleValue());
    } else {
      to.append(node);
    }
  }

  /** Quoted, with its colon. */
  private static String name(String of) {
    String known = NAMES.get(of);
    return known != null ? known : NAMES.computeIfAbsent(of, EventLine::newName);
  }

  private static String newName(String of) {
    StringBuilder name = new StringBuilder();
    quoted(name, of);
    return name.append(':').toString();
  }

  private static void quoted(StringBuilder to, String text) {
    to.append('"');
    if (isPlain(text)) {
      to.append(text);
    } else {
      JsonStringEncoder.getInstance().quoteAsString(text, to);
    }
    to.append('"');
  }

  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        return false;
      }
    }
    return true;
  }
}
