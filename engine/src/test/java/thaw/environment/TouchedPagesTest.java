package thaw.environment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.Snapshot;
import thaw.fixture.InstalledCriu;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.sandbox.kernel.Tool;
import thaw.sandbox.kernel.WrittenPages;
import thaw.snapshot.SnapshotStore;
import thaw.snapstart.FunctionArchives;
import thaw.snapstart.Snapshots;

/** Clones of one snapshot, one after the other. */
@Tag("linux")
@SideBySide
class TouchedPagesTest {
  /**
   * Writes into 2,000 pages of memory that it had before the snapshot, or into 60 MB more; or reads
   * all of it, and tells how much memory is its process's own.
   */
  private static final String SOURCE =
      """
      package com.example;
      import java.util.Map;
      public class Handler {
        static final byte[] STATE = new byte[2000 * 4096];
        static final byte[] MUCH = new byte[60 << 20];
        static { java.util.Arrays.fill(STATE, (byte) 7); java.util.Arrays.fill(MUCH, (byte) 1); }
        public Map<String, Object> handle(Map<String, Object> event) throws Exception {
          long sum = 0;
          if (event.containsKey("own")) {
            for (byte each : MUCH) { sum += each; }
            for (String line : java.nio.file.Files.readAllLines(java.nio.file.Path.of("/proc/self/smaps_rollup"))) {
              if (line.startsWith("Anonymous:")) { return Map.of("read", sum, "own", line.split(" +")[1]); }
            }
          }
          for (byte each : STATE) { sum += each; }
          for (int i = 0; i < STATE.length; i += 4096) { STATE[i]++; }
          if (event.containsKey("all")) {
            for (int i = 0; i < MUCH.length; i += 4096) { MUCH[i]++; }
          }
          return Map.of("sum", sum);
        }
      }
      """;

  private static final Pattern OWN = Pattern.compile("\"own\":\"(\\d+)\"");

  private static final String GOOD = "{\"sum\":" + 7L * 2000 * 4096 + "}";

