package thaw.environment.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.fixture.FirstCases;
import thaw.fixture.InstalledCriu;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentStore;
import thaw.problem.UserMistake;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.Start;
import thaw.sandbox.kernel.Deadline;
import thaw.snapshot.CriuCommand;
import thaw.snapshot.CriuFolder;
import thaw.snapshot.SnapshotStore;
import thaw.snapstart.FunctionArchives;
import thaw.snapstart.Snapshots;

/** Functions that are dumped and restored, for real. */
@Tag("linux")
@SideBySide
class SnapshotTest {
  /** Has a heap with a checksum, files, and hooks that do as a file beside it says. */
  private static final String SOURCE =
"""
      package com.example;
      import com.amazonaws.services.lambda.crac.Context;
      import com.amazonaws.services.lambda.crac.Core;
      import com.amazonaws.services.lambda.crac.Resource;
      import java.nio.file.Files;
      import java.nio.file.Path;
      import java.util.Map;
      public class Counting implements Resource {
        static final String ID = java.util.UUID.randomUUID().toString();
        static final byte[][] HEAP = new byte[4_000][];
        static final long SUM;
        static int calls;
        static {
          System.out.println("initialised");
          java.util.Random random = new java.util.Random(1);
          for (int i = 0; i < HEAP.length; i++) {
            HEAP[i] = new byte[random.nextInt(4_000)];
            random.nextBytes(HEAP[i]);
          }
          SUM = sum();
        }
        static long sum() {
          java.util.zip.CRC32 sum = new java.util.zip.CRC32();
          for (byte[] part : HEAP) {
            sum.update(part);
          }
          return sum.getValue();
        }
        public Counting() throws Exception {
          Core.getGlobalContext().register(this);
          Files.writeString(Path.of("/tmp/of-init"), "by init");
        }
        static void fail(String hook) throws Exception {
          if (HOOK.equals(hook + "-throws")) {
            throw new IllegalStateException("no table for " + hook);
          }
          if (HOOK.equals(hook + "-hangs")) {
            Thread.sleep(600_000);
          }
        }
        static final String HOOK = System.getProperty("hook", "");
        public void beforeCheckpoint(Context<? extends Resource> context) throws Exception {
          System.out.println("beforeCheckpoint runs");
          fail("before");
        }
        public void afterRestore(Context<? extends Resource> context) throws Exception {
          System.out.println("afterRestore runs");
          fail("after");
        }
        public Map<String, Object> handle(Map<String, Object> event) throws Exception {
          if ("crash".equals(event.get("do"))) {
            Runtime.getRuntime().halt(7);
          }
          if ("collect".equals(event.get("do"))) {
            byte[][] garbage = new byte[1_000][];
            for (int i = 0; i < garbage.length; i++) {
              garbage[i] = new byte[3_000];
            }
            System.gc();
          }
          Path file = Path.of("/tmp/of-init");
          String before = Files.readString(file);
          Files.writeString(file, before + "+");
          return Map.of("id", ID, "calls", ++calls, "file", before, "whole", sum() == SUM);
        }
      }
""";

  /** Snapshots of the function as it is, which is taken by the first test that needs one. */
  @TempDir static Path shared;

  private static RealRuntime runtime;
  private static Path task;

  @TempDir Path folder;
  private CriuCommand criu;

  /** A test that changes what is kept has a folder of its own. */
  private Path store = shared.resolve("store");

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final List<String> notes = Collections.synchronizedList(new ArrayList<>());

  @BeforeAll
  static void open() throws IOException {
    InstalledCriu.required(false);
    runtime = RealRuntime.openIsolated(shared);
    task = Sources.compile(shared.resolve("task"), SOURCE);
  }

  @BeforeEach
  void find() throws IOException {
    criu = InstalledCriu.required(false);
  }

  @AfterAll
  static void close() {
    if (runtime != null) {
      runtime.close();
    }
  }

  private static EnvironmentSpec version(String... jvmOptions) {
    return runtime.spec(task, "com.example.Counting::handle", 512, 30, jvmOptions).withVersion("1");
  }

  private EnvironmentSpec published(EnvironmentSpec version) throws InterruptedException {
    return snapshots().published(version, "stream", this::log);
  }

