package thaw.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.ArrayValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.common.v1.KeyValueList;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import thaw.http.HttpServer;
import thaw.http.OwnPages;

/** OTLP over HTTP, by its specification, with a real client. */
class OtlpHandlerTest {
  private static final String PROTOBUF = "application/x-protobuf";
  private static final String JSON = "application/json";
  private static final String TRACE = "5759e988bd862e3fe1be46a994272793";

  private final List<Received> spans = new CopyOnWriteArrayList<>();
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final List<Exception> faults = new CopyOnWriteArrayList<>();
  private final HttpServer server =
      HttpServer.open(
          "127.0.0.1",
          0,
          new OtlpHandler((_, read) -> spans.addAll(read.spans()), new FirstProblem(lines::add)),
          OwnPages.of(),
          () -> "id",
          Duration.ofSeconds(10),
          faults::add);

  @AfterEach
  void close() {
    server.close();
    assertEquals(List.of(), faults);
  }

  private HttpResponse<byte[]> post(String path, String type, byte[] body, String... headers)
      throws Exception {
    return send("POST", path, type, body, headers);
  }

  private HttpResponse<byte[]> send(
      String method, String path, String type, byte[] body, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .header("Content-Type", type)
            .method(method, HttpRequest.BodyPublishers.ofByteArray(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }
  }

  private static byte[] gzip(byte[] body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(body);
    }
    return bytes.toByteArray();
  }

  private static ByteString hex(String digits) {
    return ByteString.copyFrom(HexFormat.of().parseHex(digits));
  }

  private static KeyValue of(String key, AnyValue.Builder value) {
    return KeyValue.newBuilder().setKey(key).setValue(value).build();
  }

  private static ExportTraceServiceRequest request(io.opentelemetry.proto.trace.v1.Span... spans) {
    ResourceSpans.Builder resource = ResourceSpans.newBuilder();
    resource
        .getResourceBuilder()
        .addAttributes(of("service.name", AnyValue.newBuilder().setStringValue("orders")));
    resource.addScopeSpans(ScopeSpans.newBuilder().addAllSpans(List.of(spans)));
    return ExportTraceServiceRequest.newBuilder().addResourceSpans(resource).build();
  }

  private static io.opentelemetry.proto.trace.v1.Span.Builder span() {
    return io.opentelemetry.proto.trace.v1.Span.newBuilder()
        .setTraceId(hex(TRACE))
        .setSpanId(hex("53995c3f42cd8ad8"))
        .setParentSpanId(hex("3995c3f42cd8ad85"))
        .setName("ship")
        .setStartTimeUnixNano(1_000)
        .setEndTimeUnixNano(2_000)
        .addAttributes(of("faas.invocation_id", AnyValue.newBuilder().setStringValue("r1")))
        .addAttributes(of("items", AnyValue.newBuilder().setIntValue(3)))
        .addAttributes(of("paid", AnyValue.newBuilder().setBoolValue(true)))
        .addAttributes(
            of(
                "list",
                AnyValue.newBuilder()
                    .setArrayValue(
                        ArrayValue.newBuilder()
                            .addValues(AnyValue.newBuilder().setDoubleValue(1.5)))))
        .addAttributes(
            of(
                "map",
                AnyValue.newBuilder()
                    .setKvlistValue(
                        KeyValueList.newBuilder()
                            .addValues(of("k", AnyValue.newBuilder().setStringValue("v"))))))
        .setStatus(
            Status.newBuilder().setCode(Status.StatusCode.STATUS_CODE_ERROR).setMessage("lost"));
  }

  private static Received expected() {
    return new Received(
        new Span(
            TRACE,
            "53995c3f42cd8ad8",
            Optional.of("3995c3f42cd8ad85"),
            "ship",
            Span.Origin.OPEN_TELEMETRY,
            1_000,
            2_000,
            true,
            Map.of(
                "faas.invocation_id", "r1",
                "items", "3",
                "paid", "true",
                "list", "[1.5]",
                "map", "{k=v}",
                "otel.status_description", "lost")),
        false,
        Optional.of("r1"),
        Optional.of("orders"));
  }

  @Test
  void protobuf_is_taken_packed_or_not_and_answered_in_kind() throws Exception {
    byte[] body = request(span().build()).toByteArray();
    HttpResponse<byte[]> response = post("/v1/traces", PROTOBUF, body);
    assertEquals(200, response.statusCode());
    assertEquals(PROTOBUF, response.headers().firstValue("Content-Type").orElseThrow());
    assertEquals(
        ExportTraceServiceResponse.getDefaultInstance(),
        ExportTraceServiceResponse.parseFrom(response.body()));
    assertEquals(
        200, post("/v1/traces", PROTOBUF, gzip(body), "Content-Encoding", "gzip").statusCode());
    assertEquals(List.of(expected(), expected()), spans);
  }

