package thaw.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.launch.EnvironmentSpec;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.ManagedInstances;
import thaw.function.packaging.DeploymentStore;
import thaw.platform.record.Documents;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.PlatformLimits;
import thaw.platform.record.Refused;
import thaw.pool.Preparation;
import thaw.pool.RequestOutcome;
import thaw.problem.UserMistake;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.kernel.Deadline;

/** Process tests: of a template only what is used is published. */
@SideBySide
class AskedVersionsTest {
  private static final String HANDLER =
      """
      package asked;
      public class Handler {
        public String handle(String event) { return System.getenv("AWS_LAMBDA_FUNCTION_VERSION"); }
      }
      """;

  @TempDir static Path folder;
  private static RealRuntime real;
  private static Path task;
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  private final CountDownLatch hurried = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final AtomicInteger refused = new AtomicInteger();
  private volatile boolean full;
  private Platform platform;

  @BeforeAll
  static void code() throws Exception {
    task = Sources.compile(folder.resolve("task"), HANDLER);
    real = RealRuntime.open(folder);
  }

  @AfterAll
  static void nothing_is_left() {
    real.close();
  }

  private static FunctionDefinition function(String name) {
    FunctionDefinition pattern = real.spec(task, "asked.Handler::handle", 2048, 20).function();
    return FunctionDefinitionBuilder.builder(pattern)
        .logicalId(name)
        .name(name)
        .autoPublishAlias(Optional.of("live"))
        .build();
  }

  /** On managed instances. */
  private static FunctionDefinition fleet() {
    return function("fleet")
        .withAutoPublishAlias(Optional.empty())
        .withPublishesLatest(true)
        .withManaged(
            Optional.of(
                new ManagedInstances(
                    OptionalInt.of(2),
                    OptionalDouble.empty(),
                    OptionalInt.of(1),
                    OptionalInt.of(1))));
  }

  /** Keeps nothing, and refuses to when there is no room. */
  private final Documents documents =
      new Documents() {
        @Override
        public void put(String kind, String key, byte[] document) {
          if (full) {
            refused.incrementAndGet();
            throw new Refused(Refused.Reason.SERVICE, "no room");
          }
        }

        @Override
        public void remove(String kind, String key) {}

        @Override
        public Map<String, byte[]> all(String kind) {
          return Map.of();
        }
      };

  /** Takes no snapshot, and publishes a version that wants one only when it is hurried. */
  private Preparation.Step step(DeploymentStore packages) {
    return new Preparation.Step() {
      @Override
      public EnvironmentSpec specify(FunctionDefinition definition) throws InterruptedException {
        return real.specify(definition, packages);
      }

      @Override
      public EnvironmentSpec publish(
          EnvironmentSpec spec, String logStream, Consumer<PlatformEvent.Stamped> events)
          throws InterruptedException {
        if (spec.function().name().startsWith("slow")) {
          released.await(60, TimeUnit.SECONDS);
          return spec;
        }
        if (!hurried.await(30, TimeUnit.SECONDS)) {
          throw new UserMistake("nobody hurries", "hurry");
        }
        return spec;
      }

      @Override
      public void hurry(String function, String version) {
        if (function.equals("restored") && version.equals("1")) {
          hurried.countDown();
        }
      }
    };
  }

  @BeforeEach
  void open() {
    DeploymentStore packages = new DeploymentStore(folder.resolve("store"));
    platform =
        new Platform(
            real.instance(),
            Stream.concat(
                    Stream.of(
                        function("before"),
                        function("used"),
                        function("after"),
                        fleet(),
                        function("restored").withSnapStart(true),
                        function("last")),
                    IntStream.range(0, PROCESSORS)
                        .mapToObj(i -> function("slow" + i).withSnapStart(true)))
                .toList(),
            new PlatformLimits(20, Duration.ofDays(1)).publishingAhead(Set.of("used", "last")),
            step(packages),
            _ -> {},
            problem -> fail(problem),
            System::nanoTime,
            new Platform.State(folder.resolve("code"), documents, () -> 0));
  }

  @AfterEach
  void end() {
    platform.close();
  }

  private boolean isPublished(String name) {
    return platform.catalog().get(name).aliases().containsKey("live");
  }

