package thaw.runtimeapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.sandbox.HostPorts;
import thaw.steady.InternalFault;

/** The Runtime API over real HTTP. */
class RuntimeApiTest {
  private static final String ARN = "arn:aws:lambda:us-east-1:123456789012:function:f";
  private static final RuntimeApi API =
      new RuntimeApi(new HostPorts(), ARN, _ -> true, (_, _) -> false);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private RuntimeSession session = new RuntimeSession(RuntimeSession.Purpose.SERVE);

  @ParameterizedTest
  @ValueSource(
      strings = {"plain", "a\ttab", "\"quoted\" \\ line\r\nend", "\u0000\u001b[1m", "ü€😀"})
  void an_error_is_JSON_whatever_its_message_has(String message) throws Exception {
    JsonNode error = new ObjectMapper().readTree(ErrorJson.of("Runtime.ExitError", message));
    assertEquals("Runtime.ExitError", error.path("errorType").textValue());
    assertEquals(message, error.path("errorMessage").textValue());
  }

  @BeforeEach
  void serve() {
    session = new RuntimeSession(RuntimeSession.Purpose.SERVE);
    API.serve(session);
  }

  @AfterAll
  static void stop() {
    API.close();
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://" + API.address() + path))
        .timeout(Duration.ofSeconds(10));
  }

  private static HttpResponse<String> post(String path, byte[] body, String... headers)
      throws Exception {
    HttpRequest.Builder builder =
        request("/2018-06-01/runtime" + path).POST(HttpRequest.BodyPublishers.ofByteArray(body));
    if (headers.length > 0) {
      builder.headers(headers);
    }
    return CLIENT.send(builder.build(), HttpResponse.BodyHandlers.ofString());
  }

  private CompletableFuture<HttpResponse<String>> next() throws Exception {
    CompletableFuture<HttpResponse<String>> answer =
        CLIENT.sendAsync(
            request("/2018-06-01/runtime/invocation/next").build(),
            HttpResponse.BodyHandlers.ofString());
    assertTrue(session.events().await(Duration.ofSeconds(10)) instanceof RuntimeEvent.NextCalled);
    return answer;
  }

  private void deliver(String id, String event) {
    deliver(new Invocation(id, event.getBytes(StandardCharsets.UTF_8)));
  }

  private void deliver(Invocation invocation) {
    session.offer(
        new NextInvocation(
            invocation, 1_700_000_000_000L, TraceId.of(Optional.empty(), false), _ -> {}));
  }

  @Test
  void next_gives_the_event_with_the_documented_headers() throws Exception {
    CompletableFuture<HttpResponse<String>> answer = next();
    deliver("id-1", "{\"a\":1}");
    HttpResponse<String> response = answer.get(10, TimeUnit.SECONDS);
    assertEquals(200, response.statusCode());
    assertEquals("{\"a\":1}", response.body());
    assertEquals("application/json", header(response, "Content-Type"));
    assertEquals("id-1", header(response, "Lambda-Runtime-Aws-Request-Id"));
    assertEquals("1700000000000", header(response, "Lambda-Runtime-Deadline-Ms"));
    assertEquals(ARN, header(response, "Lambda-Runtime-Invoked-Function-Arn"));
    assertEquals("absent", header(response, "Lambda-Runtime-Client-Context"));
    assertTrue(
        header(response, "Lambda-Runtime-Trace-Id")
            .matches("Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=0"));
  }

  @Test
  void next_passes_on_the_client_context_and_the_qualifier_that_the_caller_gave() throws Exception {
    CompletableFuture<HttpResponse<String>> answer = next();
    deliver(
        new Invocation(
            "id-5",
            "{}".getBytes(StandardCharsets.UTF_8),
            Optional.of("{\"custom\":{\"a\":\"b\"}}"),
            Optional.of("$LATEST")));
    HttpResponse<String> response = answer.get(10, TimeUnit.SECONDS);
    assertEquals("{\"custom\":{\"a\":\"b\"}}", header(response, "Lambda-Runtime-Client-Context"));
    assertEquals(ARN + ":$LATEST", header(response, "Lambda-Runtime-Invoked-Function-Arn"));
  }

  private static String header(HttpResponse<String> response, String name) {
    return response.headers().firstValue(name).orElse("absent");
  }

