package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.fixture.BashExtension;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.ManagedInstances;
import thaw.function.packaging.DeploymentPackage;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.ResponseStream;
import thaw.runtimeapi.log.Initialization;

/**
 * Process tests: extensions of both kinds, telemetry, and streamed responses, where many requests
 * share an environment.
 */
@SideBySide
class SharedExtensionTest {
  private static final int AT_ONCE = 4;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** With an internal extension, which keeps what the Telemetry API tells it. */
  private static final String INSIDE =
      """
      package shared;
      import com.amazonaws.services.lambda.runtime.*;
      import com.sun.net.httpserver.HttpServer;
      import java.io.*;
      import java.net.*;
      public class Inside implements RequestHandler<String, String> {
        private static final StringBuffer TOLD = new StringBuffer();
        static {
          try {
            HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
            server.createContext("/", exchange -> {
              TOLD.append(new String(exchange.getRequestBody().readAllBytes())).append('\\n');
              exchange.sendResponseHeaders(200, -1);
              exchange.close();
            });
            server.start();
            HttpURLConnection register = call("POST", "/2020-01-01/extension/register",
                "Lambda-Extension-Name", "inside", "{\\"events\\":[]}");
            register.getResponseCode();
            String id = register.getHeaderField("Lambda-Extension-Identifier");
            call("PUT", "/2022-07-01/telemetry", "Lambda-Extension-Identifier", id,
                "{\\"schemaVersion\\":\\"2025-01-29\\",\\"types\\":[\\"platform\\",\\"function\\"],"
                + "\\"buffering\\":{\\"timeoutMs\\":25},\\"destination\\":{\\"protocol\\":\\"HTTP\\","
                + "\\"URI\\":\\"http://sandbox.localdomain:" + server.getAddress().getPort() + "\\"}}")
                .getResponseCode();
            Thread next = new Thread(() -> {
              try {
                call("GET", "/2020-01-01/extension/event/next", "Lambda-Extension-Identifier", id, null)
                    .getResponseCode();
              } catch (IOException e) {
                // the end
              }
            });
            next.setDaemon(true);
            next.start();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
        private static HttpURLConnection call(String method, String path, String name, String value, String body)
            throws IOException {
          HttpURLConnection connection = (HttpURLConnection)
              URI.create("http://" + System.getenv("AWS_LAMBDA_RUNTIME_API") + path).toURL().openConnection();
          connection.setRequestMethod(method);
          connection.setRequestProperty(name, value);
          if (body != null) {
            connection.setDoOutput(true);
            connection.getOutputStream().write(body.getBytes());
          }
          return connection;
        }
        public String handleRequest(String event, Context context) {
          context.getLogger().log("said " + event);
          return TOLD.toString();
        }
      }
      """;

  private static final String STREAM =
      """
      package shared;
      import com.amazonaws.services.lambda.runtime.Context;
      import java.io.*;
      import java.util.concurrent.*;
      import thaw.runtime.*;
      public class Streamed implements StreamingHandler {
        private final CyclicBarrier all = new CyclicBarrier(%d);
        public void handleRequest(InputStream in, StreamedResponse response, Context context) throws IOException {
          byte[] event = in.readAllBytes();
          for (int part = 0; part < 3; part++) {
            response.write(event);
            response.flush();
            try {
              all.await(); // nobody is two parts ahead
            } catch (InterruptedException | BrokenBarrierException e) {
              throw new IOException(e);
            }
          }
        }
      }
      """
          .formatted(AT_ONCE);

  @TempDir static Path folder;
  private static RealRuntime real;
  private static Path task;

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch end = new CountDownLatch(1);

  @BeforeAll
  static void open() throws Exception {
    real = RealRuntime.open(folder);
    task = Sources.compile(folder.resolve("task"), INSIDE, STREAM);
  }

  @AfterAll
  static void close() {
    real.close();
  }

