package thaw.apigateway;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.RealRuntime;
import thaw.fixture.Samples;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.Api;
import thaw.function.Application;
import thaw.function.packaging.DeploymentStore;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.http.HttpServer;
import thaw.http.OwnPages;
import thaw.json.Json;
import thaw.platform.Platform;
import thaw.platform.record.PlatformLimits;
import thaw.runtimeapi.Invocation;
import thaw.sandbox.kernel.Deadline;

/**
 * Process tests: the sample {@code two-apis} through its real ports, and clients with bad habits.
 */
@SideBySide
class TwoApisTest {
  private static final int MIB = 1024 * 1024;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final List<String> LOG = new CopyOnWriteArrayList<>();
  private static final List<String> NOTES = new CopyOnWriteArrayList<>();
  private static final List<Exception> PROBLEMS = Collections.synchronizedList(new ArrayList<>());

  @TempDir static Path folder;
  private static RealRuntime real;
  private static Application application;
  private static Platform platform;
  private static ApiGateway gateway;
  private static HttpServer rest;
  private static HttpServer http;

  @BeforeAll
  static void serve() throws Exception {
    Path sample = Samples.copy("two-apis", folder.resolve("sample"));
    try (Stream<Path> files = Files.walk(sample)) {
      List<String> sources = new ArrayList<>();
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        sources.add(Files.readString(file));
      }
      Sources.compile(sample.resolve("classes"), sources.toArray(String[]::new));
    }
    Path template = sample.resolve("template.yaml");
    Files.writeString(
        template, Files.readString(template).replace("CodeUri: .", "CodeUri: classes"));
    application = ApplicationReader.read(sample, ReadOptions.defaults());
    real = RealRuntime.open(folder);
    DeploymentStore packages = new DeploymentStore(folder.resolve("store"));
    platform =
        new Platform(
            real.instance(),
            application.functions(),
            PlatformLimits.defaults(),
            definition -> real.specify(definition, packages),
            seen -> seen.text().ifPresent(line -> LOG.add(seen.function() + ": " + line)),
            PROBLEMS::add,
            System::nanoTime);
    gateway =
        new ApiGateway(application.apis(), platform, true, Set.of(), Kept.in(NOTES), PROBLEMS::add);
    rest = open(Api.Kind.REST, HttpServer.TRANSFER_LIMIT);
    http = open(Api.Kind.HTTP, HttpServer.TRANSFER_LIMIT);
  }

  private static Api api(Api.Kind kind) {
    return application.apis().stream().filter(api -> api.kind() == kind).findFirst().orElseThrow();
  }

  private static HttpServer open(Api.Kind kind, Duration transferLimit) {
    return HttpServer.open(
        "127.0.0.1",
        0,
        gateway.handler(api(kind)),
        OwnPages.of("h")::refusalOfName,
        Invocation::newRequestId,
        transferLimit,
        PROBLEMS::add);
  }

  @AfterAll
  static void stop() {
    http.close();
    rest.close();
    gateway.close();
    platform.close();
    real.close();
    assertEquals(List.of(), PROBLEMS);
  }

  @Test
  void the_sample_has_nothing_to_be_warned_of() {
    assertEquals(List.of(), application.warnings());
  }

  private static HttpRequest.Builder request(HttpServer at, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + at.port() + path))
        .timeout(PATIENCE);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static JsonNode event(HttpResponse<String> answer) {
    assertEquals(200, answer.statusCode(), answer.body());
    return Json.read(answer.body().getBytes(StandardCharsets.UTF_8)).orElseThrow();
  }

  private static String answered(HttpResponse<String> answer) {
    return answer.statusCode() + " " + answer.body();
  }

  /** A request as no client library would send it; the connection is closed after the answer. */
  private static String raw(HttpServer to, String text) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), to.port())) {
      socket.setSoTimeout((int) PATIENCE.toMillis());
      try {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.shutdownOutput();
      } catch (IOException e) {
        // It has heard enough.
      }
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      socket.getInputStream().transferTo(all);
      return all.toString(StandardCharsets.ISO_8859_1);
    } catch (SocketException e) {
      return ""; // the connection was reset
    }
  }

  private static String rawGet(HttpServer to, String target, String host) throws IOException {
    String answer =
        raw(to, "GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
    return answer.substring(answer.indexOf("\r\n\r\n") + 4);
  }

  @Test
  void a_rest_api_hands_on_what_it_gets_and_says_who_it_is() throws Exception {
    HttpResponse<String> answer =
        send(
            request(rest, "/echo/a%2Fb?x=1&x=2&y=a+b")
                .header("X-My", "one")
                .header("Content-Type", "image/png")
                .POST(BodyPublishers.ofByteArray(new byte[] {0, (byte) 0xff})));
    JsonNode event = event(answer);
    assertEquals("/echo/a%2Fb", event.path("path").textValue());
    assertEquals("a%2Fb", event.at("/pathParameters/id").textValue());
    assertEquals("[\"1\",\"2\"]", event.at("/multiValueQueryStringParameters/x").toString());
    assertEquals("a b", event.at("/queryStringParameters/y").textValue());
    assertEquals("main", event.at("/stageVariables/shop").textValue());
    assertEquals("AP8=", event.path("body").textValue());
    assertTrue(event.path("isBase64Encoded").booleanValue());
    assertEquals(
        event.at("/requestContext/requestId").textValue(),
        answer.headers().firstValue("x-amzn-RequestId").orElse(""));
    assertEquals(
        event.at("/requestContext/extendedRequestId").textValue(),
        answer.headers().firstValue("x-amz-apigw-id").orElse(""));
    assertEquals(
        event.at("/headers/X-Amzn-Trace-Id").textValue(),
        answer.headers().firstValue("X-Amzn-Trace-Id").orElse(""));
  }

  @Test
  void an_http_api_hands_on_what_it_gets_in_either_format() throws Exception {
    HttpResponse<String> answer =
        send(request(http, "/echo/a%20b?x=1&x=2").header("Cookie", "a=1; b=2"));
    JsonNode second = event(answer);
    assertEquals("2.0", second.path("version").textValue());
    assertEquals("/echo/a b", second.path("rawPath").textValue());
    assertEquals("1,2", second.at("/queryStringParameters/x").textValue());
    assertEquals("[\"a=1\",\"b=2\"]", second.path("cookies").toString());
    assertEquals(
        second.at("/requestContext/requestId").textValue(),
        answer.headers().firstValue("apigw-requestid").orElse(""));
    JsonNode first = event(send(request(http, "/first/1")));
    assertEquals("1.0", first.path("version").textValue());
    assertEquals("1", first.at("/pathParameters/id").textValue());
    assertEquals("$default", event(send(request(http, "/other"))).path("routeKey").textValue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "//files//a//b/ | /files//a//b/ | /a//b",
        "/files/%2e%2e/x | /files/%2e%2e/x | %2e%2e/x",
        "/files/../x | /files/../x | ../x",
        "/files/a;b=c/d | /files/a;b=c/d | a;b=c/d",
        "/files/%zz%00 | /files/%zz%00 | %zz%00",
        "/files/a%2F..%2Fb | /files/a%2F..%2Fb | a%2F..%2Fb",
      })
  void path_tricks_reach_a_rest_function_as_they_are(String target, String path, String rest)
      throws Exception {
    JsonNode event =
        Json.read(rawGet(TwoApisTest.rest, target, "h").getBytes(StandardCharsets.UTF_8))
            .orElseThrow();
    assertEquals(path, event.path("path").textValue());
    assertEquals(rest, event.at("/pathParameters/path").textValue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "//echo/a | //echo/a | $default",
        "/echo/%2e%2e | /echo/.. | ANY /echo/{id}",
        "/echo/a%2Fb | /echo/a/b | $default",
        "/echo/a%252Fb | /echo/a/b | $default",
        "/echo/a+b | /echo/a+b | ANY /echo/{id}",
      })
  void path_tricks_reach_an_http_function_decoded(String target, String path, String route)
      throws Exception {
    JsonNode event =
        Json.read(rawGet(http, target, "h").getBytes(StandardCharsets.UTF_8)).orElseThrow();
    assertEquals(path, event.path("rawPath").textValue());
    assertEquals(route, event.path("routeKey").textValue());
  }

  @Test
  void every_port_has_every_api_below_its_host_and_stage() throws Exception {
    String ofRest = api(Api.Kind.REST).id() + ".execute-api.us-east-1.localhost";
    String ofHttp = api(Api.Kind.HTTP).id() + ".execute-api.us-east-1.localhost";
    assertTrue(rawGet(http, "/prod/files/x", ofRest).contains("\"path\":\"/prod/files/x\""));
    assertTrue(rawGet(http, "//prod/files/x", ofRest).contains("\"path\":\"/files/x\""));
    assertTrue(rawGet(rest, "/echo/x", ofHttp).contains("\"rawPath\":\"/echo/x\""));
    assertEquals("{\"message\":\"Forbidden\"}", rawGet(rest, "/production/files/x", ofRest));
    assertEquals(
        "{\"message\":\"Not Found\"}", rawGet(rest, "/x", "zzz.execute-api.us-east-1.localhost"));
  }

  @Test
  void what_no_route_takes() throws Exception {
    assertEquals(
        "403 {\"message\":\"Missing Authentication Token\"}", answered(send(request(rest, "/x"))));
    for (String path : List.of("/echo/%zz", "/echo/percent%25done")) {
      assertEquals("{\"message\":\"Bad Request\"}", rawGet(http, path, "h"));
    }
    String told = NOTES.stream().filter(note -> note.startsWith("GET /x: ")).findFirst().orElse("");
    assertTrue(told.contains(" has no such route; it has "), NOTES.toString());
    assertTrue(told.contains("/echo/{id}"), told);
    assertEquals(
        "403 {\"message\":\"Missing Authentication Token\"}",
        answered(send(request(rest, "/picture").DELETE())));
  }

  @Test
  void a_key_opens() throws Exception {
    assertEquals("403 {\"message\":\"Forbidden\"}", answered(send(request(rest, "/keyed"))));
    assertEquals(
        "403 {\"message\":\"Forbidden\"}",
        answered(send(request(rest, "/keyed").header("x-api-key", "guessed"))));
    JsonNode event =
        event(send(request(rest, "/keyed").header("X-Api-Key", "pepper-and-salt-1234567890")));
    assertEquals("Key", event.at("/requestContext/identity/apiKeyId").textValue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "none | 401 {\"message\":\"Unauthorized\"}",
        "stranger | 401 {\"message\":\"Unauthorized\"}",
        "Bearer stranger | 401 {\"message\":\"Unauthorized\"}",
        "Bearer broken | 500 {\"message\":null}",
        "Bearer nobody | 403 {\"Message\":\"User is not authorized to access this resource\"}",
        "Bearer other | 403 {\"Message\":\"User is not authorized to access this resource with an explicit deny in an identity-based policy\"}",
      })
  void a_token_that_the_authorizer_does_not_accept(String token, String answer) throws Exception {
    HttpRequest.Builder request = request(rest, "/token/1");
    if (!token.equals("none")) {
      request.header("Authorization", token);
    }
    assertEquals(answer, answered(send(request)));
  }

  @Test
  void an_accepted_token_is_asked_about_once() throws Exception {
    for (int i = 1; i <= 3; i++) {
      JsonNode event =
          event(send(request(rest, "/token/" + i).header("Authorization", "Bearer pepper")));
      JsonNode authorizer = event.at("/requestContext/authorizer");
      assertEquals("pepper", authorizer.path("principalId").textValue());
      assertEquals("3", authorizer.path("floor").textValue());
      assertEquals("true", authorizer.path("keeper").textValue());
    }
    Deadline.await(PATIENCE, "the authorizer's log", () -> timesAsked() > 0);
    assertEquals(1, timesAsked());
  }

  private static long timesAsked() {
    return LOG.stream().filter(line -> line.contains("asked about Bearer pepper")).count();
  }

  @Test
  void an_authorizer_of_the_whole_request() throws Exception {
    assertEquals(
        "401 {\"message\":\"Unauthorized\"}", answered(send(request(rest, "/header?room=a"))));
    assertEquals(
        "401 {\"message\":\"Unauthorized\"}",
        answered(send(request(rest, "/header").header("x-user", "u"))));
    assertEquals(
        403, send(request(rest, "/header?room=cellar").header("x-user", "u")).statusCode());
    assertEquals(200, send(request(rest, "/header?room=a").header("x-user", "u")).statusCode());
  }

  @Test
  void an_authorizer_that_says_yes_or_no() throws Exception {
    assertEquals("401 {\"message\":\"Unauthorized\"}", answered(send(request(http, "/simple/1"))));
    assertEquals(
        "403 {\"message\":\"Forbidden\"}",
        answered(send(request(http, "/simple/1").header("Authorization", "salt"))));
    assertEquals(
        "500 {\"message\":\"Internal Server Error\"}",
        answered(send(request(http, "/simple/1").header("Authorization", "broken"))));
    JsonNode event = event(send(request(http, "/simple/1").header("Authorization", "pepper")));
    JsonNode told = event.at("/requestContext/authorizer/lambda");
    assertEquals(3, told.path("floor").intValue());
    assertTrue(told.path("keeper").booleanValue());
  }

  private static String shape(HttpServer at, String path, String result) throws Exception {
    String base64 = Base64.getEncoder().encodeToString(result.getBytes(StandardCharsets.UTF_8));
    HttpResponse<String> answer =
        send(
            request(at, path)
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString(base64)));
    return answer.statusCode()
        + " "
        + answer.headers().firstValue("Content-Type").orElse("")
        + " "
        + answer.body();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"statusCode\":201,\"headers\":null,\"body\":\"b\"} | 201 application/json b | 201 text/plain;charset=UTF-8 b",
        "{\"body\":\"b\"} | 200 application/json b | 200 application/json {\"body\":\"b\"}",
        "{\"statusCode\":200,\"x\":1} | 502 application/json {\"message\": \"Internal server error\"} | 200 text/plain;charset=UTF-8 ",
        "no JSON | 502 application/json {\"message\": \"Internal server error\"} | 500 application/json {\"message\":\"Internal Server Error\"}",
        "fail | 502 application/json {\"message\": \"Internal server error\"} | 500 application/json {\"message\":\"Internal Server Error\"}",
        "{\"statusCode\":204} | 204 application/json | 204 text/plain;charset=UTF-8",
      })
  void results_of_every_shape(String result, String ofRest, String ofHttp) throws Exception {
    assertEquals(ofRest.strip(), shape(rest, "/shapes", result).strip());
    assertEquals(ofHttp.strip(), shape(http, "/shapes", result).strip());
  }

  @Test
  void why_a_result_is_refused_is_said_to_its_author() throws Exception {
    shape(http, "/first-shapes", "{\"body\":\"no status\"}");
    Deadline.await(
        PATIENCE,
        "a note",
        () ->
            NOTES.contains(
                "POST /first-shapes: the result of Shapes is not an answer of this API: it has no"
                    + " statusCode, which payload format 1.0 demands"));
  }

  @Test
  void a_picture_is_bytes_where_they_are_accepted() throws Exception {
    byte[] png =
        CLIENT
            .send(request(http, "/picture").build(), HttpResponse.BodyHandlers.ofByteArray())
            .body();
    assertEquals((byte) 0x89, png[0]);
    HttpRequest accepting = request(rest, "/picture").header("Accept", "image/png").build();
    assertArrayEquals(png, CLIENT.send(accepting, HttpResponse.BodyHandlers.ofByteArray()).body());
    assertEquals(Base64.getEncoder().encodeToString(png), send(request(rest, "/picture")).body());
  }

  @Test
  void the_gateway_does_not_wait_for_a_slow_function_which_goes_on() throws Exception {
    HttpResponse<String> late = send(request(rest, "/slow"));
    assertEquals("504 {\"message\": \"Endpoint request timed out\"}", answered(late));
    assertEquals("close", late.headers().firstValue("Connection").orElse(""));
    assertEquals(
        "503 {\"message\":\"Service Unavailable\"}", answered(send(request(http, "/slow"))));
    Deadline.await(
        PATIENCE,
        "both functions end by themselves",
        () -> LOG.stream().filter(line -> line.contains("slow but done")).count() == 2);
  }

  @ParameterizedTest(name = "{0} {1}, page {2}, from {3}, to {4}, -> let in: {5}")
  @CsvSource({
    // A page elsewhere, which the configuration does not name.
    "REST, POST, https://other.org, cross-site, localhost:1, false",
    "HTTP, POST, https://other.org, cross-site, localhost:1, false",
    "REST, DELETE, null, cross-site, 127.0.0.1:1, false",
    "HTTP, POST, , cross-site, localhost:1, false",
    "HTTP, POST, http://localhost.other.org, cross-site, localhost:1, false",
    // What changes nothing, and one that the configuration names.
    "REST, GET, https://other.org, cross-site, localhost:1, true",
    "HTTP, GET, , cross-site, localhost:1, true",
    "REST, POST, https://example.com, cross-site, localhost:1, true",
    "HTTP, POST, https://example.com, cross-site, localhost:1, true",
    // The developer's own page, from a server of his own.
    "REST, POST, http://localhost:5173, same-site, localhost:1, true",
    "HTTP, POST, http://localhost:5173, cross-site, 127.0.0.1:1, true",
    "HTTP, POST, https://127.0.0.1:5173, cross-site, localhost:1, true",
    "REST, POST, http://app.localhost, cross-site, localhost:1, true",
    // Programs; and browsers, which tell the site to this machine only.
    "REST, POST, , , localhost:1, true",
    "HTTP, POST, https://other.org, , localhost:1, true",
    "HTTP, POST, https://other.org, , 10.0.0.1:1, false",
    "HTTP, POST, http://10.0.0.1:5173, , 10.0.0.1:1, true",
    "HTTP, POST, , , 10.0.0.1:1, true"
  })
  void pages_of_other_sites_change_nothing_unless_cors_lets_them(
      Api.Kind kind, String method, String origin, String site, String host, boolean letIn)
      throws Exception {
    int notes = NOTES.size();
    String answer =
        raw(
            kind == Api.Kind.REST ? rest : http,
            method
                + (kind == Api.Kind.REST ? " /echo/1" : " /nobody")
                + " HTTP/1.1\r\nHost: "
                + host
                + (origin == null ? "" : "\r\nOrigin: " + origin)
                + (site == null ? "" : "\r\nSec-Fetch-Site: " + site)
                + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    assertEquals(!letIn, answer.contains("--allow-origin"), answer);
    assertTrue(letIn || answer.startsWith("HTTP/1.1 403 "), answer);
    assertTrue(NOTES.size() <= notes + (letIn ? 0 : 1), NOTES.toString());
  }

  @Test
  void scripts_of_other_origins() throws Exception {
    HttpRequest.Builder options =
        request(rest, "/picture").method("OPTIONS", BodyPublishers.noBody());
    HttpResponse<String> mock = send(options);
    assertEquals("200 {}\n", answered(mock));
    assertEquals(
        "https://example.com", mock.headers().firstValue("Access-Control-Allow-Origin").orElse(""));
    assertEquals(
        "GET,OPTIONS", mock.headers().firstValue("Access-Control-Allow-Methods").orElse(""));
    HttpResponse<String> preflight =
        send(
            request(http, "/simple/1")
                .method("OPTIONS", BodyPublishers.noBody())
                .header("Origin", "https://example.com")
                .header("Access-Control-Request-Method", "GET"));
    assertEquals(204, preflight.statusCode());
    assertEquals("600", preflight.headers().firstValue("Access-Control-Max-Age").orElse(""));
    HttpResponse<String> simple =
        send(request(http, "/picture").header("Origin", "https://other.org"));
    assertFalse(simple.headers().firstValue("Access-Control-Allow-Origin").isPresent());
    assertEquals("Origin", simple.headers().firstValue("Vary").orElse(""));
  }

  private static String sent(HttpServer at, int bytes) throws Exception {
    return answered(send(request(at, "/echo/1").POST(BodyPublishers.ofByteArray(new byte[bytes]))));
  }

  @Test
  void bodies_that_are_too_large_for_the_gateway_or_for_lambda() throws Exception {
    int most = 10 * MIB;
    assertEquals("413 HTTP content length exceeded 10485760 bytes.", sent(rest, most + 1));
    assertEquals("413 {\"message\":\"Request Entity Too Large\"}", sent(http, most + 1));
    assertEquals("413 {\"message\": \"Request Too Long\"}", sent(rest, most));
    assertEquals("413 {\"message\":\"Request Entity Too Large\"}", sent(http, 5 * MIB));
    assertServed();
  }

  private static void assertServed() throws Exception {
    assertEquals(200, send(request(rest, "/echo/1")).statusCode());
    assertEquals(200, send(request(http, "/echo/1")).statusCode());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /echo/1 HTTP/1.1\r\nHost: h\r\nX: LARGE\r\n\r\n",
        "GET /echo/LARGE HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /echo/1 HTTP/1.1\r\nHost: h\r\nX: HUGE\r\n\r\n",
        "GET /echo/HUGE HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /echo/1 HTTP/1.1\r\nMANY\r\n",
        "garbage\r\n\r\n",
        "POST /echo/1 HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n",
        "POST /echo/1 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      })
  void bombs_are_answered_and_run_nothing(String what) throws Exception {
    long before = startsOnceQuiet();
    String text =
        what.replace("LARGE", "y".repeat(10_300))
            .replace("HUGE", "y".repeat(MIB))
            .replace("MANY", "a: b\r\n".repeat(MIB / 6))
            .replaceFirst("HTTP/1.1\r\n", "HTTP/1.1\r\nConnection: close\r\n");
    String answer = raw(http, text);
    assertTrue(answer.isEmpty() || answer.startsWith("HTTP/1.1 4"), answer);
    if (what.contains("LARGE")) {
      assertTrue(answer.endsWith("{\"message\":\"Request Header Fields Too Large\"}"), answer);
    }
    assertEquals(before, lines("Echo: START"));
    assertServed();
  }

  /**
   * A request is answered before its lines are written, so lines of earlier ones may still come: it
   * is quiet when two more requests have had just their own lines, twice.
   */
  private long startsOnceQuiet() throws Exception {
    for (int quiet = 0; quiet < 2; ) {
      long before = lines("Echo: START");
      assertServed();
      Deadline.await(
          PATIENCE,
          "the requests are over",
          () ->
              lines("Echo: START") >= before + 2 && lines("Echo: START") == lines("Echo: REPORT"));
      quiet = lines("Echo: START") == before + 2 ? quiet + 1 : 0;
    }
    return lines("Echo: START");
  }

  private static long lines(String begin) {
    return LOG.stream().filter(line -> line.startsWith(begin)).count();
  }

  @Test
  void who_trickles_is_cut_off_and_leaves_nothing() throws Exception {
    try (HttpServer impatient = open(Api.Kind.REST, Duration.ofMillis(500));
        Socket head = new Socket(InetAddress.getLoopbackAddress(), impatient.port());
        Socket body = new Socket(InetAddress.getLoopbackAddress(), impatient.port())) {
      write(head, "GET /echo/1 HTTP/1.1\r\nHost: h\r\nX-Slow: ");
      write(body, "POST /echo/1 HTTP/1.1\r\nHost: h\r\nContent-Length: 999\r\n\r\nz");
      assertEquals(200, send(request(impatient, "/echo/1")).statusCode());
      for (Socket socket : List.of(head, body)) {
        socket.setSoTimeout((int) PATIENCE.toMillis());
        String rest;
        try {
          rest = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (SocketException e) {
          rest = "";
        }
        assertTrue(rest.isEmpty() || rest.startsWith("HTTP/1.1 4"), rest);
      }
      Deadline.await(PATIENCE, "no transfer", () -> impatient.transfers() == 0);
    }
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }
}
