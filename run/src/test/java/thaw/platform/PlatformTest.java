package thaw.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.launch.EnvironmentSpec;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.platform.record.PlatformLimits;
import thaw.pool.Preparation;
import thaw.pool.RequestOutcome;
import thaw.pool.ThrottleReason;
import thaw.problem.UserMistake;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.sandbox.kernel.Deadline;

/** Process tests: several real JVMs with the official runtime client. */
@SideBySide
class PlatformTest {
  private static final String HANDLERS =
      """
      package many;
      import java.nio.file.*;
      import java.util.concurrent.locks.LockSupport;
      public class Handlers {
        private static int count;
        private static volatile long ticks;
        private static volatile long longestGap;
        private static Thread ticker;

        /** How many requests this JVM has had, and which JVM it is. */
        public static String count() {
          return ++count + " " + System.getenv("AWS_LAMBDA_LOG_STREAM_NAME");
        }

        public static String crashOnce() throws Exception {
          Path mark = Path.of("/tmp/mark");
          if (Files.exists(mark)) { return Files.readString(mark) + " " + ++count; }
          Files.writeString(mark, "kept");
          System.exit(4);
          return "";
        }

        public static String sleep(int millis) throws Exception {
          System.out.println("sleeping " + millis);
          Thread.sleep(millis);
          return "slept";
        }

        /** The longest time without progress of a thread that outlives requests. */
        public static long gap() {
          if (ticker == null) {
            ticker = new Thread(Handlers::tick);
            ticker.setDaemon(true);
            ticker.start();
          }
          long seen = ticks;
          while (ticks < seen + 3) { Thread.onSpinWait(); }
          return longestGap;
        }

        private static void tick() {
          long last = System.nanoTime();
          while (true) {
            LockSupport.parkNanos(100_000);
            long now = System.nanoTime();
            longestGap = Math.max(longestGap, now - last);
            last = now;
            ticks++;
          }
        }
      }
      """;

  @TempDir static Path folder;
  private static RealRuntime real;
  private static Path task;

  private final AtomicLong clock = new AtomicLong();
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final List<FunctionDefinition> functions = new ArrayList<>();
  private Platform platform;

  @BeforeAll
  static void functions() throws Exception {
    task = Sources.compile(folder.resolve("task"), HANDLERS);
    real = RealRuntime.open(folder);
  }

  @AfterAll
  static void nothing_is_left() {
    real.close();
  }

  @AfterEach
  void end() {
    platform.close();
  }

  /** A platform of functions that are named as their handlers. */
  private void open(int concurrency, Map<String, Integer> reserved, String... handlers) {
    for (String handler : handlers) {
      FunctionDefinition pattern = spec(handler).function();
      functions.add(
          FunctionDefinitionBuilder.builder()
              .logicalId(handler)
              .name(handler)
              .code(pattern.code())
              .handler(pattern.handler())
              .runtime(pattern.runtime())
              .memory(pattern.memory())
              .timeout(pattern.timeout())
              .reservedConcurrency(
                  reserved.containsKey(handler)
                      ? OptionalInt.of(reserved.get(handler))
                      : OptionalInt.empty())
              .build());
    }
    platform =
        new Platform(
            real.instance(),
            functions,
            new PlatformLimits(concurrency, Duration.ofDays(1)),
            definition -> spec(definition.name()),
            seen -> seen.text().ifPresent(line -> log.add(seen.function() + ": " + line)),
            problem -> fail(problem),
            clock::get);
  }

  private static EnvironmentSpec spec(String handler) {
    return real.spec(task, "many.Handlers::" + handler, 1769, 20);
  }

  private RequestOutcome outcome(String function, String event) throws InterruptedException {
    return platform.invoke(function, Invocation.of(event.getBytes(StandardCharsets.UTF_8)), true);
  }

  private InvocationOutcome answer(String function, String event) throws InterruptedException {
    return assertInstanceOf(RequestOutcome.Completed.class, outcome(function, event)).outcome();
  }

  private String payload(String function, String event) throws InterruptedException {
    InvocationOutcome.Success success =
        assertInstanceOf(InvocationOutcome.Success.class, answer(function, event));
    return new String(success.payload(), StandardCharsets.UTF_8);
  }

  /** Starts a request that takes long, and comes back when its handler runs. */
  private Future<String> running(ExecutorService threads, int millis) {
    Future<String> request = threads.submit(() -> payload("sleep", "" + millis));
    Deadline.await(
        Duration.ofSeconds(20),
        "the handler runs",
        () -> log.contains("sleep: sleeping " + millis));
    return request;
  }

