package thaw.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.HostCommand;
import thaw.fixture.SideBySide;
import thaw.platform.async.QueueBench;
import thaw.store.Store;
import thaw.store.StoreUnavailable;

/** Linux tests: the disk becomes full while an event is processed. Needs to be allowed to mount. */
@SideBySide
class FullDiskTest {
  @TempDir Path disk;

  @BeforeEach
  void mount() throws Exception {
    assumeTrue(
        HostCommand.run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk.toString()) == 0,
        "this host does not permit mounts");
  }

  @AfterEach
  void unmount() throws Exception {
    HostCommand.run("umount", disk.toString());
  }

  @Test
  void an_end_that_cannot_be_kept_is_kept_later_and_the_function_is_not_asked_again()
      throws Exception {
    Path filler = disk.resolve("filler");
    try (QueueBench bench = new QueueBench(Store.open(Optional.of(disk.resolve("data"))))) {
      bench.terms.put("Pets", QueueBench.terms(-1, -1, "arn:aws:sqs:r:1:told", ""));
      bench.answer =
          invocation -> {
            fill(filler);
            return QueueBench.succeeded("{}");
          };
      bench.accept("Pets", "id-1", "\"" + "x".repeat(500_000) + "\"");
      bench.runFor(Duration.ofMinutes(5));
      assertEquals(1, bench.attempts.size());
      assertEquals(1, bench.queue().size("Pets"));
      assertEquals(0, bench.sent.size());
      String large = "\"" + "y".repeat(500_000) + "\"";
      assertThrows(StoreUnavailable.class, () -> bench.accept("Pets", "id-2", large));
      assertTrue(
          bench.problems.stream().allMatch(problem -> problem instanceof StoreUnavailable),
          bench.problems.toString());

      Files.delete(filler);
      bench.runFor(Duration.ofMinutes(5));
      assertEquals(1, bench.attempts.size());
      assertEquals(0, bench.queue().size("Pets"));
      assertEquals(1, bench.sent.size());
    }
  }

  private static void fill(Path filler) {
    try {
      HostCommand.run("dd", "if=/dev/zero", "of=" + filler, "bs=4k");
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
