package thaw.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.function.FunctionDefinition;
import thaw.function.ManagedInstances;
import thaw.function.packaging.DeploymentStore;
import thaw.platform.async.QueueBench;
import thaw.platform.record.CapacityProvider;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.PlatformLimits;
import thaw.platform.record.Refused;
import thaw.pool.RequestOutcome;
import thaw.pool.ThrottleReason;
import thaw.pool.Throttles;
import thaw.pool.managed.ThrottlePoints;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.kernel.Deadline;

/** Process tests: a version of the template whose environments take many requests at a time. */
@SideBySide
class ManagedInstancesTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final String HANDLERS =
      """
      package fleet;
      import java.util.concurrent.CountDownLatch;
      public class Handlers {
        private static final CountDownLatch NEVER = new CountDownLatch(1);
        public static String where(String event) throws Exception {
          if (event.equals("hold")) {
            System.out.println("holds");
            NEVER.await();
          }
          if (event.equals("exit")) { System.exit(5); }
          while (event.equals("burn")) { Thread.onSpinWait(); }
          if (event.equals("burst")) { // and then no CPU any more
            long until = cpuNanos() + 4_000_000_000L;
            while (cpuNanos() < until) { Thread.onSpinWait(); }
            NEVER.await();
          }
          if (event.equals("pause")) { Thread.sleep(200); }
          if (event.equals("doze")) { Thread.sleep(3000); }
          if (event.equals("fill")) { // a third of the memory
            byte[][] held = new byte[700][];
            for (int i = 0; i < held.length; i++) {
              held[i] = new byte[1 << 20];
              java.util.Arrays.fill(held[i], (byte) 1);
            }
            NEVER.await();
            return String.valueOf(held.length);
          }
          while (event.equals("rest") && 10 * (cpuNanos() - INIT_NANOS) >= System.nanoTime() - READY) {
            Thread.sleep(50); // until it has used less than a tenth of a CPU since its init
          }
          return System.getenv("AWS_LAMBDA_LOG_STREAM_NAME");
        }
        public static String broken(String event) { return event; }
        static {
          if (System.getenv("BROKEN") != null) { throw new IllegalStateException("broken"); }
          while (System.getenv("BUSY") != null && cpuNanos() < 2_000_000_000L) { Thread.onSpinWait(); }
        }
        private static final long INIT_NANOS = cpuNanos();
        private static final long READY = System.nanoTime();
        private static long cpuNanos() {
          return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
        }
      }
      """;

  @TempDir static Path folder;
  private static RealRuntime real;
  private static Path task;

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger ended = new AtomicInteger(); // environments
  private final AtomicLong passed = new AtomicLong(); // on the platform's clock, by our hand
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
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
    callers.shutdownNow();
    platform.close();
  }

  private void open(int concurrency, int least, int most, String... variables) {
    open(
        new PlatformLimits(1, Duration.ofDays(1)).with(ThrottlePoints.NEVER),
        concurrency,
        least,
        most,
        variables);
  }

  private void open(
      PlatformLimits limits, int concurrency, int least, int most, String... variables) {
    FunctionDefinition function =
        real.spec(task, "fleet.Handlers::where", 2048, 300)
            .function()
            .withName("fleet")
            .withPublishesLatest(true)
            .withEnvironment(variables.length == 0 ? Map.of() : Map.of(variables[0], variables[1]))
            .withManaged(
                Optional.of(
                    new ManagedInstances(
                        OptionalInt.of(concurrency),
                        OptionalDouble.empty(),
                        OptionalInt.of(least),
                        OptionalInt.of(most))));
    DeploymentStore store = new DeploymentStore(folder.resolve("store"));
    platform =
        new Platform(
            real.instance(),
            List.of(function),
            limits,
            definition -> real.specify(definition, store),
            seen -> {
              seen.text().ifPresent(log::add);
              if (seen.event().event() instanceof PlatformEvent.Ended) {
                ended.incrementAndGet();
              }
            },
            problem -> fail(problem),
            () -> System.nanoTime() + passed.get());
  }

  private RequestOutcome outcome(String event) throws InterruptedException {
    return platform.invoke(
        "fleet", Invocation.of(("\"" + event + "\"").getBytes(StandardCharsets.UTF_8)), false);
  }

  private RequestOutcome.Completed completed(String event) throws InterruptedException {
    return assertInstanceOf(RequestOutcome.Completed.class, outcome(event));
  }

  private static String payload(RequestOutcome.Completed completed) {
    return new String(completed.outcome().payload(), StandardCharsets.UTF_8);
  }

  private Future<RequestOutcome> held() throws InterruptedException {
    long before = holding();
    Future<RequestOutcome> request = callers.submit(() -> outcome("hold"));
    Deadline.await(PATIENCE, "a request is held", () -> holding() > before);
    return request;
  }

  private long holding() {
    synchronized (log) {
      return log.stream().filter(line -> line.contains("holds")).count();
    }
  }

  private long started() {
    synchronized (log) {
      return log.stream().filter(line -> line.contains("\"platform.initStart\"")).count();
    }
  }

  private FunctionVersion.State state() {
    return platform.catalog().version("fleet", FunctionVersion.LATEST_PUBLISHED).life().state();
  }

  @Test
  void an_unqualified_request_goes_to_what_is_published_when_its_environments_are_there()
      throws Exception {
    open(4, 2, 2);
    RequestOutcome.Completed first = completed("first");
    assertEquals(FunctionVersion.LATEST_PUBLISHED, first.executedVersion());
    assertEquals(FunctionVersion.State.ACTIVE, state());
    assertEquals(2, started(), log::toString);
    Set<String> environments = new HashSet<>();
    held(); // one has a request more than the other from now on
    for (int i = 0; i < 5; i++) {
      environments.add(payload(completed("free")));
    }
    assertEquals(1, environments.size(), "the one with the fewest requests is asked");
    Refused refusal =
        assertThrows(
            Refused.class,
            () ->
                platform.invoke(
                    "fleet",
                    new Invocation(
                        Invocation.newRequestId(),
                        new byte[0],
                        Optional.empty(),
                        Optional.of("$LATEST")),
                    false));
    assertTrue(refusal.text().contains("ActiveNonInvocable"), refusal.text());
  }

  @Test
  void one_request_too_many_is_refused_at_once_and_brings_one_more_environment() throws Exception {
    open(1, 1, 2);
    String one = payload(completed("first"));
    held();
    assertEquals(
        new RequestOutcome.Throttled(ThrottleReason.ENVIRONMENT_CONCURRENCY), outcome("refused"));
    Deadline.await(
        PATIENCE,
        "another environment takes requests",
        () -> {
          try {
            return outcome("again") instanceof RequestOutcome.Completed completed
                && !payload(completed).equals(one);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    held();
    assertEquals(
        new RequestOutcome.Throttled(ThrottleReason.ENVIRONMENT_CONCURRENCY), outcome("refused"));
    assertEquals(2, started());
  }

  /** From which use of CPUs on there are to be more environments. */
  private void targetPercent(int target) throws Exception {
    String arn = platform.catalog().version("fleet", "$LATEST").settings().capacity().arn();
    JsonNode policies =
        new ObjectMapper()
            .readTree(
                """
                {"ScalingMode": "Manual", "ScalingPolicies": [{
                  "PredefinedMetricType": "LambdaCapacityProviderAverageCPUUtilization",
                  "TargetValue": %d}]}
                """
                    .formatted(target));
    platform
        .resources()
        .capacity()
        .providers()
        .create(arn, Map.of("CapacityProviderScalingConfig", policies), Map.of());
  }

  @Test
  void what_an_init_takes_brings_no_further_environment() throws Exception {
    open(4, 1, 2, "BUSY", "yes");
    completed("first");
    targetPercent(30);
    completed("rest");
    platform.recycle();
    deactivate(); // which is over when no start is under way
    assertEquals(1, started());
  }

  @Test
  void more_use_of_cpus_than_the_provider_is_to_have_brings_more_environments() throws Exception {
    open(4, 1, 2);
    completed("first");
    platform.recycle();
    assertEquals(1, started(), "nobody has said from which use on");
    targetPercent(50);
    callers.submit(() -> outcome("burn")); // the one vCPU that it has
    Deadline.await(
        PATIENCE,
        "another environment starts",
        () -> {
          platform.recycle();
          return started() == 2;
        });
  }

  private static PlatformLimits throttling(int cpuPercent, int memoryPercent) {
    return new PlatformLimits(1, Duration.ofDays(1))
        .with(new ThrottlePoints(cpuPercent, memoryPercent));
  }

  private void awaitRefusal(ThrottleReason reason) {
    Deadline.await(
        PATIENCE,
        "a request is refused",
        () -> {
          try {
            return outcome("free").equals(new RequestOutcome.Throttled(reason));
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private void awaitTaken() {
    Deadline.await(
        PATIENCE,
        "a request is taken",
        () -> {
          try {
            return outcome("free") instanceof RequestOutcome.Completed;
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private Map<Throttles, Long> throttles() {
    return platform.throttles();
  }

  @Test
  void an_environment_that_uses_its_cpus_takes_no_further_request_until_it_rests()
      throws Exception {
    open(throttling(20, 0), 4, 1, 1); // a machine that others use may give it no more
    completed("first");
    Future<RequestOutcome> burst = callers.submit(() -> outcome("burst"));
    awaitRefusal(ThrottleReason.ENVIRONMENT_CPU);
    assertTrue(throttles().get(new Throttles("fleet", ThrottleReason.ENVIRONMENT_CPU)) > 0);
    awaitTaken();
    assertFalse(burst.isDone(), "the request that it has goes on");
  }

  @Thorough("It burns CPU time as the test beside it; the one on too many requests starts one more")
  @Test
  void a_request_that_its_cpus_refuse_goes_to_another_environment_or_starts_one() throws Exception {
    open(throttling(20, 0), 4, 1, 2);
    String one = payload(completed("first"));
    callers.submit(() -> outcome("burn"));
    awaitRefusal(ThrottleReason.ENVIRONMENT_CPU);
    Deadline.await(
        PATIENCE,
        "another environment takes requests",
        () -> {
          try {
            return outcome("again") instanceof RequestOutcome.Completed completed
                && !payload(completed).equals(one);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    assertEquals(2, started());
  }

  @Test
  void an_environment_whose_memory_is_full_takes_no_further_request_beside_those_that_it_has()
      throws Exception {
    open(throttling(0, 30), 4, 1, 2);
    completed("first");
    Future<RequestOutcome> filling = callers.submit(() -> outcome("fill"));
    awaitRefusal(ThrottleReason.ENVIRONMENT_MEMORY);
    assertEquals(
        Set.of(new Throttles("fleet", ThrottleReason.ENVIRONMENT_MEMORY)), throttles().keySet());
    assertEquals(1, started(), "AWS does not scale by memory");
    assertTrue(platform.use("fleet").orElseThrow().memoryPercent() >= 30);
    assertFalse(filling.isDone());
  }

  @Test
  void an_environment_that_has_no_request_takes_one_whatever_it_uses() throws Exception {
    open(throttling(0, 1), 4, 1, 1); // a JVM has more than that
    awaitTaken();
    held();
    awaitRefusal(ThrottleReason.ENVIRONMENT_MEMORY);
  }

  private RequestOutcome delivered(Invocation invocation) {
    try {
      return platform.invoke("fleet", invocation, false);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void an_asynchronous_event_that_an_environment_refuses_waits_and_is_delivered_later()
      throws Exception {
    open(throttling(0, 1), 4, 1, 1); // a JVM has more than that
    completed("first");
    Deadline.await(
        PATIENCE,
        "its memory has been looked at",
        () -> platform.use("fleet").orElseThrow().memoryPercent() > 1);
    List<RequestOutcome> outcomes = new ArrayList<>();
    try (QueueBench bench = QueueBench.inMemory()) {
      bench.answer =
          invocation -> {
            outcomes.add(delivered(invocation));
            return outcomes.getLast();
          };
      Set<String> accepted = new HashSet<>();
      Deadline.await(
          PATIENCE,
          "an event waits",
          () -> {
            callers.submit(() -> outcome("doze"));
            String id = Invocation.newRequestId();
            bench.accept("fleet", id, "\"late\"");
            accepted.add(id);
            bench.settle();
            return bench.queue().size("fleet") > 0;
          });
      assertTrue(
          outcomes.contains(new RequestOutcome.Throttled(ThrottleReason.ENVIRONMENT_MEMORY)));
      Deadline.await(
          PATIENCE,
          "it has been delivered",
          () -> {
            bench.runFor(Duration.ofSeconds(10));
            return bench.queue().size("fleet") == 0;
          });
      assertEquals(
          accepted.size(),
          outcomes.stream().filter(RequestOutcome.Completed.class::isInstance).count());
    }
  }

  @Test
  void one_environment_less_is_kept_when_so_many_were_not_needed_though_all_have_requests()
      throws Exception {
    Duration idle = Duration.ofMinutes(4);
    open(new PlatformLimits(1, idle).with(ThrottlePoints.NEVER), 4, 2, 2);
    completed("first");
    platform
        .resources()
        .capacity()
        .scale("fleet", FunctionVersion.LATEST_PUBLISHED, new CapacityProvider.Scaling(1, 2));
    Deadline.await(
        PATIENCE,
        "one has ended",
        () -> {
          List<Future<RequestOutcome>> both =
              List.of(
                  callers.submit(() -> outcome("pause")), callers.submit(() -> outcome("pause")));
          Set<String> environments = new HashSet<>();
          try {
            for (Future<RequestOutcome> each : both) {
              environments.add(
                  payload(assertInstanceOf(RequestOutcome.Completed.class, each.get())));
            }
          } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
          }
          if (environments.size() == 2) { // else one of them was idle
            passed.addAndGet(Duration.ofMinutes(1).toNanos());
            platform.recycle();
          }
          return ended.get() == 1;
        });
    assertInstanceOf(RequestOutcome.Completed.class, outcome("last"));
  }

  @Test
  void an_environment_whose_process_ends_is_replaced() throws Exception {
    open(4, 1, 1);
    String one = payload(completed("first"));
    InvocationOutcome.Failure ended =
        assertInstanceOf(InvocationOutcome.Failure.class, completed("exit").outcome());
    assertEquals("Runtime.ExitError", ended.type());
    Deadline.await(
        PATIENCE,
        "another environment takes its place",
        () -> {
          try {
            return outcome("again") instanceof RequestOutcome.Completed completed
                && !payload(completed).equals(one);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void a_version_whose_init_fails_becomes_failed_and_says_why() throws Exception {
    open(4, 1, 1, "BROKEN", "yes");
    RequestOutcome.Unprepared failed =
        assertInstanceOf(RequestOutcome.Unprepared.class, outcome("first"));
    assertTrue(failed.cause().contains("init failed"), failed.cause());
    assertEquals(FunctionVersion.State.FAILED, state());
  }

  private Activity activity() {
    return platform
        .resources()
        .capacity()
        .activity("fleet", platform.catalog().version("fleet", FunctionVersion.LATEST_PUBLISHED));
  }

  private void deactivate() throws InterruptedException {
    platform
        .resources()
        .capacity()
        .scale("fleet", FunctionVersion.LATEST_PUBLISHED, new CapacityProvider.Scaling(0, 0));
    Refused refusal = assertThrows(Refused.class, () -> outcome("refused"));
    assertTrue(refusal.text().contains("Deactivat"), refusal.text());
    Deadline.await(PATIENCE, "it has none", () -> activity() == Activity.DEACTIVATED);
  }

  @Test
  void a_version_that_is_to_have_no_environment_is_deactivated_when_they_have_ended()
      throws Exception {
    open(4, 4, 4);
    completed("first");
    assertEquals(Activity.ACTIVE, activity());
    deactivate();
    assertEquals(4, ended.get());
    platform
        .resources()
        .capacity()
        .scale("fleet", FunctionVersion.LATEST_PUBLISHED, new CapacityProvider.Scaling(1, 1));
    assertEquals(Activity.ACTIVE, activity());
    Deadline.await(
        PATIENCE,
        "it takes requests again",
        () -> {
          try {
            return outcome("again") instanceof RequestOutcome.Completed;
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