  @Test
  void a_response_is_taken_with_202_and_a_second_one_refused_with_400() throws Exception {
    CompletableFuture<HttpResponse<String>> answer = next();
    deliver("id-2", "{}");
    answer.get(10, TimeUnit.SECONDS);
    HttpResponse<String> first = post("/invocation/id-2/response", new byte[] {'1'});
    assertEquals(202, first.statusCode());
    assertEquals("{\"status\":\"OK\"}", first.body().strip());
    HttpResponse<String> second = post("/invocation/id-2/response", new byte[] {'2'});
    assertEquals(400, second.statusCode());
    assertEquals(
        "{\"errorMessage\":\"Invalid request ID\",\"errorType\":\"InvalidRequestID\"}",
        second.body().strip());
  }

  @Test
  void a_response_above_six_mebibytes_and_100_bytes_is_refused_with_413() throws Exception {
    CompletableFuture<HttpResponse<String>> answer = next();
    deliver("id-3", "{}");
    answer.get(10, TimeUnit.SECONDS);
    HttpResponse<String> refused = post("/invocation/id-3/response", new byte[6_291_557]);
    assertEquals(413, refused.statusCode());
    assertTrue(refused.body().contains("RequestEntityTooLarge"), refused.body());
  }

  @Test
  void a_large_answer_waits_for_room_and_the_runtime_is_not_late_meanwhile() throws Exception {
    BlockingQueue<Long> asked = new LinkedBlockingQueue<>();
    CountDownLatch room = new CountDownLatch(1);
    CompletableFuture<HttpResponse<String>> answer = next();
    deliver(
        new Invocation("id-6", "{}".getBytes(StandardCharsets.UTF_8))
            .withRoom(bytes -> {
              asked.add(bytes);
              room.await(10, TimeUnit.SECONDS);
            }));
    answer.get(10, TimeUnit.SECONDS);
    CompletableFuture<HttpResponse<String>> posted =
        CLIENT.sendAsync(
            request("/2018-06-01/runtime/invocation/id-6/response")
                .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[100_000]))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertEquals(100_000, asked.poll(10, TimeUnit.SECONDS));
    assertTrue(session.isHeldUp());
    room.countDown();
    assertEquals(202, posted.get(10, TimeUnit.SECONDS).statusCode());
    assertFalse(session.isHeldUp());
    assertTrue(session.events().await(Duration.ofSeconds(10)) instanceof RuntimeEvent.Responded);
  }

  @Test
  void an_answer_for_which_there_is_no_room_is_our_fault_and_not_the_functions() throws Exception {
    CompletableFuture<HttpResponse<String>> answer = next();
    deliver(
        new Invocation("id-7", "{}".getBytes(StandardCharsets.UTF_8))
            .withRoom(_ -> {
              throw new IllegalStateException("no room");
            }));
    answer.get(10, TimeUnit.SECONDS);
    assertThrows(IOException.class, () -> post("/invocation/id-7/response", new byte[100_000]));
    InternalFault fault =
        assertThrows(InternalFault.class, () -> session.events().await(Duration.ofSeconds(10)));
    assertEquals("no room", fault.getCause().getMessage());
  }

  @Test
  void a_response_before_the_first_next_is_refused_with_403() throws Exception {
    HttpResponse<String> refused = post("/invocation/id-4/response", new byte[] {'1'});
    assertEquals(403, refused.statusCode());
    assertTrue(refused.body().contains("InvalidStateTransition"), refused.body());
  }

  @Test
  void an_init_error_carries_its_type_in_a_header() throws Exception {
    HttpResponse<String> accepted =
        post(
            "/init/error",
            "{}".getBytes(StandardCharsets.UTF_8),
            "Lambda-Runtime-Function-Error-Type",
            "Runtime.BadFunctionCode");
    assertEquals(202, accepted.statusCode());
    RuntimeEvent event = session.events().await(Duration.ofSeconds(10));
    assertTrue(
        event instanceof RuntimeEvent.InitErrorReported error
            && error.type().equals("Runtime.BadFunctionCode"));
  }

  @Test
  void ping_answers() throws Exception {
    HttpResponse<String> pong =
        CLIENT.send(request("/2018-06-01/ping").build(), HttpResponse.BodyHandlers.ofString());
    assertEquals(200, pong.statusCode());
  }
}
