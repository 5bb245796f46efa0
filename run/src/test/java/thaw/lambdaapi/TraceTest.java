package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.FunctionUrl;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.platform.record.PlatformLimits;
import thaw.sandbox.kernel.Deadline;

/** Process tests: the trace of a caller reaches the function, where the X-Ray SDK looks for it. */
@SideBySide
class TraceTest {
  private static final String ROOT = "Root=1-5759e988-bd862e3fe1be46a994272793";
  private static final String TRACE = ROOT + ";Parent=53995c3f42cd8ad8;Sampled=1";
  private static final String NEW = "Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=0";
  private static final String HANDLER =
      """
      package traced;
      import java.util.Map;
      public class Handler {
        public static String trace(Map<String, Object> event) {
          Object headers = event.getOrDefault("headers", Map.of());
          String told = System.getProperty("com.amazonaws.xray.traceHeader");
          System.out.println("told " + told);
          return told + " " + ((Map<?, ?>) headers).get("x-amzn-trace-id");
        }
      }
      """;
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @TempDir static Path folder;
  private static ApiOnPlatform server;

  @BeforeAll
  static void open() throws Exception {
    Path task = Sources.compile(folder.resolve("task"), HANDLER);
    FunctionDefinition traced =
        FunctionDefinitionBuilder.builder()
            .logicalId("traced")
            .name("traced")
            .code(new CodeSource.Folder(task))
            .handler("traced.Handler::trace")
            .runtime("java25")
            .memory(new MemorySize(1769))
            .timeout(Duration.ofSeconds(20))
            .url(Optional.of(new FunctionUrl("NONE", Optional.empty(), Optional.of("BUFFERED"))))
            .build();
    server = ApiOnPlatform.open(folder, PlatformLimits.defaults(), List.of(traced));
  }

  @AfterAll
  static void close() {
    server.close();
    assertEquals(List.of(), server.problems());
  }

  private static HttpResponse<String> invoke(String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.address().resolve("/2015-03-31/functions/traced/invocations"))
            .POST(BodyPublishers.ofString("{}"));
    return CLIENT.send(
        (headers.length == 0 ? request : request.headers(headers)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** What the function was told, and what its event says. */
  private static String[] url(String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.address() + "/_thaw/url/traced/"));
    String body =
        CLIENT
            .send(
                (headers.length == 0 ? request : request.headers(headers)).build(),
                HttpResponse.BodyHandlers.ofString())
            .body();
    String[] parts = body.split(" ");
    assertEquals(2, parts.length, body);
    return parts;
  }

  @Test
  void an_invocation_continues_the_caller_s_trace() throws Exception {
    assertEquals("\"" + TRACE + " null\"", invoke("X-Amzn-Trace-Id", TRACE).body());
  }

  @Test
  void without_a_trace_or_with_a_malformed_one_each_invocation_begins_its_own() throws Exception {
    String first = invoke().body();
    assertTrue(first.matches("\"" + NEW + " null\""), first);
    String second = invoke("X-Amzn-Trace-Id", "Root=nonsense;Sampled=1").body();
    assertTrue(second.matches("\"" + NEW + " null\""), second);
  }

  @Test
  void an_event_keeps_its_trace_while_it_waits() throws Exception {
    String waiting = TRACE.replace("5759e988", "5759e989");
    assertEquals(
        202, invoke("X-Amzn-Trace-Id", waiting, "X-Amz-Invocation-Type", "Event").statusCode());
    Deadline.await(
        Duration.ofSeconds(20),
        "the event's trace is in the log",
        () -> server.log().contains("told " + waiting));
  }

  @Test
  void a_function_url_continues_the_trace_of_its_headers() throws Exception {
    String[] given = url("X-Amzn-Trace-Id", TRACE);
    assertEquals(TRACE, given[0]);
    assertEquals(TRACE, given[1]);
    String[] begun = url();
    assertTrue(begun[0].matches(NEW), begun[0]);
    assertEquals(begun[1], begun[0].split(";")[0]);
  }
}
