package thaw.trace;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.opentelemetry.proto.trace.v1.Status;
import java.util.HexFormat;
import java.util.List;

/** Spans of the platform and of X-Ray as messages of OTLP. */
final class OtlpMessages {
  private static final String PLATFORM_SCOPE = "thaw";
  private static final String XRAY_SCOPE = "aws-xray";

  private OtlpMessages() {}

  /**
   * @param service the function's name
   * @param spans of one origin
   */
  static ResourceSpans of(String service, List<Span> spans) {
    boolean platform = spans.getFirst().origin() == Span.Origin.PLATFORM;
    ScopeSpans.Builder scope =
        ScopeSpans.newBuilder()
            .setScope(
                InstrumentationScope.newBuilder().setName(platform ? PLATFORM_SCOPE : XRAY_SCOPE));
    spans.forEach(span -> scope.addSpans(message(span)));
    return ResourceSpans.newBuilder()
        .setResource(
            Resource.newBuilder()
                .addAttributes(text("service.name", service))
                .addAttributes(text("cloud.platform", "aws_lambda")))
        .addScopeSpans(scope)
        .build();
  }

  private static io.opentelemetry.proto.trace.v1.Span message(Span span) {
    io.opentelemetry.proto.trace.v1.Span.Builder message =
        io.opentelemetry.proto.trace.v1.Span.newBuilder()
            .setTraceId(hex(span.traceId()))
            .setSpanId(hex(span.id()))
            .setName(span.name())
            .setKind(kind(span))
            .setStartTimeUnixNano(span.startEpochNanos())
            .setEndTimeUnixNano(span.endEpochNanos());
    span.parent().ifPresent(parent -> message.setParentSpanId(hex(parent)));
    span.attributes().forEach((name, value) -> message.addAttributes(text(name, value)));
    if (span.error()) {
      message.setStatus(Status.newBuilder().setCode(Status.StatusCode.STATUS_CODE_ERROR));
    }
    return message.build();
  }

  private static SpanKind kind(Span span) {
    boolean calls =
        span.attributes().getOrDefault("namespace", "").matches("aws|remote"); // X-Ray's words
    if (calls) {
      return SpanKind.SPAN_KIND_CLIENT;
    }
    return span.attributes().containsKey("aws.xray.origin")
            || span.attributes().containsKey("http.request.method")
        ? SpanKind.SPAN_KIND_SERVER
        : SpanKind.SPAN_KIND_INTERNAL;
  }

  private static KeyValue text(String name, String value) {
    return KeyValue.newBuilder()
        .setKey(name)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }

  private static ByteString hex(String id) {
    return ByteString.copyFrom(HexFormat.of().parseHex(id));
  }
}
