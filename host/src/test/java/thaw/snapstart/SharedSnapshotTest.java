package thaw.snapstart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import thaw.deployment.SnapshotArtefact;
import thaw.deployment.TestRegistry;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.launch.EnvironmentSpec;
import thaw.files.Trees;
import thaw.fixture.FirstCases;
import thaw.fixture.InstalledCriu;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.snapshot.CriuCommand;
import thaw.snapshot.MachineKind;
import thaw.snapshot.MountedSnapshots;
import thaw.snapshot.SnapshotStore;

/** A snapshot of one worker, pushed into a registry and mounted read-only, starts another one. */
@Tag("linux")
@SideBySide
class SharedSnapshotTest {
  private static final String SOURCE =
      """
      package com.example;
      import java.nio.file.Files;
      import java.nio.file.Path;
      import java.util.Map;
      import java.util.UUID;
      public class Handler {
        static final String ID = UUID.randomUUID().toString();
        static int calls;
        public Handler() throws Exception {
          Files.writeString(Path.of("/tmp/of-init"), "by init");
        }
        public Map<String, Object> handle(Map<String, Object> event) throws Exception {
          return Map.of("id", ID, "calls", ++calls, "file", Files.readString(Path.of("/tmp/of-init")));
        }
      }
      """;

  @TempDir static Path shared;
  private static RealRuntime runtime;
  private static CriuCommand criu;

  /** What the first worker has made and answered, which no test changes. */
  private static Snapshots.Kept first;

  private static String firstAnswer;

  @TempDir Path folder;
  private final List<String> notes = Collections.synchronizedList(new ArrayList<>());
  private final List<Snapshots.Kept> made = Collections.synchronizedList(new ArrayList<>());

  @BeforeAll
  static void open() throws Exception {
    runtime = RealRuntime.openIsolated(shared);
    criu = InstalledCriu.required(!runtime.instance().host().isRootUser());
    Sources.compile(shared.resolve("task"), SOURCE);
    SharedSnapshotTest test = new SharedSnapshotTest();
    firstAnswer = test.answer(test.worker(shared.resolve("first"), Optional.empty()));
    assertEquals(1, test.made.size());
    first = test.made.getFirst();
  }

  @AfterAll
  static void close() {
    if (runtime != null) {
      runtime.close();
    }
  }

  /** A worker whose cache is empty at first. */
  private Snapshots worker(Path cache, Optional<MountedSnapshots> mounted) {
    Snapshots worker =
        new Snapshots(
            runtime.instance(),
            Optional.of(criu),
            new SnapshotStore(cache, mounted, notes::add),
            new FunctionArchives(
                runtime.instance(),
                new SnapshotStore(cache.resolveSibling(cache.getFileName() + "-archives"))),
            notes::add);
    worker.follow(made::add);
    return worker;
  }

  private String answer(Snapshots worker) throws InterruptedException {
    EnvironmentSpec published =
        worker.published(
            runtime.spec(shared.resolve("task"), "com.example.Handler::handle", 512, 30),
            "stream",
            _ -> {});
    assertTrue(published.snapshot().isPresent(), notes.toString());
    try (Environment clone =
        Environment.prepare(runtime.instance(), published, "stream", _ -> {})) {
      InitOutcome outcome = clone.initialise();
      assertInstanceOf(InitOutcome.Ready.class, outcome, notes.toString());
      InvocationResult result = clone.invoke(Invocation.of("{}".getBytes(UTF_8)));
      return new String(
          assertInstanceOf(InvocationOutcome.Success.class, result.outcome()).payload(), UTF_8);
    }
  }

  private static String id(String answer) {
    return answer.replaceAll(".*\"id\":\"([^\"]*)\".*", "$1");
  }

