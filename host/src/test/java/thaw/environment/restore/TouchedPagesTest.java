package thaw.environment.restore;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.Snapshot;
import thaw.environment.runtimeapi.InitOutcome;
import thaw.environment.runtimeapi.Invocation;
import thaw.environment.runtimeapi.InvocationOutcome;
import thaw.fixture.InstalledCriu;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.snapshot.SnapshotStore;
import thaw.snapstart.FunctionArchives;
import thaw.snapstart.Snapshots;

/** Clones of one snapshot, one after the other. */
@Tag("linux")
@SideBySide
class TouchedPagesTest {
  /** Writes into 2,000 pages of memory that it had before the snapshot. */
  private static final String SOURCE =
      """
      package com.example;
      import java.util.Map;
      public class Handler {
        static final byte[] STATE = new byte[2000 * 4096];
        static { java.util.Arrays.fill(STATE, (byte) 7); }
        public Map<String, Object> handle(Map<String, Object> event) {
          long sum = 0;
          for (byte each : STATE) { sum += each; }
          for (int i = 0; i < STATE.length; i += 4096) { STATE[i]++; }
          return Map.of("sum", sum);
        }
      }
      """;

  private static final long SUM = 7L * 2000 * 4096;

  @TempDir Path folder;
  private RealRuntime runtime;
  private EnvironmentSpec published;

  @BeforeEach
  void open() throws Exception {
    runtime = RealRuntime.open(folder);
    assumeTrue(runtime.instance().host().canMakeCells(), "this host permits no cells");
    List<String> notes = Collections.synchronizedList(new ArrayList<>());
    Sources.compile(folder.resolve("task"), SOURCE);
    published =
        new Snapshots(
                runtime.instance(),
                Optional.of(InstalledCriu.required(!runtime.instance().host().isRootUser())),
                new SnapshotStore(folder.resolve("snapshots")),
                new FunctionArchives(
                    runtime.instance(), new SnapshotStore(folder.resolve("archives"))),
                notes::add)
            .published(
                runtime.spec(folder.resolve("task"), "com.example.Handler::handle", 512, 30),
                "stream",
                _ -> {});
    assertTrue(published.snapshot().isPresent(), notes.toString());
  }

  @AfterEach
  void close() {
    if (runtime != null) {
      runtime.close();
    }
  }

  private Optional<Path> images() {
    return TouchedPages.images(runtime.instance(), published.snapshot().orElseThrow());
  }

  /**
   * @return page faults of the first request
   */
  private long faultsOfClone() throws InterruptedException {
    try (Environment clone =
        Environment.prepare(runtime.instance(), published, "stream", _ -> {})) {
      assertInstanceOf(InitOutcome.Ready.class, clone.initialise());
      long before = clone.inspection().usage().minorFaults();
      assertEquals("{\"sum\":" + SUM + "}", answer(clone), "memory as it was dumped");
      return clone.inspection().usage().minorFaults() - before;
    }
  }

  private static String answer(Environment clone) throws InterruptedException {
    return new String(
        assertInstanceOf(
                InvocationOutcome.Success.class,
                clone.invoke(Invocation.of("{}".getBytes(UTF_8))).outcome())
            .payload(),
        UTF_8);
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
  void a_clone_that_served_no_request_teaches_nothing() throws Exception {
    try (Environment clone =
        Environment.prepare(runtime.instance(), published, "stream", _ -> {})) {
      assertInstanceOf(InitOutcome.Ready.class, clone.initialise());
      clone.rest();
    }
    assertTrue(images().isEmpty());
  }

  @Test
  void clones_are_restored_without_them_when_that_fails() throws Exception {
    long first = faultsOfClone();
    Path images = images().orElseThrow();
    Path pagemap;
    try (var files = Files.list(images)) {
      pagemap =
          files.filter(each -> each.toString().matches(".*/pagemap-\\d+\\.img")).findFirst().get();
    }
    Files.write(pagemap, new byte[20]);
    try (Environment broken =
        Environment.prepare(runtime.instance(), published, "stream", _ -> {})) {
      assertInstanceOf(InitOutcome.Failed.class, broken.initialise());
      assertEquals("{\"sum\":" + SUM + "}", answer(broken), "restored again, by mapping alone");
    }
    Snapshot snapshot = published.snapshot().orElseThrow();
    assertTrue(TouchedPages.images(runtime.instance(), snapshot).isEmpty());
    assertTrue(first / 2 < faultsOfClone());
  }
}
