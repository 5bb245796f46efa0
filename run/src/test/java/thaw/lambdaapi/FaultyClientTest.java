package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
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
import thaw.http.OwnPages;
import thaw.lambdaapi.invoke.Rights;
import thaw.platform.Platform;
import thaw.platform.async.AsyncTerms;
import thaw.platform.async.EventQueue;
import thaw.platform.async.Pace;
import thaw.platform.record.PlatformLimits;
import thaw.pool.life.EnvironmentStatus;
import thaw.sandbox.kernel.Deadline;
import thaw.store.Store;

/** Process tests: clients of the Lambda API that break the rules of HTTP or take their time. */
@SideBySide
class FaultyClientTest {
  private static final String HANDLERS =
      """
      package clients;
      public class Handlers {
        private static int count;

        public static Object echo(Object event) { return event; }

        /** Which request of this JVM it is, after a while. */
        public static int count(int millis) throws Exception {
          System.out.println("counting");
          Thread.sleep(millis);
          return ++count;
        }

        public static String large(int size) { return "x".repeat(size - 2); }
      }
      """;
  private static final int MIB = 1024 * 1024;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final List<String> LOG = new CopyOnWriteArrayList<>();
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
    List<FunctionDefinition> functions = new ArrayList<>();
    for (String handler : List.of("echo", "count", "large")) {
      functions.add(named(handler, spec(handler).function()));
    }
    platform =
        new Platform(
            real.instance(),
            functions,
            PlatformLimits.defaults(),
            definition -> spec(definition.name()),
            seen -> seen.text().ifPresent(line -> LOG.add(seen.function() + ": " + line)),
            PROBLEMS::add,
            System::nanoTime);
    store = Store.open(Optional.empty());
    events =
        EventQueue.start(
            store,
            new EventQueue.Surroundings(
                (function, _) -> new AsyncTerms(EventInvokeConfig.NONE, Optional.empty(), false),
                (function, invocation) -> platform.invoke(function, invocation, false),
                function -> true,
                (notice, body) -> {},
                (name, line) -> {},
                PROBLEMS::add),
            Pace.REAL);
    api = open(Duration.ofSeconds(60));
  }

  private static LambdaApi open(Duration transferLimit) {
    return new LambdaApi(
        platform,
        events,
        new LambdaApi.Exposure("127.0.0.1", 0, OwnPages.of("h"), (_, _) -> Rights.CHANGE),
        PROBLEMS::add,
        Optional.empty(),
        LambdaApi.Front.NONE,
        Stack.EMPTY,
        transferLimit);
  }

  private static EnvironmentSpec spec(String handler) {
    return real.spec(task, "clients.Handlers::" + handler, 1769, 20);
  }

  private static FunctionDefinition named(String name, FunctionDefinition pattern) {
    return FunctionDefinitionBuilder.builder(pattern).logicalId(name).name(name).build();
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

  private static String path(String function) {
    return "/2015-03-31/functions/" + function + "/invocations";
  }

  private static HttpResponse<String> invoke(LambdaApi at, String function, String event)
      throws Exception {
    return CLIENT.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + at.port() + path(function)))
            .timeout(PATIENCE)
            .POST(BodyPublishers.ofString(event))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static void assertServed(LambdaApi at) throws Exception {
    assertEquals("\"served\"", invoke(at, "echo", "\"served\"").body());
  }

  private static Socket connect(LambdaApi to) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.setSoTimeout((int) PATIENCE.toMillis());
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), to.port()));
    return socket;
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String request(String function, String event) {
    return "POST "
        + path(function)
        + " HTTP/1.1\r\nHost: h\r\nContent-Length: "
        + event.length()
        + "\r\n\r\n"
        + event;
  }

  @Test
  void six_mebibytes_pass_both_ways_and_one_byte_more_does_not() throws Exception {
    int most = 6 * MIB;
    String event = "\"" + "e".repeat(most - 2) + "\"";
    assertEquals(event, invoke(api, "echo", event).body());
    assertEquals(413, invoke(api, "echo", event + " ").statusCode());
    assertEquals(most + 100, invoke(api, "large", "" + (most + 100)).body().length());
    HttpResponse<String> tooLarge = invoke(api, "large", "" + (most + 101));
    assertEquals("Unhandled", tooLarge.headers().firstValue("X-Amz-Function-Error").orElse(""));
    assertTrue(tooLarge.body().contains("Function.ResponseSizeTooLarge"), tooLarge.body());
    assertServed(api);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "garbage\r\n\r\n",
        "GET\r\n\r\n",
        "\u0016\u0003\u0001\u0002\u0000\u0001\u0000",
        "POST PATH HTTP/9.9\r\nHost: h\r\n\r\n",
        "POST PATH HTTP/1.1\r\nHost: h\r\nno colon\r\n\r\n",
        "POST PATH HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n",
        "POST PATH HTTP/1.1\r\nHost: h\r\nContent-Length: many\r\n\r\n",
        "POST PATH HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST PATH HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "POST PATH HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        "POST PATH HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n\"ab",
        "LONG PATH",
        "MANY FIELDS",
        "LONG FIELD",
      })
  void malformed_http_runs_nothing_and_the_next_client_is_served(String what) throws Exception {
    String text =
        switch (what) {
          case "LONG PATH" -> "GET /" + "p".repeat(MIB) + " HTTP/1.1\r\n\r\n";
          case "MANY FIELDS" -> "GET / HTTP/1.1\r\n" + "a: b\r\n".repeat(MIB / 6) + "\r\n";
          case "LONG FIELD" -> "GET / HTTP/1.1\r\nX: " + "y".repeat(MIB) + "\r\n\r\n";
          default -> what.replace("PATH", path("echo"));
        };
    String answer;
    try (Socket socket = connect(api)) {
      try {
        write(socket, text);
        socket.shutdownOutput();
      } catch (IOException e) {
        // It has heard enough.
      }
      answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (SocketException e) {
      answer = ""; // the connection was reset
    }
    assertTrue(answer.isEmpty() || answer.startsWith("HTTP/1.1 4"), answer);
    assertServed(api);
  }

  private static int reports(String start) {
    return (int) LOG.stream().filter(line -> line.startsWith(start)).count();
  }

  /** Behind a server in front of Thaw that reads it otherwise it would be somebody else's. */
  @ParameterizedTest
  @ValueSource(strings = {"zz\r\n", "-1\r\n", "5\r\nab\r\n", "2\r\nabcd\r\n0\r\n\r\n"})
  void what_comes_behind_a_body_that_went_wrong_is_no_request(String chunks) throws Exception {
    try (Socket client = connect(api)) {
      write(
          client,
          "POST "
              + path("echo")
              + " HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
              + chunks);
      String answers = "";
      try {
        write(client, request("echo", "\"hidden\""));
        write(client, request("echo", "\"hidden\""));
        for (int next; (next = client.getInputStream().read()) >= 0; ) {
          answers += (char) next;
        }
      } catch (SocketException e) {
        // Closed with bytes unread.
      }
      assertFalse(answers.contains("HTTP/1.1 200"), answers);
      assertTrue(answers.split("HTTP/1.1 ", -1).length <= 2, answers);
    }
    assertServed(api);
  }

  private static Set<String> environments(String function) {
    return platform.environments().statuses().stream()
        .filter(each -> each.function().equals(function))
        .map(EnvironmentStatus::environment)
        .collect(Collectors.toSet());
  }

  private static void awaitReports(String function, int count) {
    Deadline.await(PATIENCE, count + " reports", () -> reports(function + ": REPORT") >= count);
  }

  @Test
  void a_client_that_goes_away_costs_nobody_the_environment() throws Exception {
    int before = reports("count: REPORT");
    invoke(api, "count", "0");
    awaitReports("count", before + 1);
    Set<String> first = environments("count");
    assertFalse(first.isEmpty());
    for (int round = 0; round < 2; round++) {
      int begun = reports("count: counting");
      try (Socket socket = connect(api)) {
        write(socket, request("count", "1500")); // its log comes in steps of 500 ms
        Deadline.await(PATIENCE, "the handler runs", () -> reports("count: counting") > begun);
        socket.setSoLinger(true, 0); // a reset
      }
      awaitReports("count", before + round + 2);
    }
    invoke(api, "count", "0");
    // A request right behind a REPORT may find it busy still, and have one more begun.
    assertTrue(environments("count").containsAll(first), first::toString);
    assertServed(api);
  }

  @Test
  void a_thousand_slow_clients_keep_nobody_from_being_served() throws Exception {
    List<Socket> slow = new ArrayList<>();
    int warm = reports("large: REPORT") + 1;
    assertEquals(8, invoke(api, "large", "8").body().length());
    awaitReports("large", warm);
    try {
      for (int i = 0; i < 480; i++) {
        Socket head = connect(api);
        slow.add(head);
        write(head, "POST " + path("echo") + " HTTP/1.1\r\nHost: h\r\nX-Slow: ");
        Socket body = connect(api);
        slow.add(body);
        write(
            body, "POST " + path("echo") + " HTTP/1.1\r\nHost: h\r\nContent-Length: 999\r\n\r\n\"");
      }
      for (int i = 0; i < 40; i++) { // they never read their 5 MB, and leave the environment free
        int before = reports("large: REPORT");
        Socket reader = connect(api);
        slow.add(reader);
        write(reader, request("large", "5000000"));
        awaitReports("large", before + 1);
      }
      for (int round = 0; round < 20; round++) {
        assertServed(api);
        for (int i = 0; i < 960; i++) {
          write(slow.get(i), "z");
        }
      }
      assertTrue(reports("large: INIT_START") < 5, "each would have kept one");
      assertEquals(8, invoke(api, "large", "8").body().length());
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
    assertServed(api);
  }

  @Test
  void who_trickles_a_head_or_a_body_or_does_not_read_is_cut_off_in_the_end() throws Exception {
    try (LambdaApi impatient = open(Duration.ofMillis(1_200));
        Socket line = connect(impatient);
        Socket second = connect(impatient);
        Socket pipelined = connect(impatient);
        Socket head = connect(impatient);
        Socket body = connect(impatient);
        Socket reader = connect(impatient)) {
      write(line, "POS");
      write(second, request("echo", "1"));
      assertTrue(second.getInputStream().read() >= 0);
      write(second, "POST /");
      write(pipelined, request("echo", "1") + "POST /");
      write(head, "POST " + path("echo") + " HTTP/1.1\r\nHost: h\r\nX-Slow: ");
      write(body, "POST " + path("echo") + " HTTP/1.1\r\nHost: h\r\nContent-Length: 999\r\n\r\n\"");
      int before = reports("large: REPORT");
      write(reader, request("large", "6000000"));
      awaitReports("large", before + 1);
      assertServed(impatient);
      assertEnds(line, "T");
      assertEnds(second, "z");
      assertEnds(pipelined, "z");
      assertEnds(head, "z");
      assertEnds(body, "z");
      Deadline.await(PATIENCE, "no transfer", () -> impatient.transfers() == 0);
      byte[] rest = readAll(reader);
      assertTrue(rest.length < 6_000_000, "bytes: " + rest.length);
      assertServed(impatient);
    }
  }

  @Test
  void a_function_may_take_longer_than_a_request_may_take_to_come() throws Exception {
    try (LambdaApi impatient = open(Duration.ofMillis(300));
        Socket patient = connect(impatient)) {
      String event = "1200";
      String chunked =
          "POST %s HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n"
              .formatted(path("count"));
      write(patient, chunked);
      write(patient, "4\r\n" + event + "\r\n0\r\n\r\n");
      write(patient, request("count", event)); // its head waits in the buffer, complete
      String text = "";
      while (text.split("X-Amz-Executed-Version", -1).length < 3) {
        int next = patient.getInputStream().read();
        assertTrue(next >= 0, text);
        text += (char) next;
      }
      assertServed(impatient);
    }
  }

  private static byte[] readAll(Socket socket) throws IOException {
    java.io.ByteArrayOutputStream all = new java.io.ByteArrayOutputStream();
    try {
      socket.getInputStream().transferTo(all);
    } catch (SocketException e) {
      // A reset is an end as well.
    }
    return all.toByteArray();
  }

  /** Trickles until the other side has had enough. */
  private static void assertEnds(Socket socket, String trickle) throws IOException {
    OutputStream out = socket.getOutputStream();
    Deadline.await(
        PATIENCE,
        "the end of a trickle",
        () -> {
          try {
            out.write(trickle.getBytes(StandardCharsets.US_ASCII));
            return false;
          } catch (IOException e) {
            return true;
          }
        });
  }
}
