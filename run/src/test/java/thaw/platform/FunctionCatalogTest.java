package thaw.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.LogSettings;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentStore;
import thaw.platform.record.Documents;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionSettings;
import thaw.platform.record.FunctionSettingsBuilder;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.PackagedCode;
import thaw.platform.record.PlatformLimits;
import thaw.platform.record.PublishedAs;
import thaw.platform.record.Refused;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.sandbox.kernel.Deadline;
import thaw.store.Store;

/** Process tests: functions that change while they run, with real JVMs. */
@SideBySide
class FunctionCatalogTest {
  private static final String HANDLER =
      """
      package changing;
      import com.amazonaws.services.lambda.runtime.Context;
      public class Handler {
        public static String handle(int millis, Context context) throws Exception {
          System.out.println("sleeping " + millis);
          Thread.sleep(millis);
          return "NAME " + context.getFunctionVersion();
        }
      }
      """;

  @TempDir static Path folder;
  private static RealRuntime real;
  private static byte[] one;
  private static byte[] two;

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final List<RuntimeException> problems = Collections.synchronizedList(new ArrayList<>());
  private final AtomicReference<Double> chance = new AtomicReference<>(0.0);
  private Store store;
  private Platform platform;

  @BeforeAll
  static void code() throws Exception {
    real = RealRuntime.open(folder);
    one = zip("one");
    two = zip("two");
  }

  private static byte[] zip(String name) throws Exception {
    Path classes = Sources.compile(folder.resolve(name), HANDLER.replace("NAME", name));
    return Files.readAllBytes(Sources.jar(classes, folder.resolve(name + ".zip")));
  }

  @AfterAll
  static void nothing_is_left() {
    real.close();
  }

  @BeforeEach
  void open(@TempDir Path data) {
    store = Store.open(Optional.of(data));
    platform = platform(List.of());
  }

  private Platform platform(List<FunctionDefinition> templates) {
    DeploymentStore packages = new DeploymentStore(folder.resolve("store"));
    return new Platform(
        real.instance(),
        templates,
        new PlatformLimits(20, Duration.ofDays(1)),
        definition -> {
          if (definition.name().equals("heavy")) {
            throw new OutOfMemoryError("no room for heavy");
          }
          return real.specify(definition, packages);
        },
        seen -> seen.text().ifPresent(line -> log.add(seen.function() + ": " + line)),
        problems::add,
        System::nanoTime,
        new Platform.State(folder.resolve("code"), Documents.in(store), chance::get));
  }

  @AfterEach
  void close() {
    platform.close();
    store.close();
    assertEquals(List.of(), problems);
  }

  private static FunctionSettings settings() {
    return FunctionSettingsBuilder.builder()
        .runtime("java" + real.jdk().feature())
        .handler("changing.Handler::handle")
        .role("arn:aws:iam::123456789012:role/r")
        .description("")
        .timeoutSeconds(20)
        .memoryMiB(1769)
        .layers(List.of())
        .tracing("PassThrough")
        .ephemeralStorageMiB(512)
        .snapStart("None")
        .logging(LogSettings.DEFAULT)
        .architecture("x86_64")
        .inert(Map.of())
        .build();
  }

  private void create(String name) {
    platform
        .catalog()
        .create(name, settings(), uploaded(one), Map.of("a", "b"), null, PublishedAs.NONE);
    settled(name);
  }

  private PackagedCode uploaded(byte[] zip) {
    Path file = platform.catalog().incoming();
    try {
      Files.write(file, zip);
      return platform.catalog().upload(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      file.toFile().delete();
    }
  }

  private void settled(String name) {
    Deadline.await(
        Duration.ofSeconds(20),
        "the change has taken effect",
        () -> platform.catalog().get(name).latest().life().equals(FunctionVersion.Life.ACTIVE));
  }

  private void update(String name, byte[] code) {
    platform.catalog().updateCode(name, uploaded(code), null, PublishedAs.NONE, null, false);
    settled(name);
  }

  private String answer(String name, Optional<String> qualifier, int millis) throws Exception {
    Invocation invocation =
        new Invocation(
            "id", ("" + millis).getBytes(StandardCharsets.UTF_8), Optional.empty(), qualifier);
    RequestOutcome.Completed completed =
        assertInstanceOf(RequestOutcome.Completed.class, platform.invoke(name, invocation, true));
    InvocationOutcome.Success success =
        assertInstanceOf(InvocationOutcome.Success.class, completed.outcome());
    return new String(success.payload(), StandardCharsets.UTF_8).replace("\"", "")
        + " "
        + completed.executedVersion();
  }

  @Test
  void a_request_that_runs_ends_where_it_is_while_the_next_one_has_the_new_code() throws Exception {
    create("during");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<String> running = threads.submit(() -> answer("during", Optional.empty(), 3001));
      Deadline.await(
          Duration.ofSeconds(20), "it runs", () -> log.contains("during: sleeping 3001"));
      update("during", two);
      assertEquals("two $LATEST $LATEST", answer("during", Optional.empty(), 0));
      assertEquals("one $LATEST $LATEST", running.get(20, TimeUnit.SECONDS));
    }
    Deadline.await(
        Duration.ofSeconds(10),
        "only the new environment is left",
        () -> IdleEnvironments.of(platform, "during") == 1);
  }

  @Test
  void a_function_whose_preparation_meets_an_Error_fails_and_does_not_stay_pending() {
    platform.catalog().create("heavy", settings(), uploaded(one), Map.of(), null, PublishedAs.NONE);
    Deadline.await(
        Duration.ofSeconds(20),
        "it has failed",
        () ->
            platform.catalog().get("heavy").latest().life().state()
                == FunctionVersion.State.FAILED);
    assertTrue(
        platform.catalog().get("heavy").latest().life().toString().contains("no room for heavy"));
  }

