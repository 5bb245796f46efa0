package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.environment.launch.EnvironmentSpec;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.EventInvokeConfig;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.LambdaLimits;
import thaw.function.packaging.DeploymentPackage;
import thaw.platform.Platform;
import thaw.platform.async.AsyncTerms;
import thaw.platform.async.EventQueue;
import thaw.platform.async.Pace;
import thaw.platform.record.PlatformLimits;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Deadline;
import thaw.store.Store;

/** Process tests: the API over real HTTP, with real functions behind it. */
@SideBySide
class LambdaApiTest {
  private static final String HANDLERS =
      """
      package api;
      import com.amazonaws.services.lambda.runtime.Context;
      import java.util.Map;
      public class Handlers {
        public static Object echo(Object event) { return event; }

        public static String context(Object event, Context context) {
          return context.getAwsRequestId() + " " + context.getInvokedFunctionArn() + " "
              + (context.getClientContext() == null ? "none" : context.getClientContext().getCustom());
        }

        public static String fail() { throw new IllegalStateException("no pet"); }

        public static String sleep(int millis) throws Exception {
          System.out.println("sleeping " + millis);
          Thread.sleep(millis);
          return "slept";
        }
      }
      """;
  private static final String FUNCTIONS = "/2015-03-31/functions/";
  private static final String ARN = "arn:aws:lambda:us-east-1:123456789012:function:";
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> LOG = Collections.synchronizedList(new ArrayList<>());
  private static final List<Exception> PROBLEMS = Collections.synchronizedList(new ArrayList<>());

  @TempDir static Path folder;
  private static RealRuntime real;
  private static Path task;
  private static Platform platform;
  private static Store store;
  private static EventQueue events;
  private static LambdaApi api;

  @BeforeAll
  static void serve() throws Exception {
    task = Sources.compile(folder.resolve("task"), HANDLERS);
    real = RealRuntime.open(folder);
    platform = platform("echo", "context", "fail", "sleep", "broken");
    store = Store.open(Optional.empty());
    events = events(platform);
    api = LambdaApi.open(platform, events, "127.0.0.1", 0, PROBLEMS::add);
  }

  @AfterAll
  static void stop() {
    api.close();
    events.close();
    platform.close();
    store.close();
    real.close();
    assertEquals(List.of(), PROBLEMS);
  }

  private static EventQueue events(Platform functions) {
    return EventQueue.start(
        store,
        new EventQueue.Surroundings(
            (function, _) -> new AsyncTerms(EventInvokeConfig.NONE, Optional.empty(), false),
            (function, invocation) -> functions.invoke(function, invocation, false),
            function -> functions.function(function).isPresent(),
            (notice, body) -> {},
            (name, line) -> LOG.add(name + ": " + line),
            PROBLEMS::add),
        new Pace(0.001));
  }

  private static Platform platform(String... handlers) {
    List<FunctionDefinition> functions = new ArrayList<>();
    for (String handler : handlers) {
      functions.add(spec(handler).function());
    }
    return new Platform(
        real.instance(),
        functions,
        PlatformLimits.defaults(),
        definition -> {
          if (definition.name().equals("broken")) {
            throw new UserMistake("it does not build", "mend it");
          }
          return spec(definition.name());
        },
        seen -> seen.text().ifPresent(line -> LOG.add(seen.function() + ": " + line)),
        PROBLEMS::add,
        System::nanoTime);
  }

  /** The function "sleep" has one request at a time reserved. */
  private static EnvironmentSpec spec(String handler) {
    EnvironmentSpec pattern = real.spec(task, "api.Handlers::" + handler, 1769, 20);
    FunctionDefinition function = pattern.function();
    FunctionDefinition named =
        FunctionDefinitionBuilder.builder(function)
            .logicalId(handler)
            .name(handler)
            .environment(Map.of("LEVEL", "INFO"))
            .reservedConcurrency(handler.equals("sleep") ? OptionalInt.of(1) : OptionalInt.empty())
            .build();
    return EnvironmentSpec.latest(
        named,
        new DeploymentPackage(task, "c2hhMjU2", 4711),
        pattern.layers(),
        pattern.program(),
        Map.of(),
        List.of(),
        pattern.region());
  }

