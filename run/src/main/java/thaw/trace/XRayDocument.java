package thaw.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One message of the X-Ray daemon's protocol: a line that names its format, and a segment or a
 * subsegment, with those in it.
 *
 * <pre>
 * {"format": "json", "version": 1}
 * {"trace_id": "1-5759e988-bd862e3fe1be46a994272793", "id": "53995c3f42cd8ad8",
 *  "parent_id": "3995c3f42cd8ad85", "name": "validate", "start_time": 1.478293361271E9, ...}
 * </pre>
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/xray/latest/devguide/aws-xray-interface-api.html#xray-api-segmentdocuments">Segment
 *     documents</a>, and <a
 *     href="https://docs.aws.amazon.com/xray/latest/devguide/xray-api-sendingdata.html#xray-api-daemon">sending
 *     them to the daemon</a>
 */
final class XRayDocument {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LONGEST_NAME = 200;
  private static final int DEEPEST = 100;
  private static final int LONGEST_VALUE = 4096;
  private static final int MOST_ATTRIBUTES = 100;
  private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000);
  private static final BigDecimal LATEST = BigDecimal.valueOf(Long.MAX_VALUE);

  private final List<Received> spans = new ArrayList<>();

  private XRayDocument() {}

  /** The message lacks a part, or has a wrong one. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1;

    Malformed(String message) {
      super(message);
    }
  }

  /**
   * @return parents before those in them
   * @throws Malformed with the reason
   */
  static List<Received> read(byte[] message, int length) throws Malformed {
    int line = 0;
    while (line < length && message[line] != '\n') {
      line++;
    }
    if (line == length) {
      throw new Malformed("no line {\"format\":\"json\",\"version\":1} before the document");
    }
    JsonNode head = json(message, 0, line);
    if (!head.path("format").asText().equals("json") || head.path("version").asInt() != 1) {
      throw new Malformed("its format is not json, version 1");
    }
    XRayDocument document = new XRayDocument();
    JsonNode segment = json(message, line + 1, length - line - 1);
    String traceId =
        TraceHeader.traceId(segment.path("trace_id").asText())
            .orElseThrow(() -> new Malformed("trace_id is missing or malformed"));
    document.add(segment, traceId, spanId(segment.get("parent_id")), 0);
    return document.spans;
  }

  private static JsonNode json(byte[] message, int from, int length) throws Malformed {
    try {
      JsonNode node = JSON.readTree(message, from, length);
      if (!node.isObject()) {
        throw new Malformed("not a JSON object");
      }
      return node;
    } catch (IOException e) {
      throw new Malformed("not JSON");
    }
  }

  private void add(JsonNode node, String traceId, Optional<String> parent, int depth)
      throws Malformed {
    String id =
        spanId(node.get("id")).orElseThrow(() -> new Malformed("id is missing or malformed"));
    String name = node.path("name").asText();
    if (name.isEmpty()) {
      throw new Malformed("it has no name");
    }
    long start = nanos(node.get("start_time"));
    boolean inProgress = !node.hasNonNull("end_time");
    long end = inProgress ? start : Math.max(start, nanos(node.get("end_time")));
    boolean error =
        node.path("fault").asBoolean()
            || node.path("error").asBoolean()
            || node.path("throttle").asBoolean();
    Map<String, String> attributes = new TreeMap<>();
    for (String member :
        List.of("annotations", "http", "aws", "sql", "metadata", "cause", "namespace", "origin")) {
      put(attributes, prefix(member), node.get(member), 0);
    }
    Span span =
        new Span(
            traceId,
            id,
            parent,
            name.substring(0, Math.min(name.length(), LONGEST_NAME)),
            Span.Origin.XRAY,
            start,
            end,
            error,
            attributes);
    spans.add(new Received(span, inProgress, Optional.empty(), Optional.empty()));
    if (depth < DEEPEST) {
      for (JsonNode inside : node.path("subsegments")) {
        add(inside, traceId, Optional.of(id), depth + 1);
      }
    }
  }

  private static String prefix(String member) {
    return switch (member) {
      case "annotations" -> "annotation";
      default -> member;
    };
  }

  private static Optional<String> spanId(@org.jspecify.annotations.Nullable JsonNode node) {
    return Optional.ofNullable(node)
        .map(JsonNode::asText)
        .filter(TraceHeader::isSpanId)
        .map(id -> id.toLowerCase(Locale.ROOT));
  }

  /** Seconds with a fraction, often in exponential notation. */
  private static long nanos(@org.jspecify.annotations.Nullable JsonNode seconds) throws Malformed {
    if (seconds == null || !seconds.isNumber()) {
      throw new Malformed("start_time or end_time is not a number");
    }
    BigDecimal nanos;
    try {
      nanos = seconds.decimalValue().multiply(NANOS_PER_SECOND);
    } catch (NumberFormatException e) { // NaN
      throw new Malformed("start_time or end_time is not a time");
    }
    if (nanos.signum() < 0 || nanos.compareTo(LATEST) > 0) {
      throw new Malformed("start_time or end_time is not a time");
    }
    return nanos.longValue();
  }

  /** Objects become one attribute for each leaf, {@code http.request.url}; lists their JSON. */
  private static void put(
      Map<String, String> attributes,
      String name,
      @org.jspecify.annotations.Nullable JsonNode node,
      int depth) {
    if (node == null || node.isNull() || attributes.size() >= MOST_ATTRIBUTES) {
      return;
    }
    if (node.isObject() && depth < 4) {
      node.properties()
          .forEach(member ->
              put(attributes, name + "." + member.getKey(), member.getValue(), depth + 1));
      return;
    }
    String text = node.isValueNode() ? node.asText() : node.toString();
    attributes.put(
        name.substring(0, Math.min(name.length(), LONGEST_NAME)),
        text.substring(0, Math.min(text.length(), LONGEST_VALUE)));
  }
}