  @Test
  void requests_at_once_have_an_environment_each_and_later_ones_reuse_them() throws Exception {
    open(10, Map.of(), "sleep");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<String> first = running(threads, 1001);
      assertEquals("\"slept\"", payload("sleep", "0"));
      assertEquals("\"slept\"", first.get(20, TimeUnit.SECONDS));
    }
    assertEquals(2, IdleEnvironments.of(platform, "sleep"));
    assertEquals("\"slept\"", payload("sleep", "0"));
    assertEquals(2, IdleEnvironments.of(platform, "sleep"));
    assertEquals(2, log.stream().filter(line -> line.startsWith("sleep: INIT_START")).count());
    assertEquals(3, log.stream().filter(line -> line.startsWith("sleep: REPORT")).count());
  }

  @Test
  void an_environment_serves_one_after_the_other_with_its_state_kept() throws Exception {
    open(10, Map.of(), "count");
    String first = payload("count", "{}");
    String second = payload("count", "{}");
    assertTrue(first.startsWith("\"1 "), first);
    assertEquals(first.replace("\"1 ", "\"2 "), second);
  }

  @Test
  void what_is_idle_for_too_long_ends_and_the_next_request_starts_cold() throws Exception {
    open(10, Map.of(), "count");
    payload("count", "{}");
    platform.recycle();
    assertEquals(1, IdleEnvironments.of(platform, "count"));
    clock.addAndGet(Duration.ofDays(1).toNanos());
    platform.recycle();
    assertEquals(0, IdleEnvironments.of(platform, "count"));
    String cold = payload("count", "{}");
    assertTrue(cold.startsWith("\"1 "), cold);
  }

  @Test
  void beyond_a_limit_requests_are_refused_with_its_name() throws Exception {
    open(2, Map.of("sleep", 1), "sleep", "count");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<String> first = running(threads, 1002);
      assertEquals(
          new RequestOutcome.Throttled(ThrottleReason.RESERVED_CONCURRENCY), outcome("sleep", "0"));
      assertTrue(payload("count", "{}").startsWith("\"1 "));
      first.get(20, TimeUnit.SECONDS);
    }
    assertEquals("\"slept\"", payload("sleep", "0"));
  }

  @Test
  void after_a_crash_the_same_environment_goes_on_with_a_new_process() throws Exception {
    open(10, Map.of(), "crashOnce");
    InvocationOutcome.Failure crash =
        assertInstanceOf(InvocationOutcome.Failure.class, answer("crashOnce", "{}"));
    assertEquals("Runtime.ExitError", crash.type());
    assertEquals("\"kept 1\"", payload("crashOnce", "{}"));
    assertEquals(1, IdleEnvironments.of(platform, "crashOnce"));
  }

  @Test
  void between_requests_no_thread_of_a_function_makes_progress() throws Exception {
    open(10, Map.of(), "gap", "sleep");
    payload("gap", "{}");
    long begin = System.nanoTime();
    payload("sleep", "500");
    long other = System.nanoTime() - begin;
    long gapNanos = Long.parseLong(payload("gap", "{}"));
    assertTrue(
        gapNanos >= other / 2,
        gapNanos + " ns without progress, while the other request took " + other);
  }

  @Test
  void a_completed_request_has_the_tail_of_its_log() throws Exception {
    open(10, Map.of(), "sleep");
    RequestOutcome.Completed completed =
        assertInstanceOf(RequestOutcome.Completed.class, outcome("sleep", "3"));
    String tail = new String(completed.logTail().orElseThrow(), StandardCharsets.UTF_8);
    assertTrue(tail.startsWith("START RequestId: "), tail);
    assertTrue(tail.contains("\nsleeping 3\n"), tail);
    assertTrue(tail.contains("\nREPORT RequestId: "), tail);
  }

  @Test
  void closing_ends_a_running_request_and_everything_else() throws Exception {
    open(10, Map.of(), "sleep");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<String> request = running(threads, 19_000);
      platform.close();
      Deadline.await(Duration.ofSeconds(10), "the request ends", request::isDone);
      assertEquals(Future.State.FAILED, request.state());
    }
    assertEquals(0, IdleEnvironments.of(platform, "sleep"));
    assertFalse(log.stream().anyMatch(line -> line.startsWith("sleep: REPORT")), log.toString());
  }

  @Test
  void a_function_that_cannot_be_prepared_says_why_and_is_tried_again() throws Exception {
    FunctionDefinition definition = spec("count").function();
    AtomicLong tries = new AtomicLong();
    platform =
        new Platform(
            real.instance(),
            List.of(definition),
            PlatformLimits.defaults(),
            _ -> {
              if (tries.incrementAndGet() == 1) {
                throw new UserMistake("does not build", "mend it");
              }
              return spec("count");
            },
            seen -> seen.text().ifPresent(log::add),
            problem -> fail(problem),
            clock::get);
    assertEquals(
        new RequestOutcome.Unprepared("does not build", "mend it"),
        outcome(definition.name(), "{}"));
    assertTrue(payload(definition.name(), "{}").startsWith("\"1 "));
    assertInstanceOf(Preparation.Ready.class, platform.prepare(definition.name()));
    assertEquals(2, tries.get());
  }
}
