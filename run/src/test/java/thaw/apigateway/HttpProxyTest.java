package thaw.apigateway;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.SideBySide;
import thaw.function.Api;
import thaw.function.Application;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.http.HttpServer;
import thaw.http.OwnPages;
import thaw.platform.Platform;
import thaw.platform.record.PlatformLimits;
import thaw.runtimeapi.Invocation;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;

/** The handlers of APIs without any function, over real HTTP, in front of a real server. */
@SideBySide
class HttpProxyTest {
  private static final int MIB = 1024 * 1024;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String PATHS =
      """
      openapi: 3.0.1
      paths:
        /echo/{id}:
          x-amazon-apigateway-any-method:
            x-amazon-apigateway-integration: {type: http_proxy, httpMethod: ANY, uri: 'BACKEND/echo/{id}'}
        /echo/{id}/with:
          get:
            x-amazon-apigateway-integration: {type: http_proxy, httpMethod: GET, uri: 'BACKEND/echo?id={id}'}
        /all/{proxy+}:
          x-amazon-apigateway-any-method:
            x-amazon-apigateway-integration: {type: http_proxy, httpMethod: ANY, uri: 'BACKEND/{proxy}'}
        /posted:
          get:
            x-amazon-apigateway-integration: {type: http_proxy, httpMethod: POST, uri: BACKEND/echo}
        /hurried/{proxy+}:
          get:
            x-amazon-apigateway-integration: {type: http_proxy, httpMethod: GET, uri: 'BACKEND/{proxy}', timeoutInMillis: 300}
        /faulty/{proxy+}:
          get:
            x-amazon-apigateway-integration: {type: http_proxy, httpMethod: GET, uri: 'FAULTY/{proxy}'}
        /nobody:
          get:
            x-amazon-apigateway-integration: {type: http_proxy, httpMethod: GET, uri: NOBODY}
        /nowhere:
          get:
            x-amazon-apigateway-integration: {type: http_proxy, httpMethod: GET, uri: 'http://no-such-host.invalid/'}
      """;
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final List<String> NOTES = new CopyOnWriteArrayList<>();
  private static final List<Exception> PROBLEMS = Collections.synchronizedList(new ArrayList<>());
  private static final CountDownLatch END = new CountDownLatch(1);

  @TempDir static Path folder;
  private static com.sun.net.httpserver.HttpServer backend;
  private static ServerSocket faulty;
  private static Instance instance;
  private static Platform platform;
  private static ApiGateway gateway;
  private static Api restApi;
  private static HttpServer rest;
  private static HttpServer http;

