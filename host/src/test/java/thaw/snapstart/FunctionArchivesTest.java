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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.EnvironmentSpecBuilder;
import thaw.environment.launch.Initialization;
import thaw.environment.launch.LimitsPolicy;
import thaw.environment.launch.Start;
import thaw.environment.log.PlatformEvent;
import thaw.environment.runtimeapi.InitOutcome;
import thaw.environment.runtimeapi.Invocation;
import thaw.environment.runtimeapi.InvocationOutcome;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.packaging.DeploymentPackage;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.snapshot.SnapshotStore;

/** Functions that start from archives of their classes, with real JVMs. */
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

  @TempDir Path folder;
  private RealRuntime opened;
  private final List<String> log = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  @BeforeEach
  void open() {
    opened = RealRuntime.open(folder);
    assumeTrue(
        opened.instance().host().hasMountNamespaces(), "this host permits no mount namespaces");
  }

  @AfterEach
  void close() {
    opened.close();
  }

  private static String library(String name) {
    return """
    package com.example.lib;
    public class Library { public String name() { return "%s"; } }
    """
        .formatted(name);
  }

  private Path jar(Path jar, String where, String... sources) throws Exception {
    Path classes = Files.createTempDirectory(folder, "classes");
    Sources.compile(classes, sources);
    Files.writeString(classes.resolve("where.txt"), where);
    return Sources.jar(classes, jar);
  }

  /** Classes and a resource at the root, in a library and in a layer. */
  private EnvironmentSpec application(RealRuntime runtime, String... jvmOptions) throws Exception {
    Path task = folder.resolve("task");
    Path layers = folder.resolve("layers");
    jar(task.resolve("lib/b.jar"), "b", library("b, never found"));
    Path library = Files.createTempDirectory(folder, "classes");
    Sources.compile(library, library("first"), SERVICE);
    Files.writeString(library.resolve("where.txt"), "a");
    Path services = Files.createDirectories(library.resolve("META-INF/services"));
    Files.writeString(services.resolve("java.lang.Runnable"), "com.example.lib.Service");
    Sources.jar(library, task.resolve("lib/a.jar"));
    jar(layers.resolve("java/lib/layer.jar"), "layer", LAYER, library("layer's, never found"));
    Path all = Files.createTempDirectory(folder, "classes");
    Sources.compile(all, library("first"), LAYER, HANDLER);
    Files.createDirectories(task.resolve("com/example"));
    Files.copy(all.resolve("com/example/Handler.class"), task.resolve("com/example/Handler.class"));
    Files.writeString(task.resolve("where.txt"), "root");
    EnvironmentSpec spec = runtime.spec(task, "com.example.Handler::handle", 512, 10, jvmOptions);
    return EnvironmentSpecBuilder.builder()
        .function(spec.function())
        .version("1")
        .initialization(Initialization.ON_DEMAND)
        .code(spec.code())
        .layers(Optional.of(new DeploymentPackage(layers, "", 0)))
        .program(spec.program())
        .services(Map.of())
        .binds(List.of())
        .region("us-east-1")
        .treatment(LimitsPolicy.LAMBDA)
        .build();
  }

  private RealRuntime on(int feature) {
    Optional<Jdk> jdk = Jdks.find(Map.of(), folder).ofFeature(feature);
    assumeTrue(jdk.isPresent(), "no JDK " + feature);
    return new RealRuntime(opened.instance(), opened.client(), jdk.get());
  }

  private FunctionArchives archives() {
    return new FunctionArchives(
        opened.instance(), new SnapshotStore(folder.resolve("function-archives")));
  }

  private FunctionArchives.Result publish(EnvironmentSpec spec) throws Exception {
    return archives().archived(spec, "stream", this::log);
  }

  private EnvironmentSpec archived(EnvironmentSpec spec) throws Exception {
    FunctionArchives.Result result = publish(spec);
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
    return log.stream().anyMatch(line -> line.contains(text));
  }

  private boolean isShared(String type) {
    return log.stream()
        .anyMatch(line -> line.contains(" " + type + " source: shared objects file"));
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 21, 25})
  void classes_of_root_libraries_and_layers_come_from_the_archive(int feature) throws Exception {
    EnvironmentSpec spec = application(on(feature), "-Xlog:class+load");
    EnvironmentSpec archived = archived(spec);
    assertTrue(logHas("initialised snap-start"), "the training run is that of a publishing");
    assertFalse(logHas("called"), "no event is made up");
    assertEquals(feature < 25 ? Start.APPCDS : Start.AOT, archived.start());
    assertTrue(answer(archived).contains("\"library\":\"first\""));
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
    EnvironmentSpec spec = application(on(25), "-Xlog:class+load");
    FunctionArchives.Result result =
        archives()
            .trainedBy(List.of("{\"n\":1}".getBytes(UTF_8)))
            .archived(spec, "stream", this::log);
    EnvironmentSpec trained =
        assertInstanceOf(
                FunctionArchives.Result.Archived.class, result, () -> String.join("\n", log))
            .spec();
    assertTrue(logHas("initialised on-demand"), "as an invocation needs it, without hooks");
    assertTrue(logHas("called"), "the event was served");
    String later = "java.util.ServiceLoader";
    assertTrue(answer(trained).contains("\"library\":\"first\""));
    assertTrue(isShared("com.example.Handler") && isShared(later), String.join("\n", log));
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 21, 25})
  void classes_and_resources_are_found_in_the_order_of_lambda(int feature) throws Exception {
    EnvironmentSpec spec = application(on(feature));
    String plain = answer(spec);
    assertTrue(plain.contains("\"own\":[\"file:/var/task/where.txt root\""), plain);
    assertTrue(plain.contains("/var/task/lib/a.jar!/where.txt a\",\"jar:file:/var/task/lib/b.jar"));
    assertTrue(plain.contains("com.example.lib.Service"), plain);
    assertTrue(plain.contains("on-demand"), plain);
    assertEquals(plain, answer(archived(spec)));
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void a_changed_jar_never_yields_old_classes(int feature) throws Exception {
    EnvironmentSpec spec = application(on(feature));
    EnvironmentSpec before = archived(spec);
    assertTrue(answer(before).contains("\"library\":\"first\""));
    Path library = folder.resolve("task/lib/a.jar");
    var modified = Files.getLastModifiedTime(library);
    Path other = jar(folder.resolve("other.jar"), "a", library("other"), SERVICE);
    Files.copy(other, library, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    Files.setLastModifiedTime(library, modified);
    EnvironmentSpec after = archived(spec);
    assertTrue(answer(after).contains("\"library\":\"other\""));
    Path classes = Files.createTempDirectory(folder, "classes");
    Sources.compile(
        classes, library("x"), LAYER, HANDLER.replace("\"library\", new", "\"renamed\", new"));
    Files.copy(
        classes.resolve("com/example/Handler.class"),
        folder.resolve("task/com/example/Handler.class"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertTrue(answer(archived(spec)).contains("\"renamed\":\"other\""));
  }

  @Test
  void the_same_version_is_trained_once() throws Exception {
    EnvironmentSpec spec = application(opened);
    EnvironmentSpec first = archived(spec);
    log.clear();
    assertEquals(first, archived(spec));
    assertEquals(List.of(), log);
  }

  private Path archiveFile() throws Exception {
    try (Stream<Path> tree = Files.walk(folder.resolve("function-archives"))) {
      return tree.filter(file -> file.getFileName().toString().matches("classes\\.(aot|jsa)"))
          .findFirst()
          .orElseThrow();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void a_damaged_archive_is_made_again(int feature) throws Exception {
    EnvironmentSpec spec = application(on(feature));
    EnvironmentSpec archived = archived(spec);
    Path file = archiveFile();
    file.toFile().setWritable(true);
    long size = Files.size(file);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(java.nio.ByteBuffer.wrap("flipped".getBytes(UTF_8)), size / 2);
    }
    log.clear();
    assertEquals(archived, archived(spec));
    assertTrue(logHas("initialised snap-start"), log::toString);
    assertTrue(answer(archived).contains("\"library\":\"first\""));
    Files.delete(archiveFile());
    assertTrue(answer(archived).contains("\"library\":\"first\""), "the JVM does without");
  }

  @Test
  void a_jvm_that_writes_none_starts_plain_and_this_is_said() throws Exception {
    EnvironmentSpec spec = application(on(25), "-Xshare:off");
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
    EnvironmentSpec spec = application(on(25));
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