  private SharedEnvironment prepared(EnvironmentSpec plain, Optional<Path> layer) {
    var instances = new ManagedInstances(OptionalInt.of(AT_ONCE), OptionalDouble.empty());
    EnvironmentSpec spec =
        plain
            .withLayers(layer.map(root -> new DeploymentPackage(root, "", 0)))
            .withFunction(plain.function().withManaged(Optional.of(instances)))
            .withInitialization(Initialization.MANAGED_INSTANCES);
    return SharedEnvironment.prepare(
        real.instance(), spec, "stream", event -> event.text().ifPresent(log::add));
  }

  private SharedEnvironment begun(EnvironmentSpec plain, Optional<Path> layer) throws Exception {
    SharedEnvironment environment = prepared(plain, layer);
    assertInstanceOf(
        InitOutcome.Ready.class, environment.initialise(end::countDown), () -> log.toString());
    return environment;
  }

  private static EnvironmentSpec inside(ClientKind client) {
    return real.with(client).spec(task, "shared.Inside", 2048, 10);
  }

  private static InvocationOutcome outcome(SharedEnvironment environment, Invocation invocation)
      throws Exception {
    AtomicReference<InvocationOutcome> outcome = new AtomicReference<>();
    assertTrue(environment.respond(invocation, outcome::set).isPresent());
    return outcome.get();
  }

