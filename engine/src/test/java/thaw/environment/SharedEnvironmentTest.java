package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.ManagedInstances;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.log.Initialization;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.kernel.Deadline;

/** Process tests: many requests in one environment, with AWS's runtime client and with Thaw's. */
@SideBySide
class SharedEnvironmentTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final int AT_ONCE = 32;
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String SHARED =
      """
      package shared;
      import com.amazonaws.services.lambda.runtime.*;
      import java.util.concurrent.*;
      import java.util.concurrent.atomic.*;
      public class Shared implements RequestHandler<String, String> {
        private static final AtomicInteger OBJECTS = new AtomicInteger();
        private static final AtomicInteger LATE = new AtomicInteger();
        private final CyclicBarrier all = new CyclicBarrier(%d);
        private final CountDownLatch released = new CountDownLatch(1);
        public Shared() { OBJECTS.incrementAndGet(); }
        public String handleRequest(String event, Context context) {
          try {
            switch (event) {
              case "late" -> {
                released.await();
                return "late " + LATE.incrementAndGet() + " " + (context.getRemainingTimeInMillis() <= 0);
              }
              case "release" -> released.countDown();
              case "late ones" -> { return String.valueOf(LATE.get()); }
              case "break" -> throw new IllegalStateException("this one only");
              case "exit" -> System.exit(7);
              case "how" -> {
                return System.getenv("AWS_LAMBDA_MAX_CONCURRENCY") + " " + System.getenv("AWS_LAMBDA_INITIALIZATION_TYPE")
                    + " " + System.getenv("AWS_LAMBDA_LOG_FORMAT") + " " + Runtime.getRuntime().availableProcessors();
              }
              default -> {
                all.await(); // nobody leaves before all have come
                context.getLogger().log("met " + event);
              }
            }
          } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
          }
          return context.getAwsRequestId() + " " + event + " " + OBJECTS.get();
        }
      }
      """
          .formatted(AT_ONCE);

  @TempDir static Path folder;
  private static RealRuntime real;
  private static Path task;

  private final List<PlatformEvent.Stamped> events = new ArrayList<>(); // guarded by itself
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch end = new CountDownLatch(1);

  @BeforeAll
  static void start() throws Exception {
    task = folder.resolve("task");
    Sources.compile(task, SHARED);
    real = RealRuntime.open(folder);
  }

  @AfterAll
  static void stop() {
    real.close();
  }

  @AfterEach
  void stopCallers() {
    callers.shutdownNow();
  }

  private SharedEnvironment open(ClientKind client, int timeoutSeconds) throws Exception {
    EnvironmentSpec spec =
        real.with(client).spec(task, "shared.Shared::handleRequest", 2048, timeoutSeconds);
    var instances = new ManagedInstances(OptionalInt.empty(), OptionalDouble.empty());
    SharedEnvironment environment =
        SharedEnvironment.prepare(
            real.instance(),
            spec.withFunction(spec.function().withManaged(Optional.of(instances)))
                .withInitialization(Initialization.MANAGED_INSTANCES),
            "stream",
            event -> {
              synchronized (events) {
                events.add(event);
              }
            });
    assertInstanceOf(InitOutcome.Ready.class, environment.initialise(end::countDown));
    return environment;
  }

  private Future<InvocationOutcome> ask(SharedEnvironment environment, Invocation invocation) {
    return callers.submit(() -> {
      AtomicReference<InvocationOutcome> outcome = new AtomicReference<>();
      boolean taken = environment.respond(invocation, outcome::set).isPresent();
      assertEquals(taken, outcome.get() != null);
      return outcome.get();
    });
  }

  private String answer(SharedEnvironment environment, String event) throws Exception {
    return text(ask(environment, of(event)).get());
  }

  private static Invocation of(String event) {
    return Invocation.of(("\"" + event + "\"").getBytes(StandardCharsets.UTF_8));
  }

  private static String text(InvocationOutcome outcome) throws Exception {
    String json = new String(outcome.payload(), StandardCharsets.UTF_8);
    return outcome instanceof InvocationOutcome.Success ? JSON.readTree(json).asText() : json;
  }

  @ParameterizedTest
  @EnumSource(ClientKind.class)
  void as_many_requests_as_may_be_meet_in_one_handler_object_and_each_gets_its_own_answer(
      ClientKind client) throws Exception {
    try (SharedEnvironment environment = open(client, 60)) {
      assertEquals("32 lambda-managed-instances JSON 1", answer(environment, "how"));
      Map<String, Future<InvocationOutcome>> asked = new TreeMap<>();
      Map<String, String> expected = new TreeMap<>();
      for (int i = 0; i < AT_ONCE; i++) {
        Invocation invocation = of("guest " + i);
        expected.put(invocation.requestId(), invocation.requestId() + " guest " + i + " 1");
        asked.put(invocation.requestId(), ask(environment, invocation));
      }
      Map<String, String> answered = new TreeMap<>();
      for (Map.Entry<String, Future<InvocationOutcome>> each : asked.entrySet()) {
        answered.put(each.getKey(), text(each.getValue().get()));
      }
      assertEquals(expected, answered);
      assertEquals(0, environment.load());
    }
    logHasAllInJson(AT_ONCE);
  }

  /** None of the requests has an outcome meanwhile. */
  private static void awaitLoad(
      SharedEnvironment environment, int load, Collection<Future<InvocationOutcome>> requests)
      throws Exception {
    Deadline.await(
        PATIENCE,
        load + " requests at once",
        () -> environment.load() >= load || requests.stream().anyMatch(Future::isDone));
    for (Future<InvocationOutcome> request : requests) {
      if (environment.load() < load && request.isDone()) {
        throw new AssertionError("it should wait: " + text(request.get()));
      }
    }
  }

  /** Each line of the log is JSON, with a start and a report for each request. */
  private void logHasAllInJson(int requests) throws Exception {
    Set<String> started = new HashSet<>();
    Set<String> reported = new HashSet<>();
    int met = 0;
    for (PlatformEvent.Stamped event : List.copyOf(events)) {
      if (event.text().isEmpty()) {
        continue;
      }
      JsonNode line = JSON.readTree(event.text().get());
      String type = line.path("type").asText();
      if (type.equals("platform.start")) {
        started.add(line.at("/record/requestId").asText());
      } else if (type.equals("platform.report")) {
        reported.add(line.at("/record/requestId").asText());
        assertTrue(line.at("/record/metrics/durationMs").asDouble() > 0, line::toString);
      } else if (line.path("message").asText().startsWith("met ")) {
        assertFalse(line.path("AWSRequestId").asText().isEmpty(), line::toString);
        met++;
      }
    }
    assertEquals(started, reported);
    assertEquals(requests + 1, reported.size());
    assertEquals(requests, met);
  }

  @ParameterizedTest
  @EnumSource(ClientKind.class)
  void a_request_that_times_out_ends_for_its_caller_only_and_keeps_its_worker_busy(
      ClientKind client) throws Exception {
    try (SharedEnvironment environment = open(client, 1)) {
      InvocationOutcome late = ask(environment, of("late")).get();
      assertEquals(
          "Sandbox.Timedout", assertInstanceOf(InvocationOutcome.Failure.class, late).type());
      assertEquals(1, environment.load());
      assertEquals("0", answer(environment, "late ones"), "the others go on");
      answer(environment, "release");
      Deadline.await(PATIENCE, "its code answers, too late", () -> environment.load() == 0);
      assertEquals("1", answer(environment, "late ones"));
      assertTrue(environment.isSound());
    }
  }

  @ParameterizedTest
  @EnumSource(ClientKind.class)
  void what_a_request_throws_is_its_own_and_one_too_many_is_not_taken(ClientKind client)
      throws Exception {
    try (SharedEnvironment environment = open(client, 60)) {
      List<Future<InvocationOutcome>> waiting = new ArrayList<>();
      for (int i = 0; i < AT_ONCE - 1; i++) {
        waiting.add(ask(environment, of("late")));
      }
      awaitLoad(environment, AT_ONCE - 1, waiting);
      String broken = answer(environment, "break");
      assertTrue(broken.contains("this one only"), broken);
      waiting.add(ask(environment, of("late")));
      awaitLoad(environment, AT_ONCE, waiting);
      assertTrue(environment.respond(of("one too many"), _ -> {}).isEmpty());
    }
    callers.shutdown();
  }

  @ParameterizedTest
  @EnumSource(ClientKind.class)
  void the_end_of_the_process_ends_all_its_requests_and_the_environment(ClientKind client)
      throws Exception {
    try (SharedEnvironment environment = open(client, 60)) {
      ConcurrentLinkedQueue<Future<InvocationOutcome>> asked = new ConcurrentLinkedQueue<>();
      asked.add(ask(environment, of("late")));
      asked.add(ask(environment, of("late")));
      awaitLoad(environment, 2, asked);
      asked.add(ask(environment, of("exit")));
      for (Future<InvocationOutcome> each : asked) {
        assertEquals(
            "Runtime.ExitError",
            assertInstanceOf(InvocationOutcome.Failure.class, each.get()).type());
      }
      assertTrue(end.await(1, TimeUnit.MINUTES));
      assertFalse(environment.isSound());
      assertTrue(environment.respond(of("too late"), _ -> {}).isEmpty());
    }
  }

  /** As one whose client does not read: its answer blocks who writes it. */
  @ParameterizedTest
  @EnumSource(ClientKind.class)
  void a_caller_that_does_not_take_its_answer_holds_up_no_other_when_the_process_ends(
      ClientKind client) throws Exception {
    CountDownLatch read = new CountDownLatch(1);
    try (SharedEnvironment environment = open(client, 60)) {
      Future<?> stuck =
          callers.submit(() -> environment.respond(of("late"), _ -> awaitUninterrupted(read)));
      awaitLoad(environment, 1, List.of()); // the oldest is told first
      List<Future<InvocationOutcome>> others =
          List.of(ask(environment, of("late")), ask(environment, of("late")));
      awaitLoad(environment, 3, others);
      ask(environment, of("exit"));
      for (Future<InvocationOutcome> other : others) {
        assertInstanceOf(InvocationOutcome.Failure.class, other.get(1, TimeUnit.MINUTES));
      }
      assertTrue(end.await(1, TimeUnit.MINUTES), "nor the environment's end");
      assertFalse(stuck.isDone());
      read.countDown();
      stuck.get();
    } finally {
      read.countDown();
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"late ones", "exit"})
  void a_caller_that_fails_when_it_hears_of_the_end_hears_that_the_request_has_failed(String event)
      throws Exception {
    IllegalStateException fault = new IllegalStateException("a caller that breaks at the end");
    CompletableFuture<RuntimeException> heard = new CompletableFuture<>();
    SharedEnvironment.Requester caller =
        new SharedEnvironment.Requester() {
          @Override
          public void answered(InvocationOutcome outcome) {}

          @Override
          public void failed(RuntimeException problem) {
            heard.complete(problem);
          }

          @Override
          public void ended(InvocationResult result) {
            throw fault;
          }
        };
    try (SharedEnvironment environment = open(ClientKind.THAW, 60)) {
      assertTrue(environment.begin(of(event), caller));
      assertEquals(fault, heard.get(1, TimeUnit.MINUTES));
    }
  }

  /** A requester that fails itself: it hears of it, and the request's end is written. */
  @ParameterizedTest
  @ValueSource(strings = {"late ones", "break", "exit"})
  void a_request_whose_caller_fails_has_its_end_all_the_same(String event) throws Exception {
    IllegalStateException fault = new IllegalStateException("a caller that breaks");
    try (SharedEnvironment environment = open(ClientKind.THAW, 60)) {
      Future<Optional<InvocationResult>> asked =
          callers.submit(() ->
              environment.respond(
                  of(event),
                  _ -> {
                    throw fault;
                  }));
      assertEquals(fault, assertThrows(ExecutionException.class, asked::get).getCause());
    }
    synchronized (events) {
      assertEquals(
          1,
          events.stream()
              .filter(each -> each.event() instanceof PlatformEvent.ManagedReport)
              .count());
    }
  }
}
