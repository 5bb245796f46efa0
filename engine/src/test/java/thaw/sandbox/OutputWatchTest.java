package thaw.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import thaw.files.Trees;
import thaw.fixture.SideBySide;
import thaw.sandbox.kernel.Deadline;

/** Programs that write without end, on every kind of host that this one can stand for. */
@Tag("linux")
@ParameterizedClass
@MethodSource("hosts")
@SideBySide
class OutputWatchTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final SandboxHost PROBED = SandboxHost.probe();
  private static final long DISK_BYTES = 512L * 1024 * 1024;

  private final SandboxHost host;
  private Path base;
  private Instance instance;

  OutputWatchTest(Guarded guarded) {
    this.host = guarded.of(PROBED);
  }

  static List<Guarded> hosts() {
    return Guarded.permitted();
  }

  @BeforeEach
  void open() throws IOException {
    base = Files.createTempDirectory("thaw-output-test");
    Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwx--x--x"));
    instance = Instance.open(host, base);
  }

  @AfterEach
  void close() throws IOException {
    instance.close();
    Trees.delete(base);
  }

  private Sandbox writer() {
    Sandbox box =
        instance.prepare(
            "writer",
            new SandboxSpec(
                Map.of("PATH", "/usr/bin:/bin"),
                List.of("/bin/sh", "-c", "exec yes " + "a".repeat(99)),
                Path.of("/"),
                List.of(),
                CpuLimit.whole(2),
                256L * 1024 * 1024));
    box.start();
    return box;
  }

  @Test
  void one_that_is_not_read_fast_enough_is_held_and_loses_nothing() {
    long most = 0;
    long read = 0;
    try (Sandbox box = writer()) {
      for (int round = 0; round < 5; round++) {
        awaitHeld(box);
        most = Math.max(most, box.keptOutputBytes());
        long[] pieces = {0};
        box.output().drainTo(piece -> pieces[0] += piece.length);
        read += pieces[0];
      }
      assertTrue(box.isAlive());
    }
    assertTrue(read > OutputWatch.MOST_BYTES, read + " bytes were read");
    assertTrue(most < DISK_BYTES, most + " bytes on disk");
  }

  private static void awaitHeld(Sandbox box) {
    box.takeLimited();
    Deadline.await(
        PATIENCE,
        "it is held",
        () -> {
          Optional<Sandbox.Limited> limited = box.takeLimited();
          assertEquals(0, limited.map(Sandbox.Limited::droppedBytes).orElse(0L));
          return limited.isPresent();
        });
  }

  @Test
  void what_nobody_reads_is_lost_and_counted() {
    try (Sandbox box = writer()) {
      Deadline.await(
          PATIENCE,
          "something is lost",
          () -> {
            assertTrue(box.keptOutputBytes() < DISK_BYTES);
            return box.takeLimited().map(Sandbox.Limited::droppedBytes).orElse(0L)
                > OutputWatch.MOST_BYTES / 2;
          });
      assertTrue(box.isAlive());
    }
  }

  @Test
  void one_that_is_held_does_not_go_on_by_a_thaw() {
    try (Sandbox box = writer()) {
      awaitHeld(box);
      box.freeze();
      box.thaw();
      long before = box.keptOutputBytes();
      for (int i = 0; i < 100; i++) {
        Thread.yield();
      }
      assertEquals(before, box.keptOutputBytes());
      box.output().drainTo(_ -> {});
      Deadline.await(PATIENCE, "it writes", () -> box.output().drain().length > 0);
      awaitHeld(box);
      box.terminate();
      Deadline.await(PATIENCE, "it ends", () -> !box.isAlive());
      assertFalse(box.hold());
    }
  }
}