  @TempDir static Path folder;
  private static RealRuntime runtime;
  private static EnvironmentSpec published;

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());

  @BeforeAll
  static void open() throws Exception {
    runtime = RealRuntime.openIsolated(folder);
    Sources.compile(folder.resolve("task"), SOURCE);
    published = published("snapshots");
  }

  private static EnvironmentSpec published(String store) throws Exception {
    List<String> notes = Collections.synchronizedList(new ArrayList<>());
    EnvironmentSpec published =
        new Snapshots(
                runtime.instance(),
                Optional.of(InstalledCriu.required(!runtime.instance().host().isRootUser())),
                new SnapshotStore(folder.resolve(store)),
                new FunctionArchives(
                    runtime.instance(), new SnapshotStore(folder.resolve("archives"))),
                notes::add)
            .published(plain(), "stream", _ -> {});
    assertTrue(published.snapshot().isPresent(), notes.toString());
    return published;
  }

  /** What clones of other tests have taught. */
  @BeforeEach
  void forget() {
    TouchedPages.drop(runtime.instance(), snapshot());
  }

  @AfterAll
  static void close() {
    if (runtime != null) {
      runtime.close();
    }
  }

  private static EnvironmentSpec plain() {
    return runtime.spec(folder.resolve("task"), "com.example.Handler::handle", 512, 30);
  }

  private static Snapshot snapshot() {
    return published.snapshot().orElseThrow();
  }

  private static Optional<Path> images() {
    return TouchedPages.images(runtime.instance(), snapshot());
  }

  private Environment prepared() {
    return Environment.prepareWithLog(runtime.instance(), published, log::add);
  }

  /**
   * @return page faults of the first request
   */
  private long faultsOfClone() throws InterruptedException {
    return faultsOf(prepared());
  }

  private long faultsOf(Environment made) throws InterruptedException {
    try (Environment clone = made) {
      assertInstanceOf(InitOutcome.Ready.class, clone.initialise(), log::toString);
      long before = clone.inspection().usage().minorFaults();
      assertEquals(GOOD, answer(clone), "memory as it was dumped");
      long faults = clone.inspection().usage().minorFaults() - before;
      clone.teach();
      return faults;
    }
  }

  private static String answer(Environment clone) throws InterruptedException {
    return answer(clone, "{}");
  }

  private static String answer(Environment clone, String event) throws InterruptedException {
    return new String(
        assertInstanceOf(
                InvocationOutcome.Success.class,
                clone.invoke(Invocation.of(event.getBytes(UTF_8))).outcome())
            .payload(),
        UTF_8);
  }

  /**
   * @return KiB of memory that belongs to no file, once it has read all that it had at the snapshot
   */
  private long own(EnvironmentSpec spec) throws InterruptedException {
    try (Environment alone = Environment.prepareWithLog(runtime.instance(), spec, log::add)) {
      assertInstanceOf(InitOutcome.Ready.class, alone.initialise(), log::toString);
      Matcher told = OWN.matcher(answer(alone, "{\"own\": true}"));
      assertTrue(told.find(), log::toString);
      return Long.parseLong(told.group(1));
    }
  }

  /** What is only read is the page cache's, also as long as no other clone has read it. */
  @Test
  void a_clone_that_is_alone_has_less_than_a_third_of_its_memory_for_itself() throws Exception {
    long clone = own(published);
    long plain = own(plain());
    assertTrue(clone * 3 < plain, "KiB: %d in a clone, %d without".formatted(clone, plain));
  }

  /** The one of these images that ends so. */
  private Path image(String pattern) throws IOException {
    try (Stream<Path> files = Files.list(images().orElseThrow())) {
      return files
          .filter(each -> each.getFileName().toString().matches(pattern))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void later_clones_have_the_pages_that_the_first_one_has_written() throws Exception {
    assertTrue(images().isEmpty());
    long first = faultsOfClone();
    assertTrue(images().isPresent());
    long second = faultsOfClone();
    assertTrue(first - second > 1500, "page faults: " + first + ", then " + second);
    assertTrue(faultsOfClone() < first / 2, "and so has the next one");
  }

  @Test
  void a_clone_whose_sandbox_was_made_before_has_them_too() throws Exception {
    Environment standby = prepared();
    long first = faultsOfClone();
    long second = faultsOf(standby);
    assertTrue(first - second > 1500, "page faults: " + first + ", then " + second);
  }

  @Test
  void a_sandbox_that_was_made_before_all_was_dropped_gets_none() throws Exception {
    Environment standby = prepared();
    TouchedPages.drop(runtime.instance(), snapshot());
    long first = faultsOfClone();
    assertTrue(images().isPresent());
    long second = faultsOf(standby);
    assertTrue(first / 2 < second, "page faults: " + first + ", then " + second);
    assertTrue(images().isPresent(), "and says nothing of the new ones");
  }

  @Test
  void a_clone_that_served_no_request_or_more_than_one_teaches_nothing() throws Exception {
    try (Environment clone = prepared()) {
      assertInstanceOf(InitOutcome.Ready.class, clone.initialise());
      clone.teach();
      assertTrue(images().isEmpty(), "none");
      answer(clone);
      assertTrue(images().isEmpty(), "its caller waits");
      answer(clone);
      clone.teach();
      assertTrue(images().isEmpty(), "two");
    }
    faultsOfClone();
    assertTrue(images().isPresent(), "it was not the last one that might teach");
  }

  @Thorough("It restores two more clones; what is learned at all is in the first test")
  @Test
  void a_request_that_writes_too_much_teaches_nothing() throws Exception {
    try (Environment clone = prepared()) {
      assertInstanceOf(InitOutcome.Ready.class, clone.initialise());
      assertEquals(GOOD, answer(clone, "{\"all\": true}"));
      clone.teach();
    }
    assertTrue(images().isEmpty());
    faultsOfClone();
    assertTrue(images().isEmpty(), "nor does a later one: what is learned is of the first");
  }

  @Test
  void clones_are_restored_without_them_when_criu_refuses_them() throws Exception {
    long first = faultsOfClone();
    Path images = images().orElseThrow();
    Files.write(image("pagemap-\\d+\\.img"), new byte[20]);
    restoresWithoutThem(first, images);
  }

  @Thorough("It waits for a CRIU that hangs; in the test beside it CRIU refuses at once")
  @Test
  void clones_are_restored_without_them_when_criu_hangs() throws Exception {
    long first = faultsOfClone();
    Path images = images().orElseThrow();
    Path inventory = image("inventory\\.img");
    Files.delete(inventory);
    assertTrue(Tool.run(List.of("mkfifo", inventory.toString())).succeeded());
    restoresWithoutThem(first, images);
  }

  private void restoresWithoutThem(long first, Path images) throws InterruptedException {
    long now = faultsOfClone();
    assertTrue(first / 2 < now, "page faults: " + first + ", then " + now);
    assertTrue(images().isEmpty());
    assertFalse(Files.exists(images), "nothing is left of them");
    assertTrue(first / 2 < faultsOfClone(), "and the next one has no such images");
  }

  @Test
  void a_request_that_pays_for_the_restore_is_answered_when_the_images_are_bad() throws Exception {
    faultsOfClone();
    Files.delete(image("pages-\\d+\\.img"));
    try (Environment clone = prepared()) {
      assertEquals(GOOD, answer(clone), "the restore is part of the request");
      assertTrue(images().isEmpty());
    }
  }

  @Test
  void bad_images_of_another_time_say_nothing_of_these() throws Exception {
    faultsOfClone();
    TouchedPages.of(runtime.instance(), snapshot()).orElseThrow().forget(folder.resolve("others"));
    assertTrue(images().isPresent());
  }

  @Test
  void what_was_learned_is_removed_when_nobody_needs_it() throws Exception {
    faultsOfClone();
    Path images = images().orElseThrow();
    TouchedPages.drop(runtime.instance(), snapshot());
    assertFalse(Files.exists(images));
    faultsOfClone();
    assertTrue(images().isPresent(), "it can be learned again");
  }

  @Test
  void a_request_that_outlives_its_version_teaches_nobody() throws Exception {
    try (Environment clone = prepared()) {
      assertInstanceOf(InitOutcome.Ready.class, clone.initialise());
      assertEquals(GOOD, answer(clone));
      TouchedPages.drop(runtime.instance(), snapshot());
      clone.teach();
      assertTrue(images().isEmpty());
      assertEquals(List.of(), written());
    }
  }

  @Test
  void a_snapshot_has_one_place_for_images_which_the_clones_that_prove_it_have_used()
      throws Exception {
    Set<Path> before = places();
    EnvironmentSpec own = published("own");
    Set<Path> places = places();
    assertEquals(before.size() + 1, places.size());
    faultsOf(Environment.prepareWithLog(runtime.instance(), own, log::add));
    assertEquals(places, places());
    Snapshot snapshot = own.snapshot().orElseThrow();
    Path images = TouchedPages.images(runtime.instance(), snapshot).orElseThrow();
    assertTrue(places.contains(images.getParent()) && !before.contains(images.getParent()));
    assertEquals(List.of(images), written());
    TouchedPages.drop(runtime.instance(), snapshot);
  }

  private static Set<Path> places() throws IOException {
    try (Stream<Path> files = Files.list(runtime.instance().directory())) {
      return files
          .filter(each -> each.getFileName().toString().startsWith("touched-"))
          .collect(Collectors.toSet());
    }
  }

  private static List<Path> written() throws IOException {
    List<Path> all = new ArrayList<>();
    for (Path place : places()) {
      try (Stream<Path> files = Files.list(place)) {
        all.addAll(files.toList());
      }
    }
    return all;
  }

  @Test
  void a_process_that_has_ended_has_no_written_pages() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    assertThrows(IOException.class, () -> WrittenPages.between(ended.pid(), 0, 1 << 20, 10));
  }
}
