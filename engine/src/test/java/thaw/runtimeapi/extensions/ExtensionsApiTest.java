package thaw.runtimeapi.extensions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.fixture.FreePorts;
import thaw.runtimeapi.RuntimeApi;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.HostPorts;

/** The Extensions, Telemetry and Logs APIs over real HTTP. */
class ExtensionsApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final ExtensionsSession session = new ExtensionsSession(_ -> {}, false);
  private final TelemetryRelay relay = new TelemetryRelay(false);
  private final ExtensionsApi extensions =
      new ExtensionsApi(
          () -> session, new ExtensionsApi.ExtendedFunction("f", "$LATEST", "h", "123456789012"));
  private final TelemetryApi telemetry =
      new TelemetryApi(
          () -> session,
          () -> relay,
          event -> relay.accept(PlatformEvent.Stamped.now(event)),
          false);
  private final RuntimeApi server =
      new RuntimeApi(
          new HostPorts(),
          "arn",
          _ -> true,
          (request, reply) ->
              extensions.handle(request, reply) || telemetry.handle(request, reply));

  @AfterEach
  void stop() {
    session.end();
    relay.close();
    server.close();
  }

  private HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + server.address() + path));
    return headers.length == 0 ? request : request.headers(headers);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static HttpRequest.BodyPublisher body(String text) {
    return HttpRequest.BodyPublishers.ofString(text);
  }

  private HttpResponse<String> register(String name, String body, String... headers)
      throws Exception {
    HttpRequest.Builder request = request("/2020-01-01/extension/register", headers);
    return send(request.header("Lambda-Extension-Name", name).POST(body(body)));
  }

  private String identifier() throws Exception {
    session.expect("ext");
    return register("ext", "{\"events\":[\"INVOKE\",\"SHUTDOWN\"]}")
        .headers()
        .firstValue("lambda-extension-identifier")
        .orElseThrow();
  }

  private static void assertRefused(
      int status, String type, String message, HttpResponse<String> response) throws Exception {
    assertEquals(status, response.statusCode(), response.body());
    JsonNode body = JSON.readTree(response.body());
    assertEquals(type, body.path("errorType").asText());
    assertEquals(message, body.path("errorMessage").asText());
    assertEquals(List.of("application/json"), response.headers().allValues("content-type"));
  }

  @Test
  void registration_tells_the_function_and_the_account_to_who_accepts_it() throws Exception {
    session.expect("ext");
    HttpResponse<String> plain = register("ext", "{\"events\":[]}");
    assertEquals(200, plain.statusCode());
    assertEquals(
        JSON.readTree("{\"functionName\":\"f\",\"functionVersion\":\"$LATEST\",\"handler\":\"h\"}"),
        JSON.readTree(plain.body()));
    UUID.fromString(plain.headers().firstValue("lambda-extension-identifier").orElseThrow());
    HttpResponse<String> withAccount =
        register(
            "internal", "{\"events\":[]}", "Lambda-Extension-Accept-Feature", "other, accountId");
    assertEquals("123456789012", JSON.readTree(withAccount.body()).path("accountId").asText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{", "[]", "{\"events\":\"INVOKE\"}", "{\"events\":[1]}", "''"})
  void a_body_that_cannot_be_read_is_refused(String body) throws Exception {
    HttpResponse<String> response = register("ext", body);
    assertEquals(403, response.statusCode());
    assertEquals("InvalidRequestFormat", JSON.readTree(response.body()).path("errorType").asText());
  }

  @Test
  void a_name_is_needed() throws Exception {
    assertRefused(
        403,
        "Extension.InvalidExtensionName",
        "Empty extension name",
        send(request("/2020-01-01/extension/register").POST(body("{}"))));
  }

  @Test
  void an_invocation_and_a_shutdown_have_the_documented_bodies() throws Exception {
    String id = identifier();
    CompletableFuture<HttpResponse<String>> next = next(id);
    session.awaitInitialised(System.nanoTime() + TimeUnit.SECONDS.toNanos(10));
    session.invoke(new ExtensionEvent.Invoke(42, "request", "arn:f:live", "Root=1;Sampled=0"));
    HttpResponse<String> invoke = next.get(10, TimeUnit.SECONDS);
    assertEquals(
        "{\"eventType\":\"INVOKE\",\"deadlineMs\":42,\"requestId\":\"request\","
            + "\"invokedFunctionArn\":\"arn:f:live\",\"tracing\":{\"type\":\"X-Amzn-Trace-Id\","
            + "\"value\":\"Root=1;Sampled=0\"}}",
        invoke.body());
    assertTrue(invoke.headers().firstValue("lambda-extension-event-identifier").isPresent());
    session.shutDown(new ExtensionEvent.Shutdown(43, ShutdownReason.SPINDOWN));
    assertEquals(
        "{\"eventType\":\"SHUTDOWN\",\"deadlineMs\":43,\"shutdownReason\":\"spindown\"}",
        next(id).get(10, TimeUnit.SECONDS).body());
  }

  private CompletableFuture<HttpResponse<String>> next(String id) {
    return CLIENT.sendAsync(
        request("/2020-01-01/extension/event/next", "Lambda-Extension-Identifier", id)
            .GET()
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @ParameterizedTest
  @CsvSource({"init/error", "exit/error"})
  void an_error_report_is_accepted_when_it_names_a_type(String call) throws Exception {
    String id = identifier();
    String path = "/2020-01-01/extension/" + call;
    assertRefused(
        403,
        "Extension.MissingHeader",
        "Lambda-Extension-Function-Error-Type not found",
        send(request(path, "Lambda-Extension-Identifier", id).POST(body("{}"))));
    HttpResponse<String> accepted =
        send(
            request(
                    path,
                    "Lambda-Extension-Identifier",
                    id,
                    "Lambda-Extension-Function-Error-Type",
                    "Extension.Broken")
                .POST(body("{}")));
    assertEquals(202, accepted.statusCode());
    assertEquals("{\"status\":\"OK\"}", accepted.body());
  }

  private HttpResponse<String> subscribe(String path, String id, String body) throws Exception {
    return send(request(path, "Lambda-Extension-Identifier", id).PUT(body(body)));
  }

  private static String telemetry(int port) {
    return "{\"schemaVersion\":\"2022-12-13\",\"types\":[\"platform\"],\"destination\":"
        + "{\"protocol\":\"HTTP\",\"URI\":\"http://sandbox.localdomain:"
        + port
        + "\"}}";
  }

  @Test
  void a_subscription_is_confirmed_until_the_init_is_over() throws Exception {
    String id = identifier();
    HttpResponse<String> first = subscribe("/2022-07-01/telemetry", id, telemetry(9));
    assertEquals(200, first.statusCode(), first.body());
    assertEquals("\"OK\"", first.body());
    assertEquals(200, subscribe("/2022-07-01/telemetry", id, telemetry(9)).statusCode(), "again");
    assertRefused(
        400,
        "ValidationError",
        "an extension can use the Telemetry API or the Logs API, not both",
        subscribe(
            "/2020-08-15/logs", id, telemetry(9).replace("\"schemaVersion\":\"2022-12-13\",", "")));
    relay.closeSubscriptions();
    assertRefused(
        403,
        "Telemetry.SubscriptionClosed",
        "Telemetry API subscription is closed already",
        subscribe("/2022-07-01/telemetry", id, telemetry(9)));
    assertRefused(
        403,
        "Logs.SubscriptionClosed",
        "Logs API subscription is closed already",
        subscribe(
            "/2020-08-15/logs", id, telemetry(9).replace("\"schemaVersion\":\"2022-12-13\",", "")));
  }

  @Test
  void a_subscription_needs_a_registered_extension() throws Exception {
    String unknown = UUID.randomUUID().toString();
    assertRefused(
        403,
        "Extension.UnknownExtensionIdentifier",
        "Unknown extension " + unknown,
        subscribe("/2022-07-01/telemetry", unknown, telemetry(9)));
    assertRefused(
        403,
        "Extension.MissingExtensionIdentifier",
        "Missing Lambda-Extension-Identifier header",
        send(request("/2022-07-01/telemetry").PUT(body(telemetry(9)))));
  }

  @Test
  void on_managed_instances_nobody_hears_of_one_request_and_telemetry_has_its_newest_form()
      throws Exception {
    var shared = new ExtensionsSession(_ -> {}, true);
    var function = new ExtensionsApi.ExtendedFunction("f", "1", "h", "123456789012");
    var extensionsThere = new ExtensionsApi(() -> shared, function);
    var telemetryThere = new TelemetryApi(() -> shared, () -> relay, _ -> {}, true);
    RuntimeApi.Further further =
        (request, reply) ->
            extensionsThere.handle(request, reply) || telemetryThere.handle(request, reply);
    try (RuntimeApi there = new RuntimeApi(new HostPorts(), "arn", _ -> true, further, 32)) {
      shared.expect("ext");
      assertRefused(
          403,
          "Extension.InvalidEventType",
          "INVOKE: ErrorInvalidEventType",
          registerAt(there, "ext", "{\"events\":[\"INVOKE\",\"SHUTDOWN\"]}"));
      assertRefused(
          403,
          "Extension.InvalidEventType",
          "No events allowed for internal extensions",
          registerAt(there, "inside", "{\"events\":[\"SHUTDOWN\"]}"));
      String id =
          registerAt(there, "ext", "{\"events\":[\"SHUTDOWN\"]}")
              .headers()
              .firstValue("lambda-extension-identifier")
              .orElseThrow();
      assertRefused(
          400,
          "ValidationError",
          "schemaVersion must be 2025-01-29 on managed instances: 2022-12-13",
          putAt(there, "/2022-07-01/telemetry", id, telemetry(9)));
      String newest = telemetry(9).replace("2022-12-13", "2025-01-29");
      assertEquals(200, putAt(there, "/2022-07-01/telemetry", id, newest).statusCode());
      assertEquals(404, putAt(there, "/2020-08-15/logs", id, newest).statusCode());
    } finally {
      shared.end();
    }
  }

  private static HttpResponse<String> registerAt(RuntimeApi at, String name, String body)
      throws Exception {
    URI uri = URI.create("http://" + at.address() + "/2020-01-01/extension/register");
    return send(HttpRequest.newBuilder(uri).header("Lambda-Extension-Name", name).POST(body(body)));
  }

  private static HttpResponse<String> putAt(RuntimeApi at, String path, String id, String body)
      throws Exception {
    URI uri = URI.create("http://" + at.address() + path);
    return send(
        HttpRequest.newBuilder(uri).header("Lambda-Extension-Identifier", id).PUT(body(body)));
  }

  @Test
  void a_tcp_destination_must_listen() throws Exception {
    int port = FreePorts.next();
    HttpResponse<String> response =
        subscribe(
            "/2022-07-01/telemetry",
            identifier(),
            "{\"schemaVersion\":\"2022-12-13\",\"types\":[\"platform\"],\"destination\":"
                + "{\"protocol\":\"TCP\",\"port\":"
                + port
                + "}}");
    assertEquals(400, response.statusCode());
    assertTrue(
        response.body().contains("Invalid destination: could not connect to port " + port),
        response.body());
  }
}
