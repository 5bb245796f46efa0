package thaw.snapstart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.EnvironmentSpecBuilder;
import thaw.environment.launch.LimitsPolicy;
import thaw.environment.launch.RuntimeProgram;
import thaw.files.Trees;
import thaw.fixture.FirstCases;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.packaging.DeploymentPackage;
import thaw.problem.UserMistake;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.log.Initialization;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.Start;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.snapshot.SnapshotStore;

/**
 * Functions that start from archives of their classes, with real JVMs. An archive takes some 3 s of
 * CPU time, so tests that do not need one of their own share one for each JDK.
 */
@Tag("linux")
@SideBySide
class FunctionArchivesTest {
  /** Says where its classes and resources come from. */
  private static final String HANDLER =
      """
      package com.example;
      import java.util.*;
      public class Handler {
        static {
          System.out.println("initialised " + System.getenv("AWS_LAMBDA_INITIALIZATION_TYPE"));
          new com.example.lib.Library();
          new com.example.layer.Layer();
        }
        public Map<String, Object> handle(Map<String, Object> event) throws Exception {
          System.out.println("called");
          Map<String, Object> answer = new TreeMap<>();
          answer.put("library", new com.example.lib.Library().name());
          answer.put("layer", new com.example.layer.Layer().name());
          answer.put("own", resources(Handler.class.getClassLoader()));
          answer.put("context", resources(Thread.currentThread().getContextClassLoader()));
          answer.put("services",
              ServiceLoader.load(Runnable.class).stream().map(p -> p.type().getName()).toList());
          answer.put("type", System.getenv("AWS_LAMBDA_INITIALIZATION_TYPE"));
          return answer;
        }
        private static List<String> resources(ClassLoader loader) throws Exception {
          Set<String> found = new LinkedHashSet<>();
          for (var url : Collections.list(loader.getResources("where.txt"))) {
            found.add(url + " " + new String(url.openStream().readAllBytes()));
          }
          return List.copyOf(found);
        }
      }
      """;

  private static final String LAYER =
      """
      package com.example.layer;
      public class Layer { public String name() { return "layer"; } }
      """;
  private static final String SERVICE =
      """
      package com.example.lib;
      public class Service implements Runnable { public void run() {} }
      """;

  /** Prints where classes come from. */
  private static final String LOADS = "-Xlog:class+load";

  @TempDir static Path shared;
  private static RealRuntime opened;
  private static final Map<Integer, Made> MADE = new HashMap<>();

  @TempDir Path folder;
  private final List<String> log = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /**
   * The application with its archive.
   *
   * @param training what the training run printed
   */
  private record Made(EnvironmentSpec plain, EnvironmentSpec archived, List<String> training) {
    /** The name of its folder in the store. */
    String key() {
      RuntimeProgram.Java java = (RuntimeProgram.Java) archived.program();
      return java.archive().orElseThrow().folder().getFileName().toString();
    }
  }