  private static void makeReadOnly(Path root) throws IOException {
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path each : tree.toList()) {
        Files.setPosixFilePermissions(
            each,
            PosixFilePermissions.fromString(Files.isDirectory(each) ? "r-xr-xr-x" : "r--r--r--"));
      }
    }
  }

  private boolean isNoted(String part) {
    return notes.stream().anyMatch(note -> note.contains(part));
  }

  @Test
  void what_the_first_worker_pushed_starts_the_next_one_and_what_does_not_fit_is_made_there()
      throws Exception {
    Path volume = Files.createDirectory(folder.resolve("volume"));
    try (TestRegistry registry = new TestRegistry(false)) {
      SnapshotArtefact artefact = new SnapshotArtefact(registry.address() + "/snaps:1");
      artefact.add(
          MachineKind.own(),
          List.of(first.folder()),
          first.archive(),
          Files.createDirectory(folder.resolve("scratch")));
      registry.mount("1", volume);
    }
    makeReadOnly(volume);
    MountedSnapshots mounted = new MountedSnapshots(volume, MachineKind.own());
    String second = answer(worker(folder.resolve("second"), Optional.of(mounted)));
    assertEquals(id(firstAnswer), id(second), "memory of the first worker's init phase");
    assertTrue(second.contains("\"calls\":1"), second);
    assertTrue(second.contains("by init"), second);
    assertEquals(List.of(), made, "the second worker has made none");
    assertTrue(isNoted("is restored from the snapshot of another worker"), notes.toString());

    // Of another CPU: not even looked at.
    MountedSnapshots elsewhere =
        new MountedSnapshots(volume, new MachineKind("1.0", "model name : Other"));
    assertTrue(elsewhere.obstacle().orElseThrow().contains(MachineKind.own().words()));
    String third = answer(worker(folder.resolve("third"), Optional.of(elsewhere)));
    assertNotEquals(id(firstAnswer), id(third));
    assertEquals(1, made.size());
  }

  private interface Damage {
    void to(Path snapshot) throws IOException;
  }

  private static void cutCores(Path snapshot) throws IOException {
    try (Stream<Path> images = Files.walk(snapshot)) {
      for (Path core :
          images.filter(each -> each.toString().matches(".*/core-\\d+\\.img")).toList()) {
        Files.write(core, new byte[20]);
      }
    }
  }

  private static Stream<Arguments> damages() {
    return Stream.of(
        Arguments.of("images that CRIU cannot read", (Damage) SharedSnapshotTest::cutCores),
        Arguments.of("no folder for /tmp", (Damage) each -> Trees.delete(each.resolve("tmp"))),
        Arguments.of("no facts", (Damage) each -> Files.delete(each.resolve("facts"))),
        Arguments.of(
            "facts that are none", (Damage) each -> Files.writeString(each.resolve("facts"), "x")));
  }

  /** The list of its files is as they are. */
  @FirstCases(value = 1, rest = "each is one more file of a snapshot that is not as it was")
  @ParameterizedTest(name = "{0}")
  @MethodSource("damages")
  void what_is_whole_by_its_list_and_does_not_come_to_life_is_made_there(String what, Damage damage)
      throws Exception {
    Path key = first.folder();
    SnapshotStore wrong = new SnapshotStore(folder.resolve("wrong"));
    Path staged = wrong.stage();
    Trees.copy(key, staged);
    damage.to(staged);
    MountedSnapshots mounted =
        new MountedSnapshots(Files.createDirectory(folder.resolve("broken")), MachineKind.own());
    mounted.add(wrong.publish(key.getFileName().toString(), staged));
    String second = answer(worker(folder.resolve("second"), Optional.of(mounted)));
    assertNotEquals(id(firstAnswer), id(second), what);
    assertEquals(1, made.size(), "it is made here");
    assertTrue(isNoted("the snapshot of another worker is not used: "), notes.toString());
  }

  @Test
  void a_clock_never_goes_back() throws Exception {
    Path kept = Files.createDirectory(folder.resolve("kept"));
    SnapshotFacts facts = SnapshotFacts.read(first.folder());
    assertTrue(facts.fitsClock());
    long ahead = facts.clockNanos() + Long.MAX_VALUE / 4;
    assertTrue(ofBoot(facts, facts.boot(), ahead).fitsClock(), "of this boot");
    assertTrue(ofBoot(facts, "another", facts.clockNanos()).fitsClock(), "it goes on");
    SnapshotFacts older = ofBoot(facts, "another", ahead);
    older.write(kept);
    assertEquals(older, SnapshotFacts.read(kept));
    assertEquals(false, older.fitsClock());
  }

  private static SnapshotFacts ofBoot(SnapshotFacts facts, String boot, long clockNanos) {
    return new SnapshotFacts(facts.pipe(), facts.mapped(), facts.invoked(), boot, clockNanos);
  }
}
