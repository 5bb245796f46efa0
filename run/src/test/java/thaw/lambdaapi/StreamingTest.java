package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.eventstream.Message;
import software.amazon.eventstream.MessageDecoder;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.fixture.FreePorts;
import thaw.fixture.Python;
import thaw.fixture.SideBySide;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.FunctionUrl;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.platform.record.PlatformLimits;
import thaw.platform.record.UrlConfig;

/** Process tests: streamed responses and function URLs, by a custom runtime that streams. */
@SideBySide
class StreamingTest {
  private static final int GATE_PORT = FreePorts.next();

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String FORBIDDEN =
      "{\"Message\":\"Forbidden. For troubleshooting Function URL authorization issues, see:"
          + " https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html\"}";
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path folder;
  private static ApiOnPlatform door;

  @BeforeAll
  static void serve() throws Exception {
    Assumptions.assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/python3")), "there is no /usr/bin/python3");
    Path bootstrap = Files.createDirectories(folder.resolve("task")).resolve("bootstrap");
    try (InputStream script = StreamingTest.class.getResourceAsStream("streaming/bootstrap")) {
      Files.copy(script, bootstrap);
    }
    assertTrue(bootstrap.toFile().setExecutable(true, false));
    door =
        ApiOnPlatform.open(
            folder,
            PlatformLimits.defaults(),
            List.of(
                function("buffered", 20, "BUFFERED"),
                function("streamed", 20, "RESPONSE_STREAM"),
                function("short", 2, "RESPONSE_STREAM")),
            Stack.EMPTY,
            (_, definition, _) -> spec(definition));
  }

  @AfterAll
  static void stop() {
    if (door != null) {
      door.close();
      assertEquals(List.of(), door.problems());
    }
  }

  private static FunctionDefinition function(String name, int timeoutSeconds, String invokeMode) {
    return FunctionDefinitionBuilder.builder()
        .logicalId(name)
        .name(name)
        .code(new CodeSource.Folder(folder.resolve("task")))
        .handler("none")
        .runtime("provided.al2023")
        .memory(new MemorySize(1769))
        .timeout(Duration.ofSeconds(timeoutSeconds))
        .environment(Map.of("GATE_PORT", "" + GATE_PORT))
        .url(Optional.of(new FunctionUrl("NONE", Optional.empty(), Optional.of(invokeMode))))
        .build();
  }

  private static EnvironmentSpec spec(FunctionDefinition function) {
    return EnvironmentSpec.latest(
        function,
        new DeploymentPackage(folder.resolve("task"), "", 0),
        Optional.empty(),
        new RuntimeProgram.Bootstrap("provided.al2023"),
        Map.of(),
        List.of(),
        "us-east-1");
  }

  // ---- InvokeWithResponseStream ----

  private static HttpRequest invocation(String function, String event) {
    return HttpRequest.newBuilder(
            URI.create(
                "http://127.0.0.1:%d/2021-11-15/functions/%s/response-streaming-invocations"
                    .formatted(door.api().port(), function)))
        .timeout(PATIENCE)
        .POST(BodyPublishers.ofString(event))
        .build();
  }

  private static List<Message> messages(InputStream body) throws IOException {
    MessageDecoder decoder = new MessageDecoder();
    decoder.feed(body.readAllBytes());
    return decoder.getDecodedMessages();
  }

  private static String text(Message message) {
    return message.getHeaders().get(":event-type").getString()
        + " "
        + new String(message.getPayload(), StandardCharsets.UTF_8);
  }

  @Test
  void a_piece_reaches_the_caller_before_the_function_writes_the_next() throws Exception {
    try (Gate gate = new Gate()) {
      HttpResponse<InputStream> response =
          CLIENT.send(
              invocation("streamed", "{\"do\":\"gated\",\"port\":" + gate.port() + "}"),
              HttpResponse.BodyHandlers.ofInputStream());
      assertEquals(200, response.statusCode());
      assertEquals("application/vnd.amazon.eventstream", header(response, "Content-Type"));
      assertEquals("text/plain", header(response, "X-Amzn-Remapped-Content-Type"));
      assertEquals("$LATEST", header(response, "X-Amz-Executed-Version"));
      MessageDecoder decoder = new MessageDecoder();
      byte[] some = new byte[4096];
      List<Message> first = List.of();
      while (first.isEmpty()) {
        decoder.feed(some, 0, response.body().read(some));
        first = decoder.getDecodedMessages();
      }
      assertEquals("PayloadChunk one,", text(first.getFirst()));
      assertEquals(
          "application/octet-stream",
          first.getFirst().getHeaders().get(":content-type").getString());
      gate.open();
      decoder.feed(response.body().readAllBytes());
      assertEquals(
          List.of("PayloadChunk two", "InvokeComplete {}"),
          decoder.getDecodedMessages().stream().map(StreamingTest::text).toList());
    }
  }