  @Test
  void json_is_taken_with_hexadecimal_ids_and_numbers_as_texts() throws Exception {
    String body =
        """
        {"unknown":1,"resourceSpans":[{"resource":{"attributes":[
            {"key":"service.name","value":{"stringValue":"orders"}}]},
          "scopeSpans":[{"spans":[{
            "traceId":"5759E988BD862E3FE1BE46A994272793","spanId":"53995c3f42cd8ad8",
            "parentSpanId":"3995c3f42cd8ad85","name":"ship","kind":2,
            "startTimeUnixNano":"1000","endTimeUnixNano":2000,
            "attributes":[
              {"key":"faas.invocation_id","value":{"stringValue":"r1"}},
              {"key":"items","value":{"intValue":"3"}},
              {"key":"paid","value":{"boolValue":true}},
              {"key":"list","value":{"arrayValue":{"values":[{"doubleValue":1.5}]}}},
              {"key":"map","value":{"kvlistValue":{"values":[
                {"key":"k","value":{"stringValue":"v"}}]}}}],
            "status":{"code":2,"message":"lost"}}]}]}]}
        """;
    HttpResponse<byte[]> response =
        post("/v1/traces", JSON + "; charset=utf-8", body.getBytes(StandardCharsets.UTF_8));
    assertEquals("{}", new String(response.body(), StandardCharsets.UTF_8));
    assertEquals(List.of(expected()), spans);
  }

  @Test
  void spans_without_ids_or_times_are_rejected_and_the_others_taken() throws Exception {
    byte[] body =
        request(
                span().setTraceId(ByteString.EMPTY).build(),
                span().setTraceId(hex("0".repeat(32))).build(),
                span().setSpanId(hex("ab")).build(),
                span().setStartTimeUnixNano(0).build(),
                span().build())
            .toByteArray();
    HttpResponse<byte[]> response = post("/v1/traces", PROTOBUF, body);
    assertEquals(200, response.statusCode());
    assertEquals(
        4,
        ExportTraceServiceResponse.parseFrom(response.body())
            .getPartialSuccess()
            .getRejectedSpans());
    assertEquals(List.of(expected()), spans);
    String text = "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"name\":\"a\"}]}]}]}";
    assertTrue(
        new String(
                post("/v1/traces", JSON, text.getBytes(StandardCharsets.UTF_8)).body(),
                StandardCharsets.UTF_8)
            .contains("\"rejectedSpans\":\"1\""));
  }

  @Test
  void what_is_no_request_is_refused_in_its_own_encoding() throws Exception {
    byte[] nonsense = "nonsense".getBytes(StandardCharsets.UTF_8);
    HttpResponse<byte[]> protobuf = post("/v1/traces", PROTOBUF, nonsense);
    assertEquals(400, protobuf.statusCode());
    // google.rpc.Status: field 1 is INVALID_ARGUMENT
    assertEquals(0x08, protobuf.body()[0]);
    assertEquals(3, protobuf.body()[1]);
    assertEquals(400, post("/v1/traces", JSON, nonsense).statusCode());
    assertEquals(400, post("/v1/traces", JSON, "[]".getBytes()).statusCode());
    assertEquals(
        400,
        post(
                "/v1/traces",
                JSON,
                "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"traceId\":\"xyz\"}]}]}]}"
                    .getBytes())
            .statusCode());
    assertEquals(
        400, post("/v1/traces", PROTOBUF, nonsense, "Content-Encoding", "gzip").statusCode());
    assertEquals(
        415, post("/v1/traces", PROTOBUF, nonsense, "Content-Encoding", "zstd").statusCode());
    assertEquals(415, post("/v1/traces", "text/plain", nonsense).statusCode());
    assertEquals(405, send("PUT", "/v1/traces", JSON, nonsense).statusCode());
    assertEquals(404, post("/v1/other", JSON, nonsense).statusCode());
    assertEquals(List.of(), spans);
  }

  @Test
  void a_small_body_that_unpacks_to_a_large_one_is_refused() throws Exception {
    byte[] bomb = gzip(new byte[64 * 1024 * 1024]);
    assertTrue(bomb.length < 100_000);
    assertEquals(413, post("/v1/traces", PROTOBUF, bomb, "Content-Encoding", "gzip").statusCode());
  }

  @Test
  void metrics_and_logs_are_taken_and_dropped_which_is_said_once() throws Exception {
    assertEquals(200, post("/v1/metrics", PROTOBUF, new byte[0]).statusCode());
    assertEquals(200, post("/v1/logs", JSON, "{}".getBytes()).statusCode());
    assertEquals(1, lines.size(), lines::toString);
  }
}
