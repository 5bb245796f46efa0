package thaw.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.ArrayValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.common.v1.KeyValueList;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * OTLP's JSON as its messages. Not protobuf's own mapping of JSON: ids are hexadecimal digits here,
 * and members that are not known are skipped.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding">JSON Protobuf
 *     Encoding</a>
 */
final class OtlpJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private OtlpJson() {}

  /**
   * @throws IOException when it is not JSON
   * @throws IllegalArgumentException when a number, an id or a value is none
   */
  static ExportTraceServiceRequest read(byte[] body) throws IOException {
    JsonNode root = JSON.readTree(body);
    if (!root.isObject()) {
      throw new IllegalArgumentException("not a JSON object");
    }
    ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
    for (JsonNode node : root.path("resourceSpans")) {
      request.addResourceSpans(resourceSpans(node));
    }
    return request.build();
  }

  private static ResourceSpans resourceSpans(JsonNode node) {
    ResourceSpans.Builder spans = ResourceSpans.newBuilder();
    spans.setResource(
        Resource.newBuilder()
            .addAllAttributes(keyValues(node.path("resource").path("attributes"))));
    spans.setSchemaUrl(node.path("schemaUrl").asText());
    for (JsonNode scoped : node.path("scopeSpans")) {
      ScopeSpans.Builder scope = ScopeSpans.newBuilder();
      scope.setScope(
          InstrumentationScope.newBuilder()
              .setName(scoped.path("scope").path("name").asText())
              .setVersion(scoped.path("scope").path("version").asText()));
      for (JsonNode span : scoped.path("spans")) {
        scope.addSpans(span(span));
      }
      spans.addScopeSpans(scope);
    }
    return spans.build();
  }

  private static Span span(JsonNode node) {
    Span.Builder span =
        Span.newBuilder()
            .setTraceId(hex(node.path("traceId")))
            .setSpanId(hex(node.path("spanId")))
            .setParentSpanId(hex(node.path("parentSpanId")))
            .setTraceState(node.path("traceState").asText())
            .setName(node.path("name").asText())
            .setKindValue(kind(node.path("kind")))
            .setFlags(node.path("flags").asInt())
            .setStartTimeUnixNano(number(node.path("startTimeUnixNano")))
            .setEndTimeUnixNano(number(node.path("endTimeUnixNano")))
            .addAllAttributes(keyValues(node.path("attributes")))
            .setStatus(
                Status.newBuilder()
                    .setCodeValue(code(node.path("status").path("code")))
                    .setMessage(node.path("status").path("message").asText()));
    for (JsonNode event : node.path("events")) {
      span.addEvents(
          Span.Event.newBuilder()
              .setTimeUnixNano(number(event.path("timeUnixNano")))
              .setName(event.path("name").asText())
              .addAllAttributes(keyValues(event.path("attributes"))));
    }
    for (JsonNode link : node.path("links")) {
      span.addLinks(
          Span.Link.newBuilder()
              .setTraceId(hex(link.path("traceId")))
              .setSpanId(hex(link.path("spanId")))
              .addAllAttributes(keyValues(link.path("attributes"))));
    }
    return span.build();
  }

  /** Numbers by the specification; names are what protobuf's own mapping would write. */
  private static int kind(JsonNode node) {
    return node.isTextual() ? Span.SpanKind.valueOf(node.asText()).getNumber() : node.asInt();
  }

  private static int code(JsonNode node) {
    return node.isTextual() ? Status.StatusCode.valueOf(node.asText()).getNumber() : node.asInt();
  }

  private static ByteString hex(JsonNode node) {
    return ByteString.copyFrom(HexFormat.of().parseHex(node.asText()));
  }

  /** 64 bits are texts in JSON, or numbers. */
  private static long number(JsonNode node) {
    return node.isMissingNode() || node.isNull() ? 0 : Long.parseUnsignedLong(node.asText());
  }

  private static List<KeyValue> keyValues(JsonNode nodes) {
    List<KeyValue> all = new ArrayList<>();
    for (JsonNode node : nodes) {
      all.add(
          KeyValue.newBuilder()
              .setKey(node.path("key").asText())
              .setValue(value(node.path("value")))
              .build());
    }
    return all;
  }

  private static AnyValue value(JsonNode node) {
    AnyValue.Builder value = AnyValue.newBuilder();
    if (node.has("stringValue")) {
      value.setStringValue(node.get("stringValue").asText());
    } else if (node.has("boolValue")) {
      value.setBoolValue(node.get("boolValue").asBoolean());
    } else if (node.has("intValue")) {
      value.setIntValue(Long.parseLong(node.get("intValue").asText()));
    } else if (node.has("doubleValue")) {
      value.setDoubleValue(node.get("doubleValue").asDouble());
    } else if (node.has("bytesValue")) {
      value.setBytesValue(
          ByteString.copyFrom(Base64.getDecoder().decode(node.get("bytesValue").asText())));
    } else if (node.has("arrayValue")) {
      ArrayValue.Builder array = ArrayValue.newBuilder();
      node.get("arrayValue").path("values").forEach(each -> array.addValues(value(each)));
      value.setArrayValue(array);
    } else if (node.has("kvlistValue")) {
      value.setKvlistValue(
          KeyValueList.newBuilder()
              .addAllValues(keyValues(node.get("kvlistValue").path("values"))));
    }
    return value.build();
  }
}