  @BeforeAll
  static void serve() throws Exception {
    backend =
        com.sun.net.httpserver.HttpServer.create(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    backend.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    backend.createContext("/echo", HttpProxyTest::echo);
    backend.createContext("/answer", HttpProxyTest::answer);
    backend.createContext("/chunks", HttpProxyTest::chunks);
    backend.createContext("/large", HttpProxyTest::large);
    backend.createContext("/slow", HttpProxyTest::slow);
    backend.start();
    faulty = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(HttpProxyTest::misbehave);
    int unused;
    try (ServerSocket closed = new ServerSocket(0)) {
      unused = closed.getLocalPort();
    }
    String paths =
        PATHS
            .replace("BACKEND", "http://127.0.0.1:" + backend.getAddress().getPort())
            .replace("FAULTY", "http://127.0.0.1:" + faulty.getLocalPort())
            .replace("NOBODY", "http://127.0.0.1:" + unused);
    Files.writeString(folder.resolve("paths.yaml"), paths);
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Rest: {Type: AWS::Serverless::Api, Properties: {StageName: x, DefinitionUri: paths.yaml}}
          Http: {Type: AWS::Serverless::HttpApi, Properties: {DefinitionUri: paths.yaml}}
        """);
    Application application = ApplicationReader.readForServer(folder, ReadOptions.defaults());
    assertEquals(List.of(), application.warnings());
    instance = Instance.open(SandboxHost.probe(), folder.resolve("instances"));
    platform =
        new Platform(
            instance,
            List.of(),
            PlatformLimits.defaults(),
            definition -> {
              throw new IllegalStateException("there is no function");
            },
            _ -> {},
            PROBLEMS::add,
            System::nanoTime);
    gateway =
        new ApiGateway(application.apis(), platform, true, Set.of(), Kept.in(NOTES), PROBLEMS::add);
    restApi = application.apis().getFirst();
    rest = open(restApi);
    http = open(application.apis().get(1));
  }

  private static HttpServer open(Api api) {
    return HttpServer.open(
        "127.0.0.1",
        0,
        gateway.handler(api),
        OwnPages.of("h")::refusalOfName,
        Invocation::newRequestId,
        PATIENCE,
        PROBLEMS::add);
  }

  @AfterAll
  static void stop() throws IOException {
    END.countDown();
    http.close();
    rest.close();
    gateway.close();
    platform.close();
    instance.close();
    faulty.close();
    backend.stop(0);
    assertEquals(List.of(), PROBLEMS);
  }

  /** Tells what it got: request line, header fields with names in lower case, size of the body. */
  private static void echo(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    TreeSet<String> lines = new TreeSet<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) ->
            lines.add(name.toLowerCase(Locale.ROOT) + ": " + String.join(" | ", values)));
    String text =
        "%s %s\n%s\n%d"
            .formatted(
                exchange.getRequestMethod(),
                exchange.getRequestURI(),
                String.join("\n", lines),
                body.length);
    byte[] told = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain");
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(200, head ? -1 : told.length);
    if (!head) {
      exchange.getResponseBody().write(told);
    }
    exchange.close();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("Set-Cookie", "a=1");
    exchange.getResponseHeaders().add("Set-Cookie", "b=2");
    exchange.getResponseHeaders().add("Server", "shop");
    exchange.getResponseHeaders().add("WWW-Authenticate", "Basic");
    exchange.getResponseHeaders().add("x-amzn-RequestId", "theirs");
    int status = asked(exchange);
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  /** The number in the query. */
  private static int asked(HttpExchange exchange) {
    return Integer.parseInt(exchange.getRequestURI().getQuery().replaceFirst(".*=", ""));
  }

  private static void chunks(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      for (int i = 0; i < 5; i++) {
        out.write(("part" + i).getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    }
  }

  private static void large(HttpExchange exchange) throws IOException {
    int bytes = asked(exchange);
    exchange.sendResponseHeaders(200, bytes);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(new byte[bytes]);
    } catch (IOException e) {
      // The gateway has heard enough.
    }
  }

  private static void slow(HttpExchange exchange) throws IOException {
    try {
      END.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exchange.close();
  }

  private static void misbehave() {
    while (!faulty.isClosed()) {
      try (Socket client = faulty.accept()) {
        InputStream in = client.getInputStream();
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
          head.append((char) in.read());
        }
        String answer =
            head.toString().startsWith("GET /half ")
                ? "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"
                : head.toString().startsWith("GET /garbage ") ? "220 smtp ready\r\n" : "";
        client.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
      } catch (IOException e) {
        // The gateway has gone.
      }
    }
  }

  private static HttpServer server(Api.Kind kind) {
    return kind == Api.Kind.REST ? rest : http;
  }

  private static HttpRequest.Builder request(Api.Kind kind, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server(kind).port() + path))
        .timeout(PATIENCE);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  private static String answered(HttpResponse<String> answer) {
    return answer.statusCode() + " " + answer.body();
  }

  private static String requestLine(Api.Kind kind, String target) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server(kind).port())) {
      socket.setSoTimeout((int) PATIENCE.toMillis());
      String request = "GET " + target + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      socket.getInputStream().transferTo(all);
      String answer = all.toString(StandardCharsets.ISO_8859_1);
      assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
      return answer.substring(answer.indexOf("\r\n\r\n") + 4).lines().findFirst().orElse("");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/echo/1?a=1&a=2&b | GET /echo/1?a=1&a=2&b= | GET /echo/1?a=1&a=2&b",
        "/echo/1?a=x+y%26z%3D&&c=%C3%A4 | GET /echo/1?a=x%20y%26z%3D&c=%C3%A4 | GET /echo/1?a=x+y%26z%3D&&c=%C3%A4",
        "/echo/1?=v&a=b=c&100%25 | GET /echo/1?=v&a=b%3Dc&100%25= | GET /echo/1?=v&a=b=c&100%25",
        "/echo/a%20b | GET /echo/a%20b | GET /echo/a%20b",
        "/echo/%C3%A4 | GET /echo/%C3%A4 | GET /echo/%C3%A4",
        "/echo/a%2525b | GET /echo/a%2525b | GET /echo/a%25b",
        "/echo/a%253Fb%2523c | GET /echo/a%253Fb%2523c | GET /echo/a%3Fb%23c",
        "/echo/a%0D%0AX:y | GET /echo/a%0D%0AX:y | GET /echo/a%0D%0AX:y",
        "/echo/a+b;c=d@e | GET /echo/a+b;c=d@e | GET /echo/a+b;c=d@e",
        "/echo/a%26b/with?c=d | GET /echo?id=a%26b&c=d | GET /echo?id=a%26b&c=d",
        "/all/echo/a/b?x=y | GET /echo/a/b?x=y | GET /echo/a/b?x=y",
        "/all/echo/a%2Fb | GET /echo/a/b | GET /echo/a/b",
      })
  void paths_and_queries_arrive_as_each_kind_hands_them_on(
      String target, String ofRest, String ofHttp) throws Exception {
    assertEquals(ofHttp, requestLine(Api.Kind.HTTP, target));
    assertEquals(ofRest, requestLine(Api.Kind.REST, target));
  }

  @ParameterizedTest
  @EnumSource(Api.Kind.class)
  void methods_and_bodies_arrive(Api.Kind kind) throws Exception {
    for (String method : List.of("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")) {
      String got =
          send(request(kind, "/echo/1").method(method, BodyPublishers.ofString("body"))).body();
      assertTrue(got.startsWith(method + " /echo/1\n"), got);
      assertTrue(got.endsWith("\n4"), got);
    }
    assertTrue(send(request(kind, "/posted")).body().startsWith("POST /echo\n"));
    HttpResponse<String> head =
        send(request(kind, "/echo/1").method("HEAD", BodyPublishers.noBody()));
    assertEquals("200 ", answered(head));
  }

  @Test
  void a_server_behind_a_rest_api_gets_the_fields_that_aws_hands_on() throws Exception {
    String got =
        send(request(Api.Kind.REST, "/echo/1")
                .header("X-Several", "a")
                .header("X-Several", "b")
                .header("Via", "proxy")
                .header("Content-Encoding", "deflate")
                .header("TE", "trailers")
                .header("User-Agent", "me")
                .header("X-Forwarded-For", "1.2.3.4")
                .header("X-Amzn-Trace-Id", "Root=1-2-3")
                .POST(BodyPublishers.ofString("body")))
            .body();
    assertEquals(
        List.of(
            "POST /echo/1",
            "content-length: 4",
            "host: 127.0.0.1:" + backend.getAddress().getPort(),
            "user-agent: me",
            "x-amzn-apigateway-api-id: " + restApi.id(),
            "x-amzn-trace-id: Root=1-2-3",
            "x-forwarded-for: 1.2.3.4, 127.0.0.1",
            "x-forwarded-port: " + rest.port(),
            "x-forwarded-proto: http",
            "x-several: a | b",
            "4"),
        got.lines().toList());
  }

  @Test
  void a_server_behind_an_http_api_gets_the_fields_that_aws_hands_on() throws Exception {
    String got =
        send(request(Api.Kind.HTTP, "/echo/1")
                .header("X-Several", "a")
                .header("X-Several", "b")
                .header("Via", "proxy")
                .header("User-Agent", "me")
                .header("X-Forwarded-For", "1.2.3.4, ::1")
                .header("X-Forwarded-Proto", "https")
                .header("X-Amzn-Trace-Id", "Root=1-2-3"))
            .body();
    assertEquals(
        List.of(
            "GET /echo/1",
            "forwarded: for=1.2.3.4, for=\"[::1]\", by=127.0.0.1;for=127.0.0.1;host=\"127.0.0.1:"
                + http.port()
                + "\";proto=http",
            "host: 127.0.0.1:" + backend.getAddress().getPort(),
            "user-agent: me",
            "via: proxy, HTTP/1.1 AmazonAPIGateway",
            "x-amzn-trace-id: Root=1-2-3",
            "x-several: a | b",
            "0"),
        got.lines().toList());
  }

  @Test
  void clients_of_a_rest_api_get_some_fields_by_another_name() throws Exception {
    HttpResponse<String> answer = send(request(Api.Kind.REST, "/all/answer?status=418"));
    assertEquals(418, answer.statusCode());
    assertEquals(List.of("a=1", "b=2"), answer.headers().allValues("Set-Cookie"));
    assertEquals("shop", answer.headers().firstValue("x-amzn-Remapped-Server").orElse(""));
    assertEquals(
        "Basic", answer.headers().firstValue("x-amzn-Remapped-WWW-Authenticate").orElse(""));
    assertTrue(answer.headers().firstValue("x-amzn-Remapped-Date").isPresent());
    assertEquals(
        "theirs", answer.headers().firstValue("x-amzn-Remapped-x-amzn-RequestId").orElse(""));
    assertEquals(1, answer.headers().allValues("x-amzn-RequestId").size());
    assertTrue(answer.headers().firstValue("x-amz-apigw-id").isPresent());
    assertFalse(answer.headers().firstValue("Server").isPresent());
    assertEquals("application/json", answer.headers().firstValue("Content-Type").orElse(""));
  }

  @Test
  void clients_of_an_http_api_get_the_fields_as_they_were_sent() throws Exception {
    HttpResponse<String> answer = send(request(Api.Kind.HTTP, "/all/answer?status=503"));
    assertEquals(503, answer.statusCode());
    assertEquals(List.of("a=1", "b=2"), answer.headers().allValues("Set-Cookie"));
    assertEquals(List.of("shop"), answer.headers().allValues("Server"));
    assertEquals(List.of("Basic"), answer.headers().allValues("WWW-Authenticate"));
    assertEquals(1, answer.headers().allValues("Date").size());
    assertEquals(1, answer.headers().allValues("Content-Length").size());
    assertEquals(1, answer.headers().allValues("x-amzn-RequestId").size());
    assertTrue(answer.headers().firstValue("apigw-requestid").isPresent());
  }

  @ParameterizedTest
  @EnumSource(Api.Kind.class)
  void chunks_become_one_answer(Api.Kind kind) throws Exception {
    HttpResponse<String> answer = send(request(kind, "/all/chunks"));
    assertEquals("200 part0part1part2part3part4", answered(answer));
    assertEquals("25", answer.headers().firstValue("Content-Length").orElse(""));
    assertFalse(answer.headers().firstValue("Transfer-Encoding").isPresent());
  }

  @ParameterizedTest
  @EnumSource(Api.Kind.class)
  void ten_mebibytes_pass_in_both_directions_and_no_more(Api.Kind kind) throws Exception {
    byte[] most = new byte[10 * MIB];
    String got = send(request(kind, "/echo/1").POST(BodyPublishers.ofByteArray(most))).body();
    assertTrue(got.endsWith("\n" + most.length), got);
    byte[] more = new byte[most.length + 1];
    assertEquals(
        413, send(request(kind, "/echo/1").POST(BodyPublishers.ofByteArray(more))).statusCode());
    assertArrayEquals(
        most,
        CLIENT
            .send(
                request(kind, "/all/large?bytes=" + most.length).build(),
                BodyHandlers.ofByteArray())
            .body());
    assertEquals(500, send(request(kind, "/all/large?bytes=" + more.length)).statusCode());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/nobody", "/nowhere", "/faulty/closes", "/faulty/half", "/faulty/garbage"})
  void a_server_that_does_not_answer_is_said_to_the_client_in_the_words_of_aws(String path)
      throws Exception {
    assertEquals(
        "504 {\"message\": \"Network error communicating with endpoint\"}",
        answered(send(request(Api.Kind.REST, path))));
    assertEquals(
        "503 {\"message\":\"Service Unavailable\"}", answered(send(request(Api.Kind.HTTP, path))));
    assertEquals(
        2,
        NOTES.stream()
            .filter(note -> note.startsWith("GET " + path + ": http://"))
            .filter(note -> note.contains(" did not answer: "))
            .count(),
        NOTES.toString());
  }

  @Test
  void a_server_that_is_too_slow_is_given_up_and_the_connection_serves_on() throws Exception {
    for (int i = 0; i < 2; i++) {
      assertEquals(
          "504 {\"message\": \"Endpoint request timed out\"}",
          answered(send(request(Api.Kind.REST, "/hurried/slow"))));
      assertEquals(
          "503 {\"message\":\"Service Unavailable\"}",
          answered(send(request(Api.Kind.HTTP, "/hurried/slow"))));
    }
    assertEquals(200, send(request(Api.Kind.REST, "/hurried/echo")).statusCode());
    assertTrue(NOTES.stream().noneMatch(note -> note.contains("/hurried/")), NOTES.toString());
  }
}