  @Test
  void what_boto3_reads_is_what_the_function_wrote() throws Exception {
    String python = Python.apart("boto3", "boto3==1.44.8");
    Python.Run run =
        Python.run(
            List.of(
                python,
                Python.scripts(StreamingTest.class).resolve("stream_life.py").toString(),
                "http://127.0.0.1:" + door.api().port(),
                "streamed"));
    assertEquals(0, run.exit(), run.output());
    assertTrue(run.output().contains("streamed as boto3 expects"), run.output());
  }

  @Test
  void a_function_that_exits_in_the_middle_ends_with_its_error() throws Exception {
    try (Gate gate = new Gate()) {
      HttpResponse<InputStream> response =
          CLIENT.send(
              invocation("streamed", "{\"do\":\"exit\",\"port\":" + gate.port() + "}"),
              HttpResponse.BodyHandlers.ofInputStream());
      gate.open();
      List<Message> messages = messages(response.body());
      assertEquals("PayloadChunk part", text(messages.getFirst()));
      String details =
          JSON.readTree(messages.getLast().getPayload()).get("ErrorDetails").textValue();
      assertTrue(details.contains("\"errorType\":\"Runtime.ExitError\""), details);
      assertTrue(details.contains("exit status 3"), details);
    }
  }

  @Test
  void a_client_who_leaves_does_not_end_the_function() throws Exception {
    try (Gate gate = new Gate()) {
      try (Socket client = new Socket(InetAddress.getLoopbackAddress(), door.api().port())) {
        String event = "{\"do\":\"left\",\"port\":" + gate.port() + "}";
        client
            .getOutputStream()
            .write(
                ("POST /2021-11-15/functions/streamed/response-streaming-invocations HTTP/1.1\r\n"
                        + "Host: 127.0.0.1\r\nContent-Length: "
                        + event.length()
                        + "\r\n\r\n"
                        + event)
                    .getBytes(StandardCharsets.US_ASCII));
        assertTrue(client.getInputStream().read() >= 0);
        client.setSoLinger(true, 0);
      }
      gate.open();
      assertEquals("done", gate.said());
    }
    assertEquals(201, url("buffered", "whole").statusCode());
  }

  @Test
  void a_client_who_does_not_read_keeps_a_function_no_longer_than_its_timeout() throws Exception {
    HttpResponse<InputStream> response =
        CLIENT.send(
            invocation("short", "{\"do\":\"flood\"}"), HttpResponse.BodyHandlers.ofInputStream());
    HttpResponse<String> other = url("short", "whole");
    assertEquals(200, other.statusCode(), other.body());
    List<Message> messages = messages(response.body());
    JsonNode last = JSON.readTree(messages.getLast().getPayload());
    assertTrue(last.get("ErrorDetails").textValue().contains("Sandbox.Timedout"), "" + last);
  }

  // ---- function URLs ----

  private static String id(String function) {
    return door.platform().attachments().url(function, "").map(UrlConfig::id).orElseThrow();
  }

