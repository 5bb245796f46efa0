package thaw.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.StartsProcesses;

@Tag("linux")
@StartsProcesses("It compares how long reads take")
class ColdStorageTest {
  private static final int MIB = 1 << 20;
  private static final ReadCost NOTHING = new ReadCost(Duration.ZERO, Long.MAX_VALUE);

  @TempDir private Path folder;
  private Path source;
  private Instance instance;

  @BeforeEach
  void open() throws IOException {
    SandboxHost host = SandboxHost.probe();
    Capability fuse = ColdStorage.capability(host);
    assumeTrue(fuse.available(), fuse.detail() + "; " + fuse.remedy());
    instance = Instance.open(host, folder.resolve("instances"));
    source = Files.createDirectories(folder.resolve("source/deep/er")).getParent().getParent();
    byte[] content = new byte[MIB];
    Arrays.fill(content, (byte) 'x');
    Files.write(source.resolve("deep/er/large"), content);
    Files.writeString(source.resolve("small"), "hello\n");
    Files.createSymbolicLink(source.resolve("link"), Path.of("deep/er/large"));
  }

  @AfterEach
  void close() {
    if (instance != null) {
      instance.close();
    }
  }

  private ColdStorage storage(ReadCost cost) {
    return ColdStorage.open(instance, cost, Set.of(source));
  }

  private String output(ColdStorage storage, String script) throws Exception {
    Path at = storage.moved(Bind.readOnly(source, Path.of("/var/task"))).source();
    Job.Spec spec =
        new Job.Spec(List.of("sh", "-c", script), at, false, Optional.of(storage.job()));
    try (Job job = instance.start("test", spec)) {
      String output = new String(job.output().readAllBytes(), UTF_8);
      assertEquals(0, job.exit().get(20, TimeUnit.SECONDS), output);
      return output;
    }
  }

  @Test
  void the_folder_is_as_on_the_host_and_cannot_be_changed() throws Exception {
    try (ColdStorage storage = storage(NOTHING)) {
      assertEquals(
          "hello\n1048576\ndeep\nlink\nsmall\ndeep/er/large\nno\nno\n",
          output(
              storage,
              "cat small; tr -d -c x < link | wc -c; ls; readlink link;"
                  + " test -e absent || echo no; echo y 2>/dev/null > small || echo no"));
    }
  }

  @Test
  void what_was_read_once_is_not_read_again_but_by_another_storage() throws Exception {
    for (int i = 0; i < 2; i++) {
      try (ColdStorage storage = storage(NOTHING)) {
        output(storage, "cat deep/er/large > /dev/null");
        StorageReads first = storage.reads();
        assertEquals(MIB, first.bytes());
        assertTrue(first.count() >= 8, "in pieces of 128 KiB at most: " + first);
        output(storage, "cat deep/er/large > /dev/null");
        assertEquals(first, storage.reads());
      }
    }
  }

  @Test
  void a_read_takes_the_latency_and_bytes_take_their_time() throws Exception {
    Duration half = Duration.ofMillis(500);
    assertTrue(nanos(new ReadCost(half, Long.MAX_VALUE)) >= half.toNanos());
    assertTrue(nanos(new ReadCost(Duration.ZERO, 2 * MIB)) >= half.toNanos());
    assertTrue(nanos(new ReadCost(Duration.ofSeconds(1), MIB)) > 2 * nanos(NOTHING));
  }

  @Test
  void reads_at_once_wait_beside_each_other_however_many_they_are() throws Exception {
    int files = 200;
    for (int i = 0; i < files; i++) {
      Files.writeString(source.resolve("part" + i), "part");
    }
    Duration latency = Duration.ofSeconds(1);
    String together = "for file in part*; do cat $file > /dev/null & done; wait";
    long free = nanos(NOTHING, together);
    long took = nanos(new ReadCost(latency, Long.MAX_VALUE), together);
    assertTrue(took >= latency.toNanos());
    // Each file is opened and read; by sixty-fours it would be four times the latency.
    assertTrue(took - free < 3 * latency.toNanos(), took + " " + free);
  }

  private long nanos(ReadCost cost) throws Exception {
    return nanos(cost, "cat deep/er/large > /dev/null");
  }

  private long nanos(ReadCost cost, String script) throws Exception {
    try (ColdStorage storage = storage(cost)) {
      long before = System.nanoTime();
      output(storage, script);
      return System.nanoTime() - before;
    }
  }

  @Test
  void other_binds_stay_as_they_are() {
    try (ColdStorage storage = storage(NOTHING)) {
      Bind other = Bind.readOnly(folder, Path.of("/opt"));
      assertEquals(other, storage.moved(other));
      Bind writable = new Bind(source, Path.of("/opt"), true);
      assertEquals(writable, storage.moved(writable));
    }
  }

  @Test
  void nothing_of_it_is_on_the_host() throws IOException {
    try (ColdStorage storage = storage(NOTHING)) {
      Path at = storage.moved(Bind.readOnly(source, Path.of("/opt"))).source();
      assertFalse(Files.exists(at));
      assertFalse(Files.readString(Path.of("/proc/self/mountinfo")).contains("thaw-storage"));
    }
  }
}
