package thaw.platform.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.runtimeapi.Invocation;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.packaging.DeploymentStore;
import thaw.platform.Platform;
import thaw.platform.pool.RequestOutcome;
import thaw.platform.record.PlatformLimits;
import thaw.platform.record.Refused;
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
    FunctionDefinition pattern = real.spec(task, "asked.Handler::handle", 1769, 20).function();
    return FunctionDefinitionBuilder.builder(pattern)
        .logicalId(name)
        .name(name)
        .autoPublishAlias(Optional.of("live"))
        .build();
  }

  @BeforeEach
  void open() {
    DeploymentStore packages = new DeploymentStore(folder.resolve("store"));
    platform =
        new Platform(
            real.instance(),
            List.of(function("before"), function("used"), function("after")),
            new PlatformLimits(20, Duration.ofDays(1)).publishingAhead(Set.of("used")),
            definition -> real.specify(definition, packages),
            _ -> {},
            problem -> fail(problem),
            System::nanoTime);
  }

  @AfterEach
  void end() {
    platform.close();
  }

  private boolean isPublished(String name) {
    return platform.catalog().get(name).aliases().containsKey("live");
  }

  private String answer(String name, Optional<String> alias) throws InterruptedException {
    RequestOutcome.Completed completed =
        assertInstanceOf(
            RequestOutcome.Completed.class,
            platform.invoke(
                name,
                new Invocation(
                    "id", "\"\"".getBytes(StandardCharsets.UTF_8), Optional.empty(), alias),
                false));
    return new String(completed.outcome().payload(), StandardCharsets.UTF_8);
  }

  @Test
  void what_is_used_is_published_by_itself_and_the_others_are_not() throws Exception {
    assertEquals(Optional.empty(), platform.prepare("used", "live"));
    assertTrue(isPublished("used"));
    assertEquals("\"$LATEST\"", answer("before", Optional.empty()));
    assertEquals("\"1\"", answer("used", Optional.of("live")));
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
}
