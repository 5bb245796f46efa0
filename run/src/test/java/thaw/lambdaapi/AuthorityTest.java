package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.durable.DurableExecutions;
import thaw.durable.EngineClock;
import thaw.durable.ExecutionObserver;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.Mounted;
import thaw.http.OwnPages;
import thaw.http.Response;
import thaw.lambdaapi.invoke.Callers;
import thaw.lambdaapi.invoke.Operation;
import thaw.lambdaapi.invoke.Rights;
import thaw.platform.Platform;
import thaw.platform.async.EventQueue;
import thaw.platform.record.PlatformLimits;
import thaw.problem.UserMistake;
import thaw.store.Store;

/** What callers may do, operation by operation. */
@SideBySide
class AuthorityTest {
  /** The operations for functions that have a token, or whoever has the id of a callback. */
  private static final Set<String> BY_TOKEN =
      Set.of(
          "CheckpointDurableExecution",
          "GetDurableExecutionState",
          "SendDurableExecutionCallbackSuccess",
          "SendDurableExecutionCallbackFailure",
          "SendDurableExecutionCallbackHeartbeat");

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<String> prepared = Collections.synchronizedList(new ArrayList<>());
  private final List<Exception> problems = Collections.synchronizedList(new ArrayList<>());
  private final List<InetSocketAddress> asked = Collections.synchronizedList(new ArrayList<>());
  private volatile Rights rights = Rights.CHANGE;
  private RealRuntime real;
  private Platform platform;
  private Store kept;
  private EventQueue events;
  private DurableExecutions durable;
  private LambdaApi api;

  @BeforeEach
  void open() {
    real = RealRuntime.open(folder);
    platform =
        new Platform(
            real.instance(),
            List.of(StrangersTest.function(folder)),
            PlatformLimits.defaults(),
            definition -> {
              prepared.add(definition.name());
              throw new UserMistake("not to be run", "none");
            },
            _ -> {},
            problems::add,
            System::nanoTime);
    kept = Queues.memory();
    events = Queues.of(platform, kept, problems::add);
    durable =
        platform
            .durable()
            .open(
                kept,
                EngineClock.real(InstantSource.system()),
                new ExecutionObserver() {},
                problems::add);
    Callers callers =
        (from, here) -> {
          asked.add(from);
          assertEquals(api.port(), here.getPort());
          return rights;
        };
    api =
        LambdaApi.open(
            platform,
            events,
            new LambdaApi.Exposure("127.0.0.1", 0, OwnPages.of(), callers),
            problems::add,
            Optional.empty(),
            new LambdaApi.Front(
                handler ->
                    new Mounted(
                        Map.of("/_thaw/traces", new ContentsHandler(new Secret(), callers)),
                        handler),
                UnaryOperator.identity()),
            Stack.EMPTY);
  }

  /** Has what functions wrote. */
  private record Secret() implements HttpHandler {
    @Override
    public void serve(Exchange exchange, Consumer<Response> onResponse) {
      onResponse.accept(new Response(200, Map.of(), "secret".getBytes(StandardCharsets.US_ASCII)));
    }

    @Override
    public Response failed(Exception reason) {
      throw new IllegalStateException(reason);
    }
  }

  @AfterEach
  void close() {
    client.close();
    api.close();
    events.close();
    durable.close();
    platform.close();
    kept.close();
    real.close();
    assertEquals(List.of(), problems);
  }

  private HttpResponse<String> ask(int port, String method, String target) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
            .method(method, BodyPublishers.ofString(method.equals("GET") ? "" : "{}"))
            .build(),
        BodyHandlers.ofString());
  }

  /** Names of the operations whose requests are not let in. */
  private Set<String> refused(int port, String words) throws Exception {
    Set<String> refused = new TreeSet<>();
    for (Operation operation : api.operations().all()) {
      String target = operation.template().replaceAll("\\{[^}]+}", "f");
      HttpResponse<String> response = ask(port, operation.method(), target);
      if (response.body().contains(words)) {
        assertEquals(403, response.statusCode(), operation.name());
        assertEquals(
            "AccessDeniedException", response.headers().firstValue("x-amzn-ErrorType").orElse(""));
        refused.add(operation.name());
      }
    }
    return refused;
  }

  @Test
  void who_may_read_changes_nothing() throws Exception {
    rights = Rights.READ;
    Set<String> refused = refused(api.port(), "--allow-changes");
    for (Operation operation : api.operations().all()) {
      boolean harmless =
          operation.name().matches("(Invoke|Get|List).*|status|query")
              || BY_TOKEN.contains(operation.name());
      assertEquals(!harmless, refused.contains(operation.name()), operation.name());
    }
    assertTrue(refused.containsAll(List.of("CreateFunction", "TagResource", "DeleteAlias")));
    assertTrue(platform.catalog().find("f").isPresent());
  }

  @Test
  void who_may_not_change_does_not_see_what_functions_write() throws Exception {
    rights = Rights.READ;
    HttpResponse<String> refused = ask(api.port(), "GET", "/_thaw/traces/r1");
    assertEquals(403, refused.statusCode());
    assertTrue(refused.body().contains("--allow-changes"), refused.body());
    assertFalse(refused.body().contains("secret"), refused.body());
  }

  @Test
  void who_may_change_sees_what_functions_write() throws Exception {
    assertEquals("secret", ask(api.port(), "GET", "/_thaw/traces/r1").body());
  }

  @Test
  void a_function_may_only_invoke() throws Exception {
    rights = Rights.INVOKE;
    Set<String> refused = refused(api.port(), "Functions may not change functions");
    for (Operation operation : api.operations().all()) {
      assertEquals(
          !operation.name().startsWith("Invoke") && !BY_TOKEN.contains(operation.name()),
          refused.contains(operation.name()),
          operation.name());
    }
    // Nor what is no operation: pages and data.
    assertEquals(403, ask(api.port(), "GET", "/_thaw/traces").statusCode());
    assertEquals(403, ask(api.port(), "GET", "/_thaw").statusCode());
  }

  @Test
  void the_port_for_functions_invokes_and_nothing_else_whoever_asks() throws Exception {
    rights = Rights.CHANGE;
    assertFalse(api.functionsPort() == api.port());
    Set<String> refused = refused(api.functionsPort(), "Functions may not change functions");
    Set<String> others = new TreeSet<>();
    api.operations().all().forEach(operation -> others.add(operation.name()));
    others.removeAll(refused);
    others.removeAll(BY_TOKEN);
    assertEquals(Set.of("Invoke", "InvokeAsync", "InvokeWithResponseStream"), others);
    assertEquals(403, ask(api.functionsPort(), "GET", "/_thaw/traces").statusCode());
    assertEquals(List.of("f"), prepared.stream().distinct().toList()); // by Invoke
    assertEquals("{\"Message\":null}", ask(api.functionsPort(), "GET", "/_thaw/url/f/").body());
    assertEquals(List.of(), asked);
  }

  @Test
  void to_invoke_nobody_is_looked_up_and_else_each_connection_once() throws Exception {
    ask(api.port(), "POST", "/2015-03-31/functions/f/invocations");
    ask(api.port(), "GET", "/_thaw/url/f/");
    assertEquals(List.of(), asked);
    for (int i = 0; i < 3; i++) {
      ask(api.port(), "GET", "/2015-03-31/functions"); // by one connection, which is enough
    }
    assertEquals(1, asked.size());
  }
}