  private boolean isActive(String name) {
    return platform.catalog().get(name).version("live").orElseThrow().life().state()
        == FunctionVersion.State.ACTIVE;
  }

  private RequestOutcome outcome(String name, Optional<String> alias) throws InterruptedException {
    byte[] event = "\"\"".getBytes(StandardCharsets.UTF_8);
    return platform.invoke(name, new Invocation("id", event, Optional.empty(), alias), false);
  }

  private String answer(String name, Optional<String> alias) throws InterruptedException {
    RequestOutcome.Completed completed =
        assertInstanceOf(RequestOutcome.Completed.class, outcome(name, alias));
    return new String(completed.outcome().payload(), StandardCharsets.UTF_8);
  }

  @Test
  void what_is_used_is_published_by_itself_and_the_others_are_not() throws Exception {
    assertEquals(Optional.empty(), platform.prepare("used", "live"));
    assertTrue(isPublished("used"));
    assertEquals("\"$LATEST\"", answer("before", Optional.empty()));
    assertEquals("\"1\"", answer("used", Optional.of("live")));
    // Behind the others in the template, and so the last one that is published by itself.
    Deadline.await(Duration.ofSeconds(20), "all that is used is there", () -> isPublished("last"));
    assertEquals(
        List.of(false, true, false),
        List.of(isPublished("before"), isPublished("used"), isPublished("after")));
  }

  @Test
  void a_request_for_the_alias_of_another_one_has_it_published_and_waits() throws Exception {
    assertEquals("\"1\"", answer("after", Optional.of("live")));
    assertEquals("\"1\"", answer("after", Optional.of("live")), "once");
    assertEquals(1, platform.catalog().get("after").versions().size());
    platform.hurry("before", "live");
    Deadline.await(Duration.ofSeconds(20), "an API has asked for it", () -> isPublished("before"));
  }

  @Test
  void an_alias_that_the_template_does_not_have_is_refused_as_before() {
    assertTrue(
        assertThrows(Refused.class, () -> answer("after", Optional.of("dead")))
            .getMessage()
            .contains("after:dead"));
    assertFalse(isPublished("after"));
  }

  @Test
  void an_unnumbered_version_of_another_one_is_published_when_it_is_asked_for() throws Exception {
    assertTrue(platform.catalog().get("fleet").latestPublished().isEmpty());
    assertEquals("\"$LATEST.PUBLISHED\"", answer("fleet", Optional.of("$LATEST.PUBLISHED")));
  }

  @Test
  void a_version_that_somebody_waits_for_is_the_next_one() throws Exception {
    assertEquals(Optional.empty(), platform.prepare("restored", "live"));
    assertEquals(0, hurried.getCount());
    assertEquals("\"1\"", answer("restored", Optional.of("live")));
  }

  @Test
  void one_that_is_asked_for_waits_for_no_others_that_take_long() throws Exception {
    for (int i = 0; i < PROCESSORS; i++) {
      assertEquals(Optional.empty(), platform.hurry("slow" + i, "live"));
    }
    assertEquals(Optional.empty(), platform.hurry("restored", "live"));
    Deadline.await(Duration.ofSeconds(20), "restored is published", () -> isActive("restored"));
    assertFalse(isActive("slow0"));
    released.countDown();
    Deadline.await(Duration.ofSeconds(20), "the others are, too", () -> isActive("slow0"));
  }

  @Test
  void why_nothing_is_published_is_told_to_all_who_wait_for_it_and_each_tries_once()
      throws Exception {
    Deadline.await(Duration.ofSeconds(20), "all that is used is there", () -> isPublished("last"));
    assertNotNull(platform.catalog().describe("after", "").code()); // which is kept
    full = true;
    String why = "no version of after was published: no room";
    assertEquals(why, platform.prepare("after", "live").orElseThrow().cause());
    assertEquals(why, platform.hurry("after", "live").orElseThrow().cause());
    assertEquals(
        why,
        assertInstanceOf(RequestOutcome.Unprepared.class, outcome("after", Optional.of("live")))
            .cause());
    assertEquals(3, refused.get());
    full = false;
    assertEquals("\"1\"", answer("after", Optional.of("live")));
  }
}