  private static HttpRequest.Builder request(LambdaApi to, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + to.port() + path))
        .timeout(Duration.ofSeconds(60));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> response =
        CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    assertTrue(
        header(response, "x-amzn-RequestId").matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"));
    return response;
  }

  private static HttpResponse<String> invoke(String function, String event, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        request(api, FUNCTIONS + function).POST(BodyPublishers.ofString(event));
    return send(headers.length == 0 ? request : request.headers(headers));
  }

  private static HttpResponse<String> get(String path) throws Exception {
    return send(request(api, path).GET());
  }

  private static String header(HttpResponse<String> response, String name) {
    return response.headers().firstValue(name).orElse("absent");
  }

  private static void assertError(HttpResponse<String> response, int status, String type)
      throws Exception {
    assertEquals(status, response.statusCode(), response.body());
    assertEquals(type, header(response, "x-amzn-ErrorType"));
    assertEquals("application/json", header(response, "Content-Type"));
  }

  // ---- Invoke ----

  @Test
  void a_request_has_the_function_s_answer() throws Exception {
    HttpResponse<String> response = invoke("echo/invocations", "{\"a\":[1,null]}");
    assertEquals(200, response.statusCode());
    assertEquals("{\"a\":[1,null]}", response.body());
    assertEquals("application/json", header(response, "Content-Type"));
    assertEquals("$LATEST", header(response, "X-Amz-Executed-Version"));
    assertEquals("absent", header(response, "X-Amz-Function-Error"));
    assertEquals("absent", header(response, "X-Amz-Log-Result"));
  }

  @Test
  void no_event_is_an_empty_object() throws Exception {
    assertEquals("{}", invoke("echo/invocations", "").body());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo:$LATEST/invocations",
        "echo/invocations?Qualifier=%24LATEST",
        "123456789012:function:echo/invocations",
        "arn:aws:lambda:us-east-1:123456789012:function:echo/invocations",
        "arn%3Aaws%3Alambda%3Aus-east-1%3A123456789012%3Afunction%3Aecho%3A%24LATEST/invocations"
      })
  void a_function_is_reached_by_all_its_names(String path) throws Exception {
    assertEquals("7", invoke(path, "7").body());
  }

  @Test
  void the_function_sees_request_id_qualifier_and_client_context() throws Exception {
    HttpResponse<String> plain = invoke("context/invocations", "{}");
    String id = header(plain, "x-amzn-RequestId");
    assertEquals("\"" + id + " " + ARN + "context none\"", plain.body());
    String context =
        Base64.getEncoder()
            .encodeToString("{\"custom\":{\"a\":\"b\"}}".getBytes(StandardCharsets.UTF_8));
    HttpResponse<String> qualified =
        invoke("context:$LATEST/invocations", "{}", "X-Amz-Client-Context", context);
    String other = header(qualified, "x-amzn-RequestId");
    assertEquals("\"" + other + " " + ARN + "context:$LATEST {a=b}\"", qualified.body());
  }

  @Test
  void an_error_of_the_function_is_a_success_of_the_api() throws Exception {
    HttpResponse<String> response = invoke("fail/invocations", "{}", "X-Amz-Log-Type", "Tail");
    assertEquals(200, response.statusCode());
    assertEquals("Unhandled", header(response, "X-Amz-Function-Error"));
    assertEquals("$LATEST", header(response, "X-Amz-Executed-Version"));
    assertEquals("no pet", JSON.readTree(response.body()).path("errorMessage").asText());
    String log =
        new String(
            Base64.getDecoder().decode(header(response, "X-Amz-Log-Result")),
            StandardCharsets.UTF_8);
    String id = header(response, "x-amzn-RequestId");
    assertTrue(log.startsWith("START RequestId: " + id + " Version: $LATEST\n"), log);
    assertTrue(log.contains("\nEND RequestId: " + id + "\nREPORT RequestId: " + id), log);
  }

  @Test
  void a_dry_run_runs_nothing() throws Exception {
    HttpResponse<String> response =
        invoke("echo/invocations", "{}", "X-Amz-Invocation-Type", "DryRun");
    assertEquals(204, response.statusCode());
    assertEquals("", response.body());
    assertEquals("absent", header(response, "X-Amz-Executed-Version"));
  }

  @Test
  void an_asynchronous_request_is_accepted_at_once_and_processed_later() throws Exception {
    HttpResponse<String> response =
        invoke(
            "sleep/invocations", "47", "X-Amz-Invocation-Type", "Event", "X-Amz-Log-Type", "Tail");
    assertEquals(202, response.statusCode());
    assertEquals("", response.body());
    assertTrue(response.headers().firstValue("X-Amz-Executed-Version").isEmpty());
    assertTrue(response.headers().firstValue("X-Amz-Log-Result").isEmpty());
    String end = "sleep: END RequestId: " + header(response, "x-amzn-RequestId");
    Deadline.await(Duration.ofSeconds(60), "the event is processed", () -> LOG.contains(end));
    assertTrue(LOG.contains("sleep: sleeping 47"));
  }

  /** As test_request_id_async_invoke_with_retry, recorded on AWS in November 2025. */
  @Test
  void an_asynchronous_request_that_fails_is_retried_with_the_same_id() throws Exception {
    HttpResponse<String> response =
        invoke("fail/invocations", "{}", "X-Amz-Invocation-Type", "Event");
    assertEquals(202, response.statusCode());
    String end = "fail: END RequestId: " + header(response, "x-amzn-RequestId");
    Deadline.await(
        Duration.ofSeconds(60), "three attempts", () -> Collections.frequency(LOG, end) == 3);
  }

  @Test
  void an_event_may_have_one_megabyte() throws Exception {
    String largest = "\"" + "x".repeat(EventQueue.EVENT_LIMIT_BYTES - 2) + "\"";
    assertEquals(
        202, invoke("echo/invocations", largest, "X-Amz-Invocation-Type", "Event").statusCode());
    HttpResponse<String> response =
        invoke("echo/invocations", largest + " ", "X-Amz-Invocation-Type", "Event");
    assertError(response, 413, "RequestEntityTooLargeException");
    assertTrue(
        response
            .body()
            .contains(
                "1048577 byte payload is too large for the Event invocation type (limit 1048576"
                    + " bytes)"),
        response.body());
  }

  @Test
  void an_event_that_cannot_be_kept_is_refused_with_status_500() throws Exception {
    Store gone = Store.open(Optional.empty());
    EventQueue queue =
        EventQueue.start(
            gone,
            new EventQueue.Surroundings(
                (function, _) -> new AsyncTerms(EventInvokeConfig.NONE, Optional.empty(), false),
                (function, invocation) -> platform.invoke(function, invocation, false),
                function -> true,
                (notice, body) -> {},
                (name, line) -> {},
                problem -> {}),
            Pace.REAL);
    queue.close();
    gone.close();
    List<Exception> problems = Collections.synchronizedList(new ArrayList<>());
    try (LambdaApi other = LambdaApi.open(platform, queue, "127.0.0.1", 0, problems::add)) {
      HttpResponse<String> response =
          send(
              request(other, FUNCTIONS + "echo/invocations")
                  .header("X-Amz-Invocation-Type", "Event")
                  .POST(BodyPublishers.ofString("{}")));
      assertError(response, 500, "ServiceException");
    }
    assertEquals(1, problems.size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"none/invocations", "none:$LATEST/invocations"})
  void an_unknown_function_is_not_found(String path) throws Exception {
    HttpResponse<String> response = invoke(path, "{}");
    assertError(response, 404, "ResourceNotFoundException");
    assertEquals(
        JSON.readTree(
            "{\"Type\":\"User\",\"Message\":\"Function not found: " + ARN + "none:$LATEST\"}"),
        JSON.readTree(response.body()));
  }

  @Test
  void a_qualifier_that_does_not_exist_is_not_found() throws Exception {
    HttpResponse<String> response = invoke("echo/invocations?Qualifier=live", "{}");
    assertError(response, 404, "ResourceNotFoundException");
    assertEquals(
        "Function not found: " + ARN + "echo:live",
        JSON.readTree(response.body()).path("Message").asText());
  }

  @Test
  void an_event_that_is_no_json_is_refused() throws Exception {
    HttpResponse<String> response = invoke("echo/invocations", "{\"a\":");
    assertError(response, 400, "InvalidRequestContentException");
    assertEquals("User", JSON.readTree(response.body()).path("Type").asText());
    assertTrue(
        JSON.readTree(response.body())
            .path("message")
            .asText()
            .startsWith("Could not parse request body into json: "));
  }

  @Test
  void a_request_of_six_mebibytes_passes_and_one_byte_more_is_refused() throws Exception {
    String quoted = "\"" + "x".repeat(LambdaLimits.LARGEST_REQUEST_BYTES - 2) + "\"";
    assertEquals(quoted, invoke("echo/invocations", quoted).body());
    HttpResponse<String> response = invoke("echo/invocations", quoted + " ");
    assertError(response, 413, "RequestEntityTooLargeException");
    assertEquals(
        "Request must be smaller than 6291456 bytes for the InvokeFunction operation",
        JSON.readTree(response.body()).path("message").asText());
  }

  @Test
  void a_request_that_ends_too_early_is_its_sender_s_fault() throws Exception {
    String request =
        "POST /2015-03-31/functions/echo/invocations HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Length: 10\r\n\r\n{\"a\"";
    try (Socket socket = new Socket("127.0.0.1", api.port())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      socket.shutdownOutput();
      String response =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertTrue(response.startsWith("HTTP/1.1 400 "), response);
    }
    assertEquals("1", invoke("echo/invocations", "1").body());
  }

  @Test
  void beyond_its_reservation_a_function_is_throttled() throws Exception {
    CompletableFuture<HttpResponse<String>> running =
        CLIENT.sendAsync(
            request(api, FUNCTIONS + "sleep/invocations")
                .POST(BodyPublishers.ofString("1003"))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    Deadline.await(
        Duration.ofSeconds(20), "the handler runs", () -> LOG.contains("sleep: sleeping 1003"));
    HttpResponse<String> response = invoke("sleep/invocations", "0");
    assertError(response, 429, "TooManyRequestsException");
    assertEquals(
        JSON.readTree(
            "{\"Type\":\"User\",\"message\":\"Rate Exceeded.\","
                + "\"Reason\":\"ReservedFunctionConcurrentInvocationLimitExceeded\"}"),
        JSON.readTree(response.body()));
    assertEquals("\"slept\"", running.get(20, TimeUnit.SECONDS).body());
  }

  @Test
  void a_function_that_cannot_be_built_says_why() throws Exception {
    HttpResponse<String> response = invoke("broken/invocations", "{}");
    assertError(response, 409, "ResourceConflictException");
    assertEquals(
        "The function broken cannot be run: it does not build. Remedy: mend it",
        JSON.readTree(response.body()).path("message").asText());
  }

  @Test
  void the_emulator_s_path_reaches_the_only_function() throws Exception {
    assertError(invoke("function/invocations", "{}"), 404, "ResourceNotFoundException");
    try (Platform single = platform("echo");
        LambdaApi one = LambdaApi.open(single, events, "127.0.0.1", 0, PROBLEMS::add)) {
      HttpRequest.Builder request = request(one, FUNCTIONS + "function/invocations");
      assertEquals("1", send(request.POST(BodyPublishers.ofString("1"))).body());
    }
  }

  // ---- descriptions ----

  @Test
  void a_function_is_described_as_aws_does() throws Exception {
    JsonNode node = JSON.readTree(get(FUNCTIONS + "sleep").body());
    assertEquals("S3", node.path("Code").path("RepositoryType").asText());
    assertEquals(1, node.path("Concurrency").path("ReservedConcurrentExecutions").asInt());
    JsonNode configuration = node.path("Configuration");
    assertEquals(configuration, JSON.readTree(get(FUNCTIONS + "sleep/configuration").body()));
    assertEquals("sleep", configuration.path("FunctionName").asText());
    assertEquals(ARN + "sleep", configuration.path("FunctionArn").asText());
    assertEquals("Active", configuration.path("State").asText());
    assertEquals("Successful", configuration.path("LastUpdateStatus").asText());
    assertEquals("c2hhMjU2", configuration.path("CodeSha256").asText());
    assertEquals(4711, configuration.path("CodeSize").asInt());
    assertEquals(
        "INFO", configuration.path("Environment").path("Variables").path("LEVEL").asText());
    assertTrue(
        configuration
            .path("LastModified")
            .asText()
            .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}\\+0000"));
    // All members recorded on AWS 2025-11-24 for a function in use (public LocalStack tests).
    for (String member :
        ("Architectures CodeSha256 CodeSize Description EphemeralStorage FunctionArn FunctionName"
                + " Handler LastModified LastUpdateStatus LoggingConfig MemorySize PackageType"
                + " RevisionId Role Runtime RuntimeVersionConfig SnapStart State Timeout"
                + " TracingConfig Version")
            .split(" ")) {
      assertTrue(configuration.has(member), member + " in " + configuration);
    }
  }

  @Test
  void a_qualified_description_has_a_qualified_arn() throws Exception {
    JsonNode node = JSON.readTree(get(FUNCTIONS + "echo/configuration?Qualifier=%24LATEST").body());
    assertEquals(ARN + "echo:$LATEST", node.path("FunctionArn").asText());
    assertError(get(FUNCTIONS + "echo?Qualifier=1"), 404, "ResourceNotFoundException");
    assertError(get(FUNCTIONS + "none/configuration"), 404, "ResourceNotFoundException");
  }

  @Test
  void a_function_that_cannot_be_built_has_failed() throws Exception {
    JsonNode node = JSON.readTree(get(FUNCTIONS + "broken/configuration").body());
    assertEquals("Failed", node.path("State").asText());
    assertEquals("it does not build. Remedy: mend it", node.path("StateReason").asText());
  }

  @Test
  void functions_are_listed_page_by_page() throws Exception {
    List<String> names = new ArrayList<>();
    String marker = "";
    do {
      JsonNode page =
          JSON.readTree(
              get("/2015-03-31/functions/?MaxItems=2"
                      + (marker.isEmpty() ? "" : "&Marker=" + marker))
                  .body());
      page.path("Functions").forEach(each -> names.add(each.path("FunctionName").asText()));
      assertTrue(!page.path("Functions").path(0).has("State"));
      marker = page.path("NextMarker").asText("");
    } while (!marker.isEmpty());
    assertEquals(List.of("broken", "context", "echo", "fail", "sleep"), names);
    assertEquals(5, JSON.readTree(get("/2015-03-31/functions").body()).path("Functions").size());
    assertError(get("/2015-03-31/functions?MaxItems=0"), 400, "ValidationException");
  }

  @Test
  void a_request_of_no_operation_is_named() throws Exception {
    HttpResponse<String> response =
        send(request(api, "/2015-03-31/functions/echo/mood").PUT(BodyPublishers.ofString("{}")));
    assertError(response, 404, "UnknownOperationException");
    assertEquals(
        "Thaw does not support PUT /2015-03-31/functions/echo/mood",
        JSON.readTree(response.body()).path("Message").asText());
  }

  @Test
  void a_port_that_is_taken_is_the_user_s_to_mend() {
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () -> LambdaApi.open(platform, events, "127.0.0.1", api.port(), PROBLEMS::add));
    assertTrue(
        mistake.getMessage().startsWith("cannot listen on port " + api.port() + " of 127.0.0.1: "));
    assertTrue(mistake.remedy().contains("--port " + (api.port() + 1)));
  }
}
