package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.cli.TerminalProgress;
import thaw.environment.launch.ClientKind;
import thaw.fixture.Python;
import thaw.fixture.Samples;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.function.Application;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.live.TraceLines;
import thaw.platform.async.Pace;
import thaw.platform.record.PlatformLimits;
import thaw.sandbox.kernel.Deadline;
import thaw.service.Seed;
import thaw.service.busy.Conditions;
import thaw.trace.Span;
import thaw.trace.Tiles;
import thaw.trace.Trace;
import thaw.trace.Tracer;

/**
 * Process tests: real functions with the X-Ray SDK, Powertools and OpenTelemetry, through the real
 * server, and a real collector behind it.
 */
@Tag("linux")
@Thorough(
    "It builds functions with three tracing libraries; TraceTest has the same spans without them")
@SideBySide
class TracedFunctionsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final List<ExportTraceServiceRequest> COLLECTED = new CopyOnWriteArrayList<>();

  private static HttpServer collector;
  private static Server server;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    assumeTrue(Python.run(List.of("mvn", "--version")).exit() == 0, "there is no mvn");
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/v1/traces",
        exchange -> {
          COLLECTED.add(
              ExportTraceServiceRequest.parseFrom(exchange.getRequestBody().readAllBytes()));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    collector.start();
    Path folder = Samples.copy("traced", Path.of("target/samples/traced").toAbsolutePath());
    Application application = ApplicationReader.read(folder, ReadOptions.defaults());
    String home = System.getProperty("user.home");
    try {
      System.setProperty("user.home", Path.of("target/test-home").toAbsolutePath().toString());
      server =
          Server.start(
              settings(folder, collector.getAddress().getPort()),
              application,
              Seed.none(),
              TerminalProgress.standard(),
              _ -> {});
    } finally {
      System.setProperty("user.home", home);
    }
  }

  private static ServerSettings settings(Path folder, int collectorPort) {
    return new ServerSettings(
        folder,
        false,
        ServerReach.LOOPBACK,
        0,
        0,
        Optional.empty(),
        PlatformLimits.defaults(),
        new LimitsPolicies.Limited(true),
        Conditions.FAST,
        false,
        Optional.empty(),
        new Pace(0.001),
        StartSettings.AS_ON_LAMBDA,
        Clients.all(ClientKind.OFFICIAL),
        Optional.of(
            new Tracer.Collector(URI.create("http://127.0.0.1:" + collectorPort), Map.of())),
        Optional.empty(),
        ServerSettings.Audience.EVERYBODY);
  }

  @AfterAll
  static void close() {
    try {
      if (server != null) {
        server.close();
      }
    } finally {
      if (collector != null) {
        collector.stop(0);
      }
    }
  }

  /** Its request id. */
  private static String invoke(String function, String event, int status, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://127.0.0.1:"
                        + server.port()
                        + "/2015-03-31/functions/"
                        + function
                        + "/invocations"))
            .timeout(Duration.ofMinutes(5)) // with the build of the sample
            .POST(HttpRequest.BodyPublishers.ofString(event));
    if (headers.length > 0) {
      request.headers(headers);
    }
    HttpResponse<String> response =
        CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    assertEquals(status, response.statusCode(), response.body());
    return response.headers().firstValue("x-amzn-RequestId").orElseThrow();
  }

  private static Trace traced(String requestId, String... names) {
    Deadline.await(
        PATIENCE,
        "the trace is complete",
        () ->
            server.traces().ofRequest(requestId).stream()
                .flatMap(trace -> trace.spans().stream())
                .map(Span::name)
                .toList()
                .containsAll(List.of(names)));
    Trace trace = server.traces().ofRequest(requestId).orElseThrow();
    Tiles.assertWhole(trace);
    return trace;
  }

  private static void assertIn(Trace trace, String part, String whole) {
    Span parent = Tiles.named(trace, whole);
    Span child = Tiles.named(trace, part);
    assertEquals(Optional.of(parent.id()), child.parent(), () -> part + " in " + trace.spans());
    // The X-Ray SDK's clock has milliseconds.
    assertTrue(child.startEpochNanos() >= parent.startEpochNanos() - 1_000_000, trace::toString);
    assertTrue(child.endEpochNanos() <= parent.endEpochNanos() + 1_000_000, trace::toString);
  }

  @Test
  void the_xray_sdk_s_subsegments_and_those_of_aws_clients_are_in_the_handler() throws Exception {
    String id = invoke("XRayOrders", "{\"id\": \"4711\", \"items\": \"3\"}", 200);
    Trace trace = traced(id, "report", "validate", "DynamoDb");
    assertIn(trace, "validate", "Invocation");
    assertIn(trace, "DynamoDb", "Invocation");
    Span put = Tiles.named(trace, "DynamoDb");
    assertEquals(Span.Origin.XRAY, put.origin());
    assertEquals("PutItem", put.attributes().get("aws.operation"));
    assertEquals("200", put.attributes().get("http.response.status"));
    assertEquals("4711", Tiles.named(trace, "validate").attributes().get("annotation.order"));
  }

  @Test
  void an_exception_marks_its_subsegment_and_the_invocation() throws Exception {
    String id = invoke("XRayOrders", "{\"id\": \"1\", \"fail\": \"unicorn\"}", 200);
    Trace trace = traced(id, "report", "validate");
    assertTrue(Tiles.named(trace, "validate").error());
    assertTrue(Tiles.named(trace, "Invocation").error());
  }

  @Test
  void powertools_annotations_are_subsegments_within_each_other() throws Exception {
    String id = invoke("PowertoolsOrders", "{\"id\": \"4711\", \"items\": \"2\"}", 200);
    Trace trace = traced(id, "report", "## handleRequest", "price", "## discount");
    assertIn(trace, "## handleRequest", "Invocation");
    assertIn(trace, "price", "## handleRequest");
    assertIn(trace, "## discount", "price");
    assertEquals(
        "4711", Tiles.named(trace, "## handleRequest").attributes().get("annotation.order"));
  }

  @ParameterizedTest
  @CsvSource({"OpenTelemetryOrders", "OpenTelemetryBatches"})
  void opentelemetry_s_spans_are_in_the_handler_sent_one_by_one_or_in_batches(String function)
      throws Exception {
    String id = invoke(function, "{\"id\": \"4711\", \"fail\": \"glass\"}", 200);
    Trace trace = traced(id, "report", "ship", "choose carrier");
    assertIn(trace, "ship", "Invocation");
    assertIn(trace, "choose carrier", "ship");
    Span choose = Tiles.named(trace, "choose carrier");
    assertEquals(Span.Origin.OPEN_TELEMETRY, choose.origin());
    assertTrue(choose.error());
    assertEquals("1", choose.attributes().get("items"));
  }

  @Test
  void a_trace_of_opentelemetry_s_own_is_joined_by_the_invocation_that_it_names() throws Exception {
    String id = invoke("OpenTelemetryBatches", "{\"alone\": \"yes\"}", 200);
    Trace trace = traced(id, "report", "ship");
    assertIn(trace, "ship", "Invocation");
    assertFalse(trace.traceId().equals(Tiles.named(trace, "ship").traceId()));
  }

  @Test
  void a_caller_s_trace_goes_on_through_the_door_to_the_function() throws Exception {
    String root = "5759e988bd862e3fe1be46a994272793";
    String header = "Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1";
    for (String function : List.of("PowertoolsOrders", "PassedThrough")) {
      String id = invoke(function, "{}", 200, "X-Amzn-Trace-Id", header);
      Trace trace = traced(id, "report", "## handleRequest");
      assertEquals(root, trace.traceId());
      assertEquals(Optional.of("53995c3f42cd8ad8"), trace.spans().getFirst().parent());
      assertIn(trace, "## handleRequest", "Invocation");
    }
  }

  @Test
  void without_a_caller_s_wish_nothing_of_a_passed_through_function_is_recorded() throws Exception {
    String id = invoke("PassedThrough", "{}", 200);
    Trace trace = traced(id, "report");
    assertTrue(
        trace.spans().stream().allMatch(span -> span.origin() == Span.Origin.PLATFORM),
        trace::toString);
  }

  @Test
  void a_warm_request_and_an_event_have_their_traces() throws Exception {
    invoke("PowertoolsOrders", "{}", 200);
    Deadline.await(
        PATIENCE,
        "a request finds an environment", // a busy machine may start another one
        () -> {
          try {
            String warm = invoke("PowertoolsOrders", "{}", 200);
            return Tiles.leaves(traced(warm, "report")).containsKey("finding an environment");
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
    String event = invoke("PowertoolsOrders", "{}", 202, "X-Amz-Invocation-Type", "Event");
    Trace trace = traced(event, "report", "## handleRequest");
    assertTrue(Tiles.leaves(trace).containsKey("Dwell Time"), trace::toString);
  }

  @Test
  void the_collector_gets_the_platform_s_spans_and_the_function_s_as_one_trace() throws Exception {
    String id = invoke("PowertoolsOrders", "{}", 200);
    String traceId = traced(id, "report", "## handleRequest").traceId();
    Deadline.await(
        PATIENCE,
        "all of it is collected",
        () ->
            collected(traceId)
                .containsAll( // asked for anew: the answer may still have been on its way
                    server.traces().ofRequest(id).orElseThrow().spans().stream()
                        .map(Span::id)
                        .toList()));
  }

  private static TreeSet<String> collected(String traceId) {
    TreeSet<String> ids = new TreeSet<>();
    COLLECTED.stream()
        .flatMap(request -> request.getResourceSpansList().stream())
        .flatMap(resource -> resource.getScopeSpansList().stream())
        .flatMap(scope -> scope.getSpansList().stream())
        .filter(span -> hex(span.getTraceId().toByteArray()).equals(traceId))
        .forEach(span -> ids.add(hex(span.getSpanId().toByteArray())));
    return ids;
  }

  private static String hex(byte[] id) {
    return HexFormat.of().formatHex(id);
  }

  @Test
  void traces_are_there_as_json() throws Exception {
    String id = invoke("PowertoolsOrders", "{}", 200);
    traced(id, "report", "## handleRequest");
    String all = get("/_thaw/traces", 200);
    assertTrue(all.contains(id), all);
    String one = get("/_thaw/traces/" + id, 200);
    assertTrue(one.contains("\"name\":\"## handleRequest\",\"origin\":\"XRAY\""), one);
    assertTrue(get("/_thaw/traces/slowest", 200).contains("AWS::Lambda::Function"));
    get("/_thaw/traces/none", 404);
  }

  @Test
  void the_trace_command_shows_the_spans_to_scale() throws Exception {
    String id = invoke("PowertoolsOrders", "{}", 200);
    traced(id, "report", "## handleRequest");
    String text =
        TraceLines.text(new ObjectMapper().readTree(get("/_thaw/traces/" + id, 200)), 100);
    assertTrue(text.startsWith("request " + id + ", trace "), text);
    assertTrue(
        text.lines().anyMatch(line -> line.matches("      Invocation .* ms .* ms .*█.*")), text);
    assertTrue(
        text.lines().anyMatch(line -> line.matches("        ## handleRequest .* ms .*█.*")), text);
  }

  private static String get(String path, int status) throws Exception {
    HttpResponse<String> response =
        CLIENT.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path)).build(),
            HttpResponse.BodyHandlers.ofString());
    assertEquals(status, response.statusCode(), response.body());
    return response.body();
  }
}