  @Test
  void versions_keep_their_code_and_numbers_are_never_given_again() throws Exception {
    create("versions");
    assertEquals("1", platform.catalog().publish("versions", "first", null, null).version());
    assertEquals("1", platform.catalog().publish("versions", null, null, null).version());
    update("versions", two);
    assertEquals("2", platform.catalog().publish("versions", null, null, null).version());
    platform.catalog().deleteVersion("versions", "2");
    assertEquals("3", platform.catalog().publish("versions", null, null, null).version());
    assertEquals("one 1 1", answer("versions", Optional.of("1"), 0));
    assertEquals("two 3 3", answer("versions", Optional.of("3"), 0));
    assertThrows(Refused.class, () -> answer("versions", Optional.of("2"), 0));
  }

  @Test
  void an_alias_divides_requests_by_weight() throws Exception {
    create("weights");
    platform.catalog().publish("weights", null, null, null);
    update("weights", two);
    platform.catalog().publish("weights", null, null, null);
    platform.aliases().create("weights", "live", "1", "", Map.of("2", 0.25));
    chance.set(0.2499);
    assertEquals("two 2 2", answer("weights", Optional.of("live"), 0));
    chance.set(0.25);
    assertEquals("one 1 1", answer("weights", Optional.of("live"), 0));
  }

  @Test
  void what_the_api_made_is_there_after_a_restart() throws Exception {
    create("kept");
    platform.catalog().publish("kept", "first", null, null);
    update("kept", two);
    platform.aliases().create("kept", "live", "1", "d", Map.of());
    platform.reservations().put("kept", 3);
    PackagedCode layer = uploaded(one);
    platform.layers().publish("layer", layer, "", null, null, null, 0);
    FunctionRecord before = platform.catalog().get("kept");
    platform.close();
    platform = platform(List.of());
    assertEquals(before, platform.catalog().get("kept"));
    assertEquals("two $LATEST $LATEST", answer("kept", Optional.empty(), 0));
    assertEquals("one 1 1", answer("kept", Optional.of("live"), 0));
    assertEquals(17, platform.reservations().unreserved());
    assertEquals(2, platform.layers().publish("layer", layer, "", null, null, null, 0).version());
    platform.catalog().delete("kept");
    platform.close();
    platform = platform(List.of());
    assertEquals(Optional.empty(), platform.catalog().find("kept"));
    assertEquals(20, platform.reservations().unreserved());
  }

  @Test
  void code_that_nothing_refers_to_goes_at_the_next_start() throws Exception {
    create("pruned");
    String used = platform.catalog().get("pruned").latest().code().hex();
    platform.catalog().publish("pruned", null, null, null);
    update("pruned", two);
    String latest = platform.catalog().get("pruned").latest().code().hex();
    PackagedCode layer = uploaded(zip("three"));
    platform.layers().publish("pruned", layer, "", null, null, null, 0);
    Path incoming = Files.createFile(folder.resolve("code/.incoming-1.zip")); // of who was killed
    restart();
    assertTrue(Files.exists(zipOf(used)) && Files.exists(zipOf(latest)));
    assertTrue(Files.exists(zipOf(layer.hex())));
    assertFalse(Files.exists(incoming));
    assertEquals("one 1 1", answer("pruned", Optional.of("1"), 0));
    platform.catalog().deleteVersion("pruned", "1");
    assertTrue(Files.exists(zipOf(used))); // it may still run
    platform.layers().delete("pruned", 1);
    restart();
    assertFalse(Files.exists(zipOf(used)) || Files.exists(zipOf(layer.hex())));
    assertEquals("two $LATEST $LATEST", answer("pruned", Optional.empty(), 0));
    platform.catalog().delete("pruned");
    restart();
    assertFalse(Files.exists(zipOf(latest)));
  }

  private void restart() {
    platform.close();
    platform = platform(List.of());
  }

  private static Path zipOf(String hex) {
    return folder.resolve("code").resolve(hex + ".zip");
  }

  @Test
  void the_template_says_what_the_latest_version_is_and_the_api_all_else() throws Exception {
    platform.close();
    platform = platform(List.of(template("one")));
    assertEquals("one $LATEST $LATEST", answer("template", Optional.empty(), 0));
    assertEquals("1", platform.catalog().publish("template", null, null, null).version());
    platform.attachments().tag("template", Map.of("a", "b"));
    platform.close();
    platform = platform(List.of(template("two")));
    assertEquals("two $LATEST $LATEST", answer("template", Optional.empty(), 0));
    assertEquals("one 1 1", answer("template", Optional.of("1"), 0));
    assertEquals(Map.of("a", "b"), platform.attachments().tags("template"));
    PackagedCode code = platform.catalog().describe("template", "").code();
    PackagedCode published = platform.catalog().describe("template", "1").code();
    assertNotEquals(code, published);
    assertEquals(
        code.codeSizeBytes(),
        Files.size(platform.catalog().zip(code.hex(), Optional.of("template")).orElseThrow()));
  }

  private FunctionDefinition template(String name) {
    FunctionDefinition pattern =
        real.spec(folder.resolve(name), "changing.Handler::handle", 1769, 20).function();
    return FunctionDefinitionBuilder.builder()
        .logicalId("template")
        .name("template")
        .code(new CodeSource.Folder(folder.resolve(name)))
        .handler(pattern.handler())
        .runtime(pattern.runtime())
        .memory(pattern.memory())
        .timeout(pattern.timeout())
        .reservedConcurrency(pattern.reservedConcurrency())
        .build();
  }
}