  @BeforeAll
  static void open() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    opened = RealRuntime.open(shared).plain();
    writeApplication(shared.resolve("application"));
  }

  @AfterAll
  static void close() {
    MADE.clear();
    if (opened != null) {
      opened.close();
    }
  }

  private static String library(String name) {
    return """
    package com.example.lib;
    public class Library { public String name() { return "%s"; } }
    """
        .formatted(name);
  }

  private static Path jar(Path jar, String where, String... sources) throws Exception {
    Path classes = Files.createTempDirectory(shared, "classes");
    Sources.compile(classes, sources);
    Files.writeString(classes.resolve("where.txt"), where);
    return Sources.jar(classes, jar);
  }

  /** Classes and a resource at the root, in a library and in a layer. */
  private static void writeApplication(Path application) throws Exception {
    Path task = application.resolve("task");
    jar(task.resolve("lib/b.jar"), "b", library("b, never found"));
    Path library = Files.createTempDirectory(shared, "classes");
    Sources.compile(library, library("first"), SERVICE);
    Files.writeString(library.resolve("where.txt"), "a");
    Path services = Files.createDirectories(library.resolve("META-INF/services"));
    Files.writeString(services.resolve("java.lang.Runnable"), "com.example.lib.Service");
    Sources.jar(library, task.resolve("lib/a.jar"));
    jar(
        application.resolve("layers/java/lib/layer.jar"),
        "layer",
        LAYER,
        library("layer's, never found"));
    Path all = Files.createTempDirectory(shared, "classes");
    Sources.compile(all, library("first"), LAYER, HANDLER);
    Files.createDirectories(task.resolve("com/example"));
    Files.copy(all.resolve("com/example/Handler.class"), task.resolve("com/example/Handler.class"));
    Files.writeString(task.resolve("where.txt"), "root");
  }

  private static EnvironmentSpec spec(RealRuntime runtime, Path application, String jvmOption) {
    EnvironmentSpec spec =
        runtime.spec(
            application.resolve("task"), "com.example.Handler::handle", 512, 10, jvmOption);
    return EnvironmentSpecBuilder.builder()
        .function(spec.function())
        .version("1")
        .initialization(Initialization.ON_DEMAND)
        .code(spec.code())
        .layers(Optional.of(new DeploymentPackage(application.resolve("layers"), "", 0)))
        .program(spec.program())
        .services(Map.of())
        .binds(List.of())
        .region("us-east-1")
        .limits(LimitsPolicy.LAMBDA)
        .build();
  }

  /** The shared application, archived when a test first needs it on this JDK. */
  private Made made(int feature) throws Exception {
    Made known = MADE.get(feature);
    if (known == null) {
      EnvironmentSpec plain = spec(on(feature), shared.resolve("application"), LOADS);
      known = new Made(plain, archived(plain), List.copyOf(log));
      MADE.put(feature, known);
      log.clear();
    }
    return known;
  }

  /** The same files with the same times, to be changed. */
  private Path copied() throws Exception {
    Path copy = Files.createDirectory(folder.resolve("application"));
    Trees.copy(shared.resolve("application"), copy);
    return copy;
  }

  private static RealRuntime on(int feature) {
    Optional<Jdk> jdk = Jdks.find(Map.of(), shared).ofFeature(feature);
    assumeTrue(jdk.isPresent(), "no JDK " + feature);
    return opened.on(jdk.get());
  }

  private static Path store() {
    return shared.resolve("function-archives");
  }

  private static FunctionArchives archives() {
    return archives(store());
  }

  private static FunctionArchives archives(Path store) {
    return new FunctionArchives(opened.instance(), new SnapshotStore(store));
  }

  private FunctionArchives.Result publish(EnvironmentSpec spec) throws Exception {
    return archives().archived(spec, "stream", this::log);
  }

  private EnvironmentSpec archived(EnvironmentSpec spec) throws Exception {
    return archived(publish(spec));
  }

  private EnvironmentSpec archived(FunctionArchives archives, EnvironmentSpec spec)
      throws Exception {
    return archived(archives.archived(spec, "stream", this::log));
  }

  private EnvironmentSpec archived(FunctionArchives.Result result) {
    return assertInstanceOf(
            FunctionArchives.Result.Archived.class, result, result + " " + String.join("\n", log))
        .spec();
  }

  private void log(PlatformEvent.Stamped event) {
    event.text().ifPresent(log::add);
  }

  /** A cold start with one invocation. */
  private String answer(EnvironmentSpec spec) throws Exception {
    log.clear();
    try (Environment environment =
        Environment.prepare(opened.instance(), spec, "stream", this::log)) {
      assertInstanceOf(InitOutcome.Ready.class, environment.initialise(), log::toString);
      InvocationResult result = environment.invoke(Invocation.of("{\"n\":1}".getBytes(UTF_8)));
      InvocationOutcome.Success success =
          assertInstanceOf(InvocationOutcome.Success.class, result.outcome(), log::toString);
      return new String(success.payload(), UTF_8);
    }
  }

  private boolean logHas(String text) {
    return has(log, text);
  }

  private static boolean has(List<String> log, String text) {
    return log.stream().anyMatch(line -> line.contains(text));
  }

  private boolean isShared(String type) {
    return log.stream()
        .anyMatch(line -> line.contains(" " + type + " source: shared objects file"));
  }

  @FirstCases(value = 2, rest = "JDK 21 has archives of the same format as JDK 17")
  @ParameterizedTest
  @ValueSource(ints = {25, 17, 21})
  void classes_of_root_libraries_and_layers_come_from_the_archive(int feature) throws Exception {
    Made made = made(feature);
    assertTrue(
        has(made.training(), "initialised snap-start"), "the training run is that of a publishing");
    assertFalse(has(made.training(), "called"), "no event is made up");
    assertEquals(feature < 25 ? Start.APPCDS : Start.AOT, made.archived().start());
    assertTrue(answer(made.archived()).contains("\"library\":\"first\""));
    for (String type :
        List.of(
            "com.example.Handler",
            "com.example.lib.Library",
            "com.example.layer.Layer",
            "com.amazonaws.services.lambda.runtime.api.client.AWSLambda")) {
      assertTrue(isShared(type), type + " of " + String.join("\n", log));
    }
  }

  @Test
  void a_training_run_serves_the_events_that_were_given_for_it() throws Exception {
    EnvironmentSpec spec = spec(on(25), shared.resolve("application"), LOADS);
    EnvironmentSpec trained =
        archived(
            archives()
                .trainedBy(List.of("{\"n\":1}".getBytes(UTF_8)))
                .archived(spec, "stream", this::log));
    assertTrue(logHas("initialised on-demand"), "as an invocation needs it, without hooks");
    assertTrue(logHas("called"), "the event was served");
    String later = "java.util.ServiceLoader";
    assertTrue(answer(trained).contains("\"library\":\"first\""));
    assertTrue(isShared("com.example.Handler") && isShared(later), String.join("\n", log));
  }

  @FirstCases(value = 2, rest = "JDK 21 has archives of the same format as JDK 17")
  @ParameterizedTest
  @ValueSource(ints = {25, 17, 21})
  void classes_and_resources_are_found_in_the_order_of_lambda(int feature) throws Exception {
    Made made = made(feature);
    String plain = answer(made.plain());
    assertTrue(plain.contains("\"own\":[\"file:/var/task/where.txt root\""), plain);
    assertTrue(plain.contains("/var/task/lib/a.jar!/where.txt a\",\"jar:file:/var/task/lib/b.jar"));
    assertTrue(plain.contains("com.example.lib.Service"), plain);
    assertTrue(plain.contains("on-demand"), plain);
    assertEquals(plain, answer(made.archived()));
  }

  @FirstCases(value = 1, rest = "the same key has the archives of JDK 25, of another format")
  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void a_changed_jar_never_yields_old_classes(int feature) throws Exception {
    FunctionArchives own = archives(withShared(feature)); // what it trains is its own
    Path application = copied();
    EnvironmentSpec spec = spec(on(feature), application, LOADS);
    EnvironmentSpec before = archived(own, spec);
    assertEquals(List.of(), log, "the same contents at another place have the same archive");
    assertTrue(answer(before).contains("\"library\":\"first\""));
    Path library = application.resolve("task/lib/a.jar");
    var modified = Files.getLastModifiedTime(library);
    Path other = jar(folder.resolve("other.jar"), "a", library("other"), SERVICE);
    Files.copy(other, library, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    Files.setLastModifiedTime(library, modified);
    EnvironmentSpec after = archived(own, spec);
    assertTrue(answer(after).contains("\"library\":\"other\""));
    Path classes = Files.createTempDirectory(folder, "classes");
    Sources.compile(
        classes, library("x"), LAYER, HANDLER.replace("\"library\", new", "\"renamed\", new"));
    Files.copy(
        classes.resolve("com/example/Handler.class"),
        application.resolve("task/com/example/Handler.class"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertTrue(answer(archived(own, spec)).contains("\"renamed\":\"other\""));
  }

  @Test
  void the_same_version_is_trained_once() throws Exception {
    Made made = made(opened.jdk().feature());
    assertEquals(made.archived(), archived(made.plain()));
    assertEquals(List.of(), log);
  }

  /** A store of this test's own, which has the shared application's archive. */
  private Path withShared(int feature) throws Exception {
    String key = made(feature).key();
    Path store = Files.createDirectory(folder.resolve("function-archives"));
    Trees.copy(store().resolve(key), Files.createDirectory(store.resolve(key)));
    return store;
  }

  private static Path archiveFile(Path store) throws Exception {
    try (Stream<Path> tree = Files.walk(store)) {
      return tree.filter(file -> file.getFileName().toString().matches("classes\\.(aot|jsa)"))
          .findFirst()
          .orElseThrow();
    }
  }

  @FirstCases(value = 1, rest = "the same store has the archives of JDK 17, of another format")
  @ParameterizedTest
  @ValueSource(ints = {25, 17})
  void a_damaged_archive_is_made_again(int feature) throws Exception {
    Made made = made(feature);
    Path store = withShared(feature);
    FunctionArchives archives = archives(store);
    EnvironmentSpec archived = archived(archives.archived(made.plain(), "stream", this::log));
    assertEquals(List.of(), log, "it is the copied one");
    Path file = archiveFile(store);
    file.toFile().setWritable(true);
    long size = Files.size(file);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(java.nio.ByteBuffer.wrap("flipped".getBytes(UTF_8)), size / 2);
    }
    assertEquals(archived, archived(archives.archived(made.plain(), "stream", this::log)));
    assertTrue(logHas("initialised snap-start"), log::toString);
    assertTrue(answer(archived).contains("\"library\":\"first\""));
    Files.delete(archiveFile(store));
    assertTrue(answer(archived).contains("\"library\":\"first\""), "the JVM does without");
  }

  @Test
  void a_jvm_that_writes_none_starts_plain_and_this_is_said() throws Exception {
    EnvironmentSpec spec = spec(on(25), shared.resolve("application"), "-Xshare:off");
    Snapshots snapshots =
        new Snapshots(
            opened.instance(),
            Optional.empty(),
            new SnapshotStore(folder.resolve("snapshots")),
            archives(),
            notes::add);
    EnvironmentSpec published = snapshots.published(spec, "stream", this::log);
    assertEquals(spec, published);
    assertTrue(
        notes.getFirst().startsWith("tested:1 starts plain, not from a snapshot: CRIU is missing"),
        notes::toString);
    assertTrue(
        notes
            .getFirst()
            .contains("; nor from an archive of its classes: the training run failed: "),
        notes::toString);
    assertEquals(1, notes.size());
    assertTrue(answer(published).contains("\"library\":\"first\""));
  }

  @Test
  void a_version_without_criu_starts_from_its_archive_and_this_is_said() throws Exception {
    EnvironmentSpec spec = made(25).plain();
    Snapshots snapshots =
        new Snapshots(
            opened.instance(),
            Optional.empty(),
            new SnapshotStore(folder.resolve("snapshots")),
            archives(),
            notes::add);
    EnvironmentSpec published = snapshots.published(spec, "stream", this::log);
    assertEquals(Start.AOT, published.start());
    assertEquals(
        List.of(
            "tested:1 starts from an AOT cache of its classes, not from a snapshot: CRIU is"
                + " missing or does not work here (thaw doctor says why)"),
        notes);
  }

  /** Of a function whose class registers a hook. */
  private EnvironmentSpec hooked(String hook) throws Exception {
    Path task = folder.resolve("hooked");
    Sources.compile(
        task,
        """
        package com.example;
        import com.amazonaws.services.lambda.crac.*;
        public class Hooked implements Resource {
          public Hooked() { Core.getGlobalContext().register(this); }
          public void beforeCheckpoint(Context<? extends Resource> c) throws Exception { %s }
          public void afterRestore(Context<? extends Resource> c) {
            System.out.println("restored");
          }
          public String handle(String event) {
            return event + " " + System.getProperty("hooked");
          }
        }
        """
            .formatted(hook));
    return opened.spec(task, "com.example.Hooked::handle", 512, 10).withVersion("1");
  }

  @Test
  void hooks_run_in_the_training_and_not_on_demand() throws Exception {
    EnvironmentSpec archived = archived(hooked("System.setProperty(\"hooked\", \"yes\");"));
    assertTrue(logHas("restored"), "as in the clones that prove a snapshot");
    try (Environment environment =
        Environment.prepare(opened.instance(), archived, "stream", _ -> {})) {
      environment.initialise();
      InvocationResult result = environment.invoke(Invocation.of("\"event\"".getBytes(UTF_8)));
      InvocationOutcome.Success success =
          assertInstanceOf(InvocationOutcome.Success.class, result.outcome());
      assertEquals("\"event null\"", new String(success.payload(), UTF_8));
    }
  }

  @Test
  void a_hook_that_throws_fails_the_publishing_with_its_error() throws Exception {
    FunctionArchives.Result result =
        publish(hooked("throw new IllegalStateException(\"no table\");"));
    FunctionArchives.Result.Failed failed =
        assertInstanceOf(FunctionArchives.Result.Failed.class, result);
    assertEquals("Runtime.BeforeCheckpointError", failed.type());
    assertTrue(logHas("no table"), log::toString);
  }

  @Test
  void an_init_that_fails_fails_the_publishing() throws Exception {
    Path task = folder.resolve("failing");
    Sources.compile(
        task,
        """
        package com.example;
        public class Failing {
          static { if (true) throw new IllegalStateException("no table"); }
          public String handle(String event) { return event; }
        }
        """);
    EnvironmentSpec spec = opened.spec(task, "com.example.Failing::handle", 512, 10);
    Snapshots snapshots =
        new Snapshots(
            opened.instance(),
            Optional.empty(),
            new SnapshotStore(folder.resolve("snapshots")),
            archives(),
            notes::add);
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () -> snapshots.published(spec.withVersion("1"), "stream", this::log));
    assertTrue(mistake.getMessage().contains("could not be initialised"), mistake::getMessage);
    assertTrue(logHas("no table"), log::toString);
  }
}