  private static InvocationOutcome outcome(SharedEnvironment environment, String event)
      throws Exception {
    return outcome(environment, Invocation.of(bytes("\"" + event + "\"")));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Path layer(String script) throws Exception {
    Path layer = Files.createTempDirectory(folder, "layer-");
    Files.setPosixFilePermissions(layer, PosixFilePermissions.fromString("rwxr-xr-x"));
    BashExtension.write(layer, "companion", script);
    return layer;
  }

  private boolean logHas(String... parts) {
    return log.stream().anyMatch(line -> List.of(parts).stream().allMatch(line::contains));
  }

  @ParameterizedTest
  @EnumSource(ClientKind.class)
  void an_external_extension_hears_of_no_request_and_of_the_end(ClientKind client)
      throws Exception {
    Path layer =
        layer(
            "register '\"SHUTDOWN\"'\n"
                + "while next; do echo \"heard $event\"; case \"$event\" in *SHUTDOWN*) exit 0;; esac; done\n");
    try (SharedEnvironment environment = begun(inside(client), Optional.of(layer))) {
      assertInstanceOf(InvocationOutcome.Success.class, outcome(environment, "one"));
      assertInstanceOf(InvocationOutcome.Success.class, outcome(environment, "two"));
      assertTrue(environment.isSound());
    }
    List<String> heard = log.stream().filter(line -> line.startsWith("heard ")).toList();
    assertEquals(1, heard.size(), log.toString());
    assertTrue(heard.getFirst().contains("\"shutdownReason\":\"spindown\""), heard.toString());
    assertTrue(logHas("platform.extension", "companion", "[\"SHUTDOWN\"]"), log.toString());
  }

  @Test
  void an_extension_that_registers_for_requests_is_refused_and_fails_the_init() throws Exception {
    Path layer =
        layer(
            "call POST /2020-01-01/extension/register '{\"events\":[\"INVOKE\"]}'"
                + " \"Lambda-Extension-Name: ${0##*/}\\r\\n\"\nexit 1\n");
    try (SharedEnvironment environment = prepared(inside(ClientKind.THAW), Optional.of(layer))) {
      InitOutcome.Failed failed =
          assertInstanceOf(InitOutcome.Failed.class, environment.initialise(() -> {}));
      assertEquals("Extension.Crash", failed.type());
    }
    assertTrue(logHas("HTTP/1.1 403"), log.toString());
    assertTrue(
        logHas("Extension.InvalidEventType", "INVOKE: ErrorInvalidEventType"), log.toString());
  }

  @Test
  void an_extension_that_ends_ends_the_environment() throws Exception {
    Path layer = layer("register ''\n(sleep 1; kill $$) &\nnext\n");
    try (SharedEnvironment environment = begun(inside(ClientKind.THAW), Optional.of(layer))) {
      assertTrue(end.await(1, TimeUnit.MINUTES), log.toString());
      assertFalse(environment.isSound());
    }
  }

  @ParameterizedTest
  @EnumSource(ClientKind.class)
  void an_internal_extension_gets_reports_with_spans_and_the_lines_of_the_function_as_objects(
      ClientKind client) throws Exception {
    Invocation first = Invocation.of(bytes("\"first\""));
    List<JsonNode> told = new ArrayList<>();
    try (SharedEnvironment environment = begun(inside(client), Optional.empty())) {
      outcome(environment, first);
      while (!told.stream().anyMatch(each -> is(each, "platform.report", first))) {
        told.clear();
        String all = JSON.readTree(outcome(environment, "more").payload()).asText();
        for (String batch : all.lines().toList()) {
          JSON.readTree(batch).forEach(told::add);
        }
      }
    }
    assertFalse(told.stream().anyMatch(each -> type(each).equals("platform.runtimeDone")));
    assertTrue(told.stream().anyMatch(each -> is(each, "platform.start", first)));
    JsonNode line =
        told.stream()
            .filter(each -> type(each).equals("function"))
            .filter(each -> each.at("/record/message").asText().equals("said first"))
            .findFirst()
            .orElseThrow();
    assertEquals(first.requestId(), line.at("/record/AWSRequestId").asText(), line::toString);
    JsonNode report =
        told.stream()
            .filter(each -> is(each, "platform.report", first))
            .findFirst()
            .orElseThrow()
            .path("record");
    assertEquals("success", report.path("status").asText());
    assertEquals(1, report.path("metrics").size(), report::toString);
    assertTrue(report.at("/metrics/durationMs").asDouble() > 0, report::toString);
    assertEquals(
        List.of("responseLatency", "responseDuration"),
        report.path("spans").findValuesAsText("name"));
    assertFalse(report.at("/tracing/value").asText().isEmpty(), report::toString);
  }

  private static String type(JsonNode event) {
    return event.path("type").asText();
  }

  private static boolean is(JsonNode event, String type, Invocation of) {
    return type(event).equals(type)
        && event.at("/record/requestId").asText().equals(of.requestId());
  }

  /** Each waits for the others behind each part: all of them are on their way at a time. */
  @Test
  void several_threads_stream_their_responses_at_a_time() throws Exception {
    EnvironmentSpec spec = real.with(ClientKind.THAW).spec(task, "shared.Streamed", 2048, 30);
    CyclicBarrier halfway = new CyclicBarrier(AT_ONCE);
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
        SharedEnvironment environment = begun(spec, Optional.empty())) {
      List<Future<String>> streamed = new ArrayList<>();
      for (int i = 0; i < AT_ONCE; i++) {
        Taken taken = new Taken(halfway);
        Invocation invocation = Invocation.of(bytes("{\"n\":" + i + "}")).withStream(taken);
        streamed.add(
            callers.submit(() -> {
              assertInstanceOf(InvocationOutcome.Success.class, outcome(environment, invocation));
              return taken.text();
            }));
      }
      for (int i = 0; i < AT_ONCE; i++) {
        assertEquals(("{\"n\":" + i + "}").repeat(3), streamed.get(i).get(1, TimeUnit.MINUTES));
      }
      String whole = "{\"n\":9}".repeat(3);
      List<Future<String>> buffered = new ArrayList<>();
      for (int i = 0; i < AT_ONCE; i++) {
        buffered.add(
            callers.submit(() ->
                new String(
                    outcome(environment, Invocation.of(bytes("{\"n\":9}"))).payload(),
                    StandardCharsets.UTF_8)));
      }
      for (Future<String> each : buffered) {
        assertEquals(whole, each.get(1, TimeUnit.MINUTES));
      }
    }
  }

  /** A caller who takes no more of its response until all have a part of theirs. */
  private static final class Taken implements ResponseStream {
    private final CyclicBarrier halfway;
    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();

    Taken(CyclicBarrier halfway) {
      this.halfway = halfway;
    }

    @Override
    public void begin(String contentType) {
      // Whatever it is.
    }

    @Override
    public void write(byte[] bytes, int length) {
      boolean first = taken.size() == 0;
      taken.write(bytes, 0, length);
      if (first) {
        try {
          halfway.await(1, TimeUnit.MINUTES);
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
    }

    String text() {
      return taken.toString(StandardCharsets.UTF_8);
    }
  }
}
