package thaw.trace;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Status;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The spans of an OTLP request.
 *
 * @param rejected spans whose ids or times are none
 */
record OtlpSpans(List<Received> spans, long rejected) {
  /**
   * The attributes for the invocation's id: the older name of the semantic conventions, and the
   * newer.
   */
  private static final List<String> INVOCATION_ID = List.of("faas.invocation_id", "faas.execution");

  private static final int LONGEST_NAME = 1024;
  private static final int LONGEST_VALUE = 4096;
  private static final int MOST_ATTRIBUTES = 128;
  private static final ByteString NO_TRACE = ByteString.copyFrom(new byte[16]);
  private static final ByteString NO_SPAN = ByteString.copyFrom(new byte[8]);

  static OtlpSpans of(ExportTraceServiceRequest request) {
    List<Received> spans = new ArrayList<>();
    long rejected = 0;
    for (ResourceSpans resource : request.getResourceSpansList()) {
      Optional<String> service =
          text(resource.getResource().getAttributesList(), List.of("service.name"));
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        for (io.opentelemetry.proto.trace.v1.Span span : scope.getSpansList()) {
          if (isValid(span)) {
            spans.add(received(span, service, scope.getScope().getName()));
          } else {
            rejected++;
          }
        }
      }
    }
    return new OtlpSpans(List.copyOf(spans), rejected);
  }

  static boolean isValid(io.opentelemetry.proto.trace.v1.Span span) {
    ByteString parent = span.getParentSpanId();
    return span.getTraceId().size() == NO_TRACE.size()
        && !span.getTraceId().equals(NO_TRACE)
        && span.getSpanId().size() == NO_SPAN.size()
        && !span.getSpanId().equals(NO_SPAN)
        && (parent.isEmpty() || parent.size() == NO_SPAN.size())
        && span.getStartTimeUnixNano() > 0
        && span.getEndTimeUnixNano() >= 0;
  }

  private static Received received(
      io.opentelemetry.proto.trace.v1.Span span, Optional<String> service, String scope) {
    Map<String, String> attributes = new TreeMap<>();
    span.getAttributesList().stream()
        .limit(MOST_ATTRIBUTES)
        .forEach(each ->
            attributes.put(
                cut(each.getKey(), LONGEST_NAME), cut(text(each.getValue()), LONGEST_VALUE)));
    if (!scope.isEmpty()) {
      attributes.put("otel.scope.name", cut(scope, LONGEST_NAME));
    }
    if (!span.getStatus().getMessage().isEmpty()) {
      attributes.put("otel.status_description", cut(span.getStatus().getMessage(), LONGEST_VALUE));
    }
    ByteString parent = span.getParentSpanId();
    Span ours =
        new Span(
            hex(span.getTraceId()),
            hex(span.getSpanId()),
            parent.isEmpty() || parent.equals(NO_SPAN)
                ? Optional.empty()
                : Optional.of(hex(parent)),
            cut(span.getName(), LONGEST_NAME),
            Span.Origin.OPEN_TELEMETRY,
            span.getStartTimeUnixNano(),
            Math.max(span.getStartTimeUnixNano(), span.getEndTimeUnixNano()),
            span.getStatus().getCode() == Status.StatusCode.STATUS_CODE_ERROR,
            attributes);
    return new Received(ours, false, text(span.getAttributesList(), INVOCATION_ID), service);
  }

  private static String cut(String text, int longest) {
    return text.length() <= longest ? text : text.substring(0, longest);
  }

  private static String hex(ByteString id) {
    return HexFormat.of().formatHex(id.toByteArray());
  }

  private static Optional<String> text(List<KeyValue> attributes, List<String> names) {
    return attributes.stream()
        .filter(each -> names.contains(each.getKey()))
        .map(each -> text(each.getValue()))
        .findFirst();
  }

  static String text(AnyValue value) {
    return switch (value.getValueCase()) {
      case STRING_VALUE -> value.getStringValue();
      case BOOL_VALUE -> Boolean.toString(value.getBoolValue());
      case INT_VALUE -> Long.toString(value.getIntValue());
      case DOUBLE_VALUE -> Double.toString(value.getDoubleValue());
      case ARRAY_VALUE ->
          value.getArrayValue().getValuesList().stream()
              .map(OtlpSpans::text)
              .collect(Collectors.joining(", ", "[", "]"));
      case KVLIST_VALUE ->
          value.getKvlistValue().getValuesList().stream()
              .map(each -> each.getKey() + "=" + text(each.getValue()))
              .collect(Collectors.joining(", ", "{", "}"));
      case BYTES_VALUE -> value.getBytesValue().size() + " bytes";
      default -> "";
    };
  }
}