  private Snapshots snapshots() {
    return new Snapshots(
        runtime.instance(),
        Optional.of(criu),
        new SnapshotStore(store),
        new FunctionArchives(
            runtime.instance(), new SnapshotStore(shared.resolve("function-archives"))),
        notes::add);
  }

  private void log(PlatformEvent.Stamped event) {
    event.text().ifPresent(log::add);
  }

  private Environment clone(EnvironmentSpec published) {
    return Environment.prepare(runtime.instance(), published, "stream", this::log);
  }

  private Environment restored(EnvironmentSpec published) throws InterruptedException {
    Environment clone = clone(published);
    InitOutcome outcome = clone.initialise();
    assertInstanceOf(InitOutcome.Ready.class, outcome, outcome + " " + log);
    return clone;
  }

  private String answer(Environment clone, String event) throws InterruptedException {
    InvocationResult answer = clone.invoke(Invocation.of(event.getBytes(UTF_8)));
    InvocationOutcome.Success success =
        assertInstanceOf(
            InvocationOutcome.Success.class, answer.outcome(), () -> answer.outcome() + " " + log);
    return new String(success.payload(), UTF_8);
  }

  private static String id(String answer) {
    return answer.replaceAll(".*\"id\":\"([^\"]*)\".*", "$1");
  }

  /** The function has an id that all clones share, which is said each time it is published. */
  private void assertOnlyItsIdIsNoted(int times, String version) {
    assertEquals(
        Collections.nCopies(
            times, "tested:" + version + ": com.example.Counting.ID (java.lang.String)"),
        notes.stream().map(note -> note.replaceFirst(" is the same.*", "")).toList());
  }

  private static void assertHas(String part, String answer) {
    assertTrue(answer.contains(part), answer);
  }

  @Test
  void clones_go_on_where_the_function_was_initialised() throws Exception {
    EnvironmentSpec published = published(version());
    assertOnlyItsIdIsNoted(1, "1");
    assertTrue(published.snapshot().orElseThrow().mapped(), "memory is mapped");
    String first = null;
    for (int i = 0; i < 3; i++) {
      log.clear();
      try (Environment clone = restored(published)) {
        for (int call = 1; call <= 2; call++) {
          String answer = answer(clone, "{}");
          assertHas("\"calls\":" + call, answer);
          assertHas("\"whole\":true", answer);
          assertHas("\"file\":\"by init" + "+".repeat(call - 1) + "\"", answer);
          first = first == null ? id(answer) : first;
          assertEquals(first, id(answer), "made in the init phase, as on Lambda");
        }
        clone.rest();
        assertHas("\"calls\":3", answer(clone, "{}"));
      }
      String text = String.join("\n", log);
      assertTrue(text.contains("RESTORE_START") && text.contains("RESTORE_REPORT"), text);
      assertTrue(text.contains("Restore Duration: "), text);
      assertTrue(text.contains("Billed Restore Duration: "), text);
      assertTrue(!text.contains("Init Duration"), text);
    }
  }

  /** Where each function has files of its own. */
  @Test
  void a_criu_below_tmp_is_found_in_the_box() throws Exception {
    Path installed = criu.binary().resolve("../../..").normalize();
    assumeTrue(Files.isRegularFile(installed.resolve("usr/sbin/criu")), "it is the system's");
    Path below = Files.createDirectory(folder.resolve("criu"));
    assumeTrue(below.startsWith("/tmp"), "temporary files are elsewhere");
    tool("cp", "-a", installed.toString(), below.toString());
    criu = new CriuFolder(below).find(Map.of()).orElseThrow();
    try (Environment clone = restored(published(version()))) {
      assertHas("\"calls\":1", answer(clone, "{}"));
    }
  }

  @Test
  void a_clone_that_crashed_is_restored_again_and_keeps_its_files() throws Exception {
    EnvironmentSpec published = published(version());
    try (Environment clone = restored(published)) {
      assertHas("\"file\":\"by init\"", answer(clone, "{}"));
      assertInstanceOf(
          InvocationOutcome.Failure.class,
          clone.invoke(Invocation.of("{\"do\":\"crash\"}".getBytes(UTF_8))).outcome());
      String answer = answer(clone, "{}");
      assertHas("\"calls\":1", answer);
      assertHas("\"file\":\"by init+\"", answer);
    }
  }

