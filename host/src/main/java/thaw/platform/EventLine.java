package thaw.platform;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import thaw.environment.TelemetryJson;

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
  private static final JsonMapper JSON = new JsonMapper();

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

  /** As {@code toString} of the tree, in half the time: there are four lines a request. */
  private static String text(ObjectNode line) {
    StringWriter text = new StringWriter(512);
    try (JsonGenerator json = JSON.createGenerator(text)) {
      write(json, line);
    } catch (IOException e) {
      throw new UncheckedIOException("could not write a line to memory: " + e, e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, JsonNode node) throws IOException {
    if (node.isObject()) {
      json.writeStartObject();
      for (Map.Entry<String, JsonNode> property : node.properties()) {
        json.writeFieldName(property.getKey());
        write(json, property.getValue());
      }
      json.writeEndObject();
    } else if (node.isArray()) {
      json.writeStartArray();
      for (JsonNode element : node) {
        write(json, element);
      }
      json.writeEndArray();
    } else if (node.isTextual()) {
      json.writeString(node.textValue());
    } else if (node.isInt() || node.isLong()) {
      json.writeNumber(node.longValue());
    } else if (node.isDouble()) {
      json.writeNumber(node.doubleValue());
    } else {
      json.writeTree(node);
    }
  }
}
