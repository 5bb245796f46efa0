package dev.thaw.samples.traced;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.contrib.awsxray.propagator.AwsXrayPropagator;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Ships an order, as OpenTelemetry spans: each sent when it ends, or, with the environment variable
 * {@code SPANS=batch}, all when the handler ends, by an SDK that is configured by variables only.
 */
public final class OpenTelemetryOrders implements RequestHandler<Map<String, String>, String> {
  private static final boolean BATCH = "batch".equals(System.getenv("SPANS"));
  private static final OpenTelemetrySdk SDK = BATCH ? configured() : simple();
  private static final Tracer TRACER = SDK.getTracer("orders");

  private static OpenTelemetrySdk configured() {
    return AutoConfiguredOpenTelemetrySdk.initialize().getOpenTelemetrySdk();
  }

  private static OpenTelemetrySdk simple() {
    OtlpHttpSpanExporter exporter =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(System.getenv("OTEL_EXPORTER_OTLP_ENDPOINT") + "/v1/traces")
            .setCompression("gzip")
            .build();
    return OpenTelemetrySdk.builder()
        .setTracerProvider(
            SdkTracerProvider.builder()
                .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                .build())
        .build();
  }

  @Override
  public String handleRequest(
      Map<String, String> order, com.amazonaws.services.lambda.runtime.Context context) {
    Span span =
        TRACER
            .spanBuilder("ship")
            .setParent(order.containsKey("alone") ? Context.root() : callers())
            .setSpanKind(SpanKind.SERVER)
            .setAttribute("faas.invocation_id", context.getAwsRequestId())
            .startSpan();
    try (Scope scope = span.makeCurrent()) {
      return order.getOrDefault("id", "none") + " by " + carrier(order);
    } finally {
      span.end();
      SDK.getSdkTracerProvider().forceFlush().join(10, TimeUnit.SECONDS);
    }
  }

  private static String carrier(Map<String, String> order) {
    Span span = TRACER.spanBuilder("choose carrier").startSpan();
    try {
      span.setAttribute("items", Long.parseLong(order.getOrDefault("items", "1")));
      if (order.containsKey("fail")) {
        span.setStatus(StatusCode.ERROR, "no carrier takes " + order.get("fail"));
      }
      return "post";
    } finally {
      span.end();
    }
  }

  /** What Lambda has told, where the runtime keeps it. */
  private static Context callers() {
    Map<String, String> header =
        Map.of("X-Amzn-Trace-Id", System.getProperty("com.amazonaws.xray.traceHeader", ""));
    return AwsXrayPropagator.getInstance()
        .extract(
            Context.root(),
            header,
            new TextMapGetter<Map<String, String>>() {
              @Override
              public Iterable<String> keys(Map<String, String> carrier) {
                return List.copyOf(carrier.keySet());
              }

              @Override
              public String get(Map<String, String> carrier, String key) {
                return carrier.get(key);
              }
            });
  }
}