  @FirstCases(value = 1, rest = "the serial collector is the one that Lambda uses")
  @ParameterizedTest
  @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseG1GC", "-XX:+UseParallelGC", "-XX:+UseZGC"})
  void the_heap_is_whole_whatever_collects_it(String collector) throws Exception {
    EnvironmentSpec published = published(version("-XX:-UseSerialGC", collector));
    assertOnlyItsIdIsNoted(1, "1");
    for (int i = 0; i < 2; i++) {
      try (Environment clone = restored(published)) {
        for (int call = 1; call <= 3; call++) {
          assertHas("\"whole\":true", answer(clone, "{\"do\":\"collect\"}"));
        }
      }
    }
  }

  @Test
  void clones_are_restored_at_once_and_leave_nothing() throws Exception {
    EnvironmentSpec published = published(version());
    Set<Path> kept = kept();
    int clones = 10;
    List<String> ids = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(clones)) {
      Callable<String> serving =
          () -> {
            try (Environment clone = restored(published)) {
              return id(answer(clone, "{}"));
            }
          };
      for (Future<String> each : threads.invokeAll(Collections.nCopies(clones, serving))) {
        ids.add(each.get());
      }
    }
    assertEquals(1, ids.stream().distinct().count());
    assertEquals(clones, ids.size());
    assertEquals(kept, kept(), "nothing staged");
  }

  private Set<Path> kept() throws IOException {
    try (Stream<Path> all = Files.list(store)) {
      return all.collect(Collectors.toSet());
    }
  }

  @Test
  void a_function_can_be_hot_from_the_start_for_tests() throws Exception {
    EnvironmentSpec latest = version().withVersion(EnvironmentSpec.LATEST);
    EnvironmentSpec hot =
        snapshots().warm(latest, "{}".getBytes(UTF_8), "stream", this::log, _ -> {});
    assertOnlyItsIdIsNoted(1, "$LATEST");
    for (int i = 0; i < 3; i++) {
      try (Environment clone = restored(hot)) {
        String answer = answer(clone, "{}");
        assertHas("\"calls\":2", answer);
        assertHas("\"file\":\"by init+\"", answer);
        assertHas("\"calls\":3", answer(clone, "{}"));
        assertHas("\"calls\":4", answer(clone, "{}"));
      }
    }
    assertTrue(log.stream().noneMatch(line -> line.contains("beforeCheckpoint")), log::toString);
  }

  @Test
  void an_event_that_the_function_fails_on_makes_none_hot() throws Exception {
    store = Files.createDirectory(folder.resolve("store"));
    EnvironmentSpec latest = version().withVersion(EnvironmentSpec.LATEST);
    byte[] event = "{\"do\":\"crash\"}".getBytes(UTF_8);
    UserMistake mistake =
        assertThrows(
            UserMistake.class, () -> snapshots().warm(latest, event, "stream", this::log, _ -> {}));
    assertTrue(mistake.getMessage().contains("Runtime.ExitError"), mistake.getMessage());
    assertNothingIsKept();
  }

  @Test
  void a_snapshot_is_taken_once_and_found_again_unless_something_has_changed() throws Exception {
    EnvironmentSpec version = version();
    String first = idOf(published(version));
    assertEquals(first, idOf(published(version)));
    assertNotEquals(first, idOf(published(version("-Dother=1"))));
    assertEquals(first, idOf(published(version)));
  }

  private String idOf(EnvironmentSpec published) throws InterruptedException {
    try (Environment clone = restored(published)) {
      return id(answer(clone, "{}"));
    }
  }

  /** With the snapshot of the function as it is, to be damaged. */
  private void copyTheStore() throws Exception {
    published(version());
    Path copy = folder.resolve("store");
    tool("cp", "-a", store.toString(), copy.toString());
    store = copy;
    notes.clear();
  }

  @FirstCases(value = 1, rest = "SnapshotStoreTest looks at each kind of damage without a JVM")
  @ParameterizedTest
  @ValueSource(strings = {"cut off", "a bit flipped", "gone"})
  void a_damaged_snapshot_is_taken_anew(String damage) throws Exception {
    copyTheStore();
    EnvironmentSpec version = version();
    EnvironmentSpec published = published(version);
    String first = idOf(published);
    Path memory = published.snapshot().orElseThrow().folder().resolve(Snapshot.MEMORY);
    switch (damage) {
      case "gone" -> Files.delete(memory);
      case "cut off" -> {
        try (RandomAccessFile file = new RandomAccessFile(memory.toFile(), "rw")) {
          file.setLength(file.length() / 2);
        }
      }
      default -> {
        try (RandomAccessFile file = new RandomAccessFile(memory.toFile(), "rw")) {
          file.seek(file.length() / 2);
          int before = file.read();
          file.seek(file.length() / 2);
          file.write(before ^ 4);
        }
      }
    }
    EnvironmentSpec again = published(version);
    assertNotEquals(first, idOf(again));
    assertOnlyItsIdIsNoted(2, "1");
  }

  /** The one that a running program uses already: its clones fail, and say why. */
  @Test
  void a_snapshot_that_is_cut_off_while_it_is_used_fails_its_clones() throws Exception {
    copyTheStore();
    EnvironmentSpec published = published(version());
    Path memory = published.snapshot().orElseThrow().folder().resolve(Snapshot.MEMORY);
    try (RandomAccessFile file = new RandomAccessFile(memory.toFile(), "rw")) {
      file.setLength(file.length() / 2);
    }
    try (Environment clone = clone(published)) {
      InitOutcome.Failed failed =
          assertInstanceOf(InitOutcome.Failed.class, clone.initialise(), log::toString);
      assertTrue(String.join("\n", log).contains("the restore failed"), log + " " + failed);
      InvocationResult answer = clone.invoke(Invocation.of("{}".getBytes(UTF_8)));
      assertInstanceOf(InvocationOutcome.Failure.class, answer.outcome());
    }
  }

  @Test
  void a_hook_before_the_snapshot_that_throws_is_named() throws Exception {
    store = Files.createDirectory(folder.resolve("store"));
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> published(version("-Dhook=before-throws")));
    assertTrue(mistake.getMessage().contains("no table for before"), mistake.getMessage() + log);
    assertTrue(
        mistake.getMessage().contains("Runtime.BeforeCheckpointError"), mistake.getMessage());
    assertNothingIsKept();
  }

  @Test
  void a_hook_after_the_restore_that_throws_is_named() throws Exception {
    store = Files.createDirectory(folder.resolve("store"));
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> published(version("-Dhook=after-throws")));
    assertEquals(
        "the snapshot of tested:1 cannot be restored: Runtime.AfterRestoreError:"
            + " java.lang.IllegalStateException: no table for after",
        mistake.getMessage());
    assertEquals(List.of(), notes.stream().filter(note -> note.contains("copying")).toList());
    assertNothingIsKept();
  }

  @Test
  void a_hook_after_the_restore_that_hangs_is_ended() throws Exception {
    store = Files.createDirectory(folder.resolve("store"));
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> published(version("-Dhook=after-hangs")));
    assertTrue(
        mistake
            .getMessage()
            .contains(
                "cannot be restored: afterRestore of the resource com.example.Counting did not"
                    + " end within "),
        mistake.getMessage());
    assertEquals(1, notes.size(), () -> "tried once: " + notes);
    assertTrue(notes.getFirst().contains("at com.example.Counting.fail("), notes::toString);
    assertNothingIsKept();
  }

  @Thorough(
      "It mounts a small disk, on which CRIU ends by itself; the test beside it kills CRIU, and"
          + " sees the same note and the same start in place of a restore")
  @Test
  void a_disk_that_is_full_is_told_and_the_function_starts_without() throws Exception {
    store = Files.createDirectory(folder.resolve("store"));
    tool("mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", store.toString());
    try {
      EnvironmentSpec published = published(version());
      assertItStartsFromItsClasses(published);
      try (Environment environment = restored(published)) {
        assertHas("\"calls\":1", answer(environment, "{}"));
      }
    } finally {
      tool("umount", store.toString());
    }
  }

  @Test
  void a_dump_whose_criu_is_killed_is_told_and_leaves_nothing() throws Exception {
    store = Files.createDirectory(folder.resolve("store"));
    List<String> killed = new ArrayList<>(List.of("timeout", "-s", "KILL", "0.02"));
    killed.addAll(criu.prefix());
    criu = new CriuCommand(killed, criu.binary(), criu.version(), criu.unprivileged());
    EnvironmentSpec published = published(version());
    assertItStartsFromItsClasses(published);
    try (Environment environment = restored(published)) {
      assertHas("\"calls\":1", answer(environment, "{}"));
    }
  }

  /** In place of a snapshot, which is told once. */
  private void assertItStartsFromItsClasses(EnvironmentSpec published) throws IOException {
    assertTrue(published.snapshot().isEmpty());
    assertEquals(Start.AOT, published.start());
    assertEquals(1, notes.size(), notes.toString());
    assertTrue(
        notes
            .getFirst()
            .startsWith("tested:1 starts from an AOT cache of its classes, not from a snapshot: "),
        notes::toString);
    assertNothingIsKept();
  }

  @Thorough("It kills the CRIU of a restore; the test beside it kills that of a dump")
  @Test
  void a_restore_whose_criu_is_killed_is_repeated_by_the_first_invocation() throws Exception {
    EnvironmentSpec published = published(version());
    Deadline.await(Duration.ofSeconds(20), "the end of others", () -> waitingCrius().isEmpty());
    try (Environment clone = clone(published)) {
      Deadline.await(Duration.ofSeconds(20), "a CRIU that waits", SnapshotTest::killWaitingCriu);
      assertInstanceOf(InitOutcome.Failed.class, clone.initialise(), log::toString);
      assertHas("\"calls\":1", answer(clone, "{}"));
    }
  }

  /** It takes a moment until it is started. */
  private static boolean killWaitingCriu() {
    List<ProcessHandle> found = waitingCrius();
    found.forEach(ProcessHandle::destroyForcibly);
    found.forEach(process -> process.onExit().join());
    return !found.isEmpty();
  }

  /** Of this program. */
  private static List<ProcessHandle> waitingCrius() {
    String ours = "thaw-" + ProcessHandle.current().pid() + "-";
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.filter(process -> isWaitingCriu(process, ours)).toList();
    }
  }

  private static boolean isWaitingCriu(ProcessHandle process, String cgroup) {
    Path folder = Path.of("/proc", Long.toString(process.pid()));
    try {
      String command = Files.readString(folder.resolve("cmdline"));
      return command.contains("\0swrk\0")
          && !command.contains("nsenter") // which is its parent
          && Files.readString(folder.resolve("cgroup")).contains(cgroup);
    } catch (IOException e) {
      return false; // it has ended
    }
  }

  @Thorough("A jar that changed gives another key; the test of what has changed has further ones")
  @Test
  void a_jar_that_is_replaced_gets_a_snapshot_of_its_own() throws Exception {
    Path classes = Sources.compile(folder.resolve("classes"), SOURCE);
    Path jar = Sources.jar(classes, folder.resolve("function.jar"));
    DeploymentStore packages = new DeploymentStore(folder.resolve("packages"));
    EnvironmentSpec first = published(ofJar(jar, packages));
    String id = idOf(first);
    Sources.compile(classes, SOURCE.replace("by init", "by another"));
    Sources.jar(classes, jar);
    EnvironmentSpec second = published(ofJar(jar, packages));
    try (Environment clone = restored(second)) {
      assertHas("\"file\":\"by another\"", answer(clone, "{}"));
    }
    assertEquals(id, idOf(first), "the version that was published before");
  }

  private EnvironmentSpec ofJar(Path jar, DeploymentStore packages) throws IOException {
    FunctionDefinition function = version().function().withCode(new CodeSource.Archive(jar));
    return runtime.specify(function, packages).withVersion("1");
  }

  private static void tool(String... command) throws Exception {
    assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
  }

  private void assertNothingIsKept() throws IOException {
    assertEquals(Set.of(), kept());
  }
}