  /** By its path: this client may not name a host of its own. */
  private static HttpResponse<String> url(String function, String path, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://127.0.0.1:%d/_thaw/url/%s/%s"
                        .formatted(door.api().port(), function, path)))
            .timeout(PATIENCE);
    return CLIENT.send(
        (headers.length == 0 ? request : request.headers(headers)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("absent");
  }

  /** By its host, byte for byte. */
  private static String raw(String host, String request) throws IOException {
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), door.api().port())) {
      client.setSoTimeout((int) PATIENCE.toMillis());
      String head = request.replace("HOST", host).replace("\n", "\r\n");
      client.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
      return response(client.getInputStream(), !request.startsWith("HEAD "));
    }
  }

  private static String response(InputStream from, boolean hasBody) throws IOException {
    StringBuilder text = new StringBuilder();
    while (text.indexOf("\r\n\r\n") < 0) {
      text.append((char) from.read());
    }
    Matcher length = Pattern.compile("(?i)content-length: (\\d+)").matcher(text);
    if (hasBody && length.find()) {
      byte[] body = from.readNBytes(Integer.parseInt(length.group(1)));
      text.append(new String(body, StandardCharsets.ISO_8859_1));
    }
    return text.toString();
  }

  @Test
  void a_request_by_host_reaches_the_function_as_payload_2_0() throws Exception {
    String host = id("buffered") + ".lambda-url.us-east-1.localhost:" + door.api().port();
    String answer =
        raw(
            host.toUpperCase(Locale.ROOT),
            """
            POST /pa2%Fth//1 HTTP/1.1
            Host: HOST
            Content-Type: application/json
            ExTrA-HeadErs: With WeiRd CapS
            Cookie: a=1; b=2
            Content-Length: 14

            {"foo": "bar"}\
            """);
    String[] parts = answer.split("\r\n\r\n", 2);
    assertTrue(parts[0].startsWith("HTTP/1.1 200 "), answer);
    JsonNode event = JSON.readTree(parts[1]);
    assertEquals("/pa2%Fth//1", event.get("rawPath").textValue());
    assertEquals("{\"foo\": \"bar\"}", event.get("body").textValue());
    assertEquals("[\"a=1\",\"b=2\"]", event.get("cookies").toString());
    assertEquals("With WeiRd CapS", event.at("/headers/extra-headers").textValue());
    assertEquals("127.0.0.1", event.at("/requestContext/http/sourceIp").textValue());
    assertEquals("HTTP/1.1", event.at("/requestContext/http/protocol").textValue());
    assertTrue(
        parts[0]
            .toLowerCase(Locale.ROOT)
            .contains("x-amzn-requestid: " + event.at("/requestContext/requestId").textValue()),
        parts[0]);
  }

  @ParameterizedTest
  @CsvSource({
    "buffered, whole, 201, whole",
    "buffered, error, 502, Internal Server Error",
    "buffered, late, 502, Internal Server Error",
    "buffered, prelude, 418, short and stout",
    "streamed, whole, 200, '{\"statusCode\": 201, \"body\": \"whole\"}'",
    "streamed, error, 502, Internal Server Error",
    "streamed, prelude, 418, short and stout",
    "streamed, ill-prelude, 502, Internal Server Error",
  })
  void a_url_answers_with(String function, String todo, int status, String body) throws Exception {
    HttpResponse<String> response = url(function, todo);
    assertEquals(body, response.body());
    assertEquals(status, response.statusCode());
    if (todo.equals("prelude")) {
      assertEquals("text/tea", header(response, "Content-Type"));
      assertEquals("china", header(response, "x-pot"));
      assertEquals(List.of("a=1; Secure", "b=2"), response.headers().allValues("set-cookie"));
    } else {
      assertEquals("application/json", header(response, "Content-Type"));
    }
  }

  @Test
  void a_body_beyond_6_mib_is_refused() throws Exception {
    HttpResponse<String> response =
        CLIENT.send(
            HttpRequest.newBuilder(
                    URI.create(
                        "http://127.0.0.1:%d/_thaw/url/buffered/echo".formatted(door.api().port())))
                .timeout(PATIENCE)
                .POST(BodyPublishers.ofByteArray(new byte[6 * 1024 * 1024 + 1]))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertEquals(413, response.statusCode());
    assertEquals("RequestEntityTooLargeException", header(response, "x-amzn-ErrorType"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"buffered", "streamed"})
  void a_throttled_url_answers_429(String function) throws Exception {
    door.platform().reservations().put(function, 0);
    try {
      HttpResponse<String> response = url(function, "whole");
      assertEquals(429, response.statusCode());
      assertEquals(
          "ReservedFunctionConcurrentInvocationLimitExceeded",
          JSON.readTree(response.body()).get("Reason").textValue());
      HttpResponse<String> api =
          CLIENT.send(invocation(function, "{}"), HttpResponse.BodyHandlers.ofString());
      assertEquals(429, api.statusCode());
      assertEquals("TooManyRequestsException", header(api, "x-amzn-ErrorType"));
    } finally {
      door.platform().reservations().put(function, null);
    }
  }

  @Test
  void a_stream_that_fails_in_the_middle_has_no_proper_end() throws Exception {
    assertThrows(IOException.class, () -> url("streamed", "late"));
    try (Gate gate = new Gate()) {
      HttpResponse<InputStream> response =
          CLIENT.send(
              HttpRequest.newBuilder(
                      URI.create(
                          "http://127.0.0.1:%d/_thaw/url/streamed/late?port=%d"
                              .formatted(door.api().port(), gate.port())))
                  .build(),
              HttpResponse.BodyHandlers.ofInputStream());
      assertEquals(200, response.statusCode());
      assertEquals("text/plain", header(response, "Content-Type"));
      assertEquals("part", new String(response.body().readNBytes(4), StandardCharsets.US_ASCII));
      gate.open();
      assertThrows(IOException.class, () -> response.body().readAllBytes());
    }
  }

  @Test
  void a_head_request_is_answered_without_a_body() throws Exception {
    String head = "HEAD /prelude HTTP/1.1\nHost: HOST\n\n";
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), door.api().port())) {
      client.setSoTimeout((int) PATIENCE.toMillis());
      String host = id("streamed") + ".lambda-url.us-east-1.localhost";
      for (int i = 0; i < 2; i++) { // a body would be taken for the second response's head
        client
            .getOutputStream()
            .write(
                head.replace("HOST", host)
                    .replace("\n", "\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
        String answer = response(client.getInputStream(), false);
        assertTrue(answer.startsWith("HTTP/1.1 418 "), answer);
      }
    }
  }

  @Test
  void pages_of_all_sites_may_call_a_url_but_by_its_path_they_are_sandboxed() throws Exception {
    String request =
        """
        GET /PATH HTTP/1.1
        Host: HOST
        Origin: http://evil.example
        Sec-Fetch-Site: cross-site

        """;
    String byHost = id("buffered") + ".lambda-url.us-east-1.localhost:" + door.api().port();
    for (String path : List.of("a", "_thaw", "_thaw/traces", "2015-03-31/functions")) {
      String answer = raw(byHost, request.replace("PATH", path));
      assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
      assertTrue(answer.contains("\"rawPath\":\"/" + path + "\""), answer);
      assertFalse(answer.contains("Content-Security-Policy"), answer);
    }
    for (String function : List.of("buffered", "streamed", "nothing")) {
      String byPath = request.replace("PATH", "_thaw/url/" + function + "/whole");
      String answer = raw("localhost:" + door.api().port(), byPath);
      String line = "\r\nContent-Security-Policy: sandbox allow-scripts allow-forms\r\n";
      assertTrue(answer.contains(line), answer);
      String foreign = raw("evil.example:" + door.api().port(), byPath);
      assertTrue(foreign.startsWith("HTTP/1.1 403 "), foreign);
      assertTrue(foreign.contains("--allow-host evil.example"), foreign);
    }
    String unknown = "0123456789abcdefghijklmnopqrstuv.lambda-url.us-east-1.localhost";
    String refused = raw(unknown, request.replace("PATH", "2015-03-31/functions"));
    assertTrue(refused.startsWith("HTTP/1.1 403 "), refused);
    assertTrue(refused.contains("another origin"), refused);
  }

  @Test
  void who_may_not_call_a_url_is_told_as_by_aws() throws Exception {
    String nobody = "GET / HTTP/1.1\nHost: HOST\n\n";
    String unknown = raw("0123456789abcdefghijklmnopqrstuv.lambda-url.us-east-1.localhost", nobody);
    assertTrue(unknown.startsWith("HTTP/1.1 403 "), unknown);
    assertTrue(unknown.contains("x-amzn-ErrorType: AccessDeniedException\r\n"), unknown);
    assertTrue(unknown.endsWith("\r\n\r\n{\"Message\":null}"), unknown);
    assertEquals("{\"Message\":null}", url("nothing", "").body());

    door.platform()
        .attachments()
        .removePermission("short", "", "FunctionUrlPublicPermissions", null);
    HttpResponse<String> forbidden = url("short", "whole");
    assertEquals(403, forbidden.statusCode());
    assertEquals(FORBIDDEN, forbidden.body());
    assertEquals("AccessDeniedException", header(forbidden, "x-amzn-ErrorType"));

    UrlConfig open = door.platform().attachments().url("short", "").orElseThrow();
    door.platform()
        .attachments()
        .putUrl("short", new UrlConfig(open.id(), "", "AWS_IAM", null, "BUFFERED", 0, 0));
    assertEquals(FORBIDDEN, url("short", "whole").body());
    HttpResponse<String> signed =
        url(
            "short",
            "echo",
            "Authorization",
            "AWS4-HMAC-SHA256 Credential=AKIDTEST/20261121/us-east-1/lambda/aws4_request,"
                + " SignedHeaders=host;x-amz-date, Signature=0123abcd");
    assertEquals(200, signed.statusCode());
    JsonNode event = JSON.readTree(signed.body());
    assertEquals("AKIDTEST", event.at("/requestContext/authorizer/iam/accessKey").textValue());
    assertTrue(event.at("/headers/authorization").isMissingNode());
    door.platform().attachments().putUrl("short", open);
    door.platform()
        .attachments()
        .addPermission(
            "short",
            "",
            "again",
            JSON.readTree(
                "{\"Effect\":\"Allow\",\"Principal\":\"*\",\"Action\":\"lambda:InvokeFunctionUrl\"}"),
            null);
  }

  /** Holds a function until the test lets it go on. */
  private static final class Gate implements AutoCloseable {
    private final ServerSocket listener =
        new ServerSocket(GATE_PORT, 1, InetAddress.getLoopbackAddress());
    private Socket function;

    private Gate() throws IOException {
      listener.setSoTimeout((int) PATIENCE.toMillis());
    }

    private int port() {
      return listener.getLocalPort();
    }

    private void open() throws IOException {
      function = listener.accept();
      function.setSoTimeout((int) PATIENCE.toMillis());
      function.getOutputStream().write(1);
    }

    private String said() throws IOException {
      return new String(function.getInputStream().readNBytes(4), StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
      listener.close();
      if (function != null) {
        function.close();
      }
    }
  }
}
