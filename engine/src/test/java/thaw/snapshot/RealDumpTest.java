package thaw.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.InstalledCriu;
import thaw.fixture.SideBySide;
import thaw.sandbox.kernel.Native;

/** Real CRIU on a real JVM, as root and in a user namespace. */
@SideBySide
class RealDumpTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path folder;

  @ParameterizedTest(name = "in a user namespace: {0}")
  @ValueSource(booleans = {false, true})
  void a_rewritten_dump_is_restored_by_a_waiting_criu_time_and_again(boolean unprivileged)
      throws Exception {
    CriuCommand criu = criu(unprivileged);
    Path images = dump(criu);
    Path rewritten = folder.resolve("rewritten");
    Path memory = folder.resolve("memory");
    Rewritten counts = ImageRewrite.rewrite(images, rewritten, memory, memory.toString());
    assertEquals(1, counts.processes());
    assertTrue(counts.pagesLeft() * 20 < counts.pagesMapped(), counts.toString());
    assertTrue(pagesBytes(rewritten) * 20 < pagesBytes(images), counts.toString());
    assertEquals(Files.size(memory), counts.bytes());
    for (int clone = 0; clone < 2; clone++) {
      assertEquals("ok", restored(criu, rewritten));
    }
    assertEquals("ok", restored(criu, images), "the original dump is as it was");
  }

  /** Memory that parent and child shared until one of them wrote to it. */
  @Test
  void a_forked_child_and_its_parent_each_have_their_own_memory() throws Exception {
    CriuCommand criu = criu(false);
    Path images = Files.createDirectory(folder.resolve("images"));
    String wait = "while [ ! -e go ]; do sleep 0.02; done";
    String script =
        "me=nobody; (me=child; : > forked; "
            + wait
            + "; echo $me > child) & "
            + "while [ ! -e forked ]; do sleep 0.02; done; me=parent; "
            + "echo $$ > ready.new; mv ready.new ready; "
            + wait
            + "; echo $me > parent; wait";
    try (CriuBox box = CriuBox.open(false, folder)) {
      long pid = box.start(folder, List.of("sh", "-c", script));
      box.run(criu.dump(pid, images));
    }
    Path rewritten = folder.resolve("rewritten");
    Path memory = folder.resolve("memory");
    Rewritten counts = ImageRewrite.rewrite(images, rewritten, memory, memory.toString());
    assertTrue(counts.processes() >= 2, counts.toString());
    try (CriuBox box = CriuBox.open(false, folder);
        ParkedCriu parked = parked(box, criu)) {
      assertTrue(parked.restore(options(rewritten), PATIENCE).success());
      Files.createFile(folder.resolve("go"));
      awaitLine("parent");
      awaitLine("child");
    }
  }

  private void awaitLine(String name) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Path file = folder.resolve(name);
    while (!Files.exists(file) || Files.size(file) == 0) {
      assertTrue(System.nanoTime() < deadline, "nothing from the " + name);
      TimeUnit.MILLISECONDS.sleep(5);
    }
    assertEquals(name, Files.readString(file).strip());
  }

  @Test
  void criu_says_why_a_restore_fails() throws Exception {
    CriuCommand criu = criu(false);
    Path images = dump(criu);
    Path rewritten = folder.resolve("rewritten");
    Path memory = folder.resolve("memory");
    ImageRewrite.rewrite(images, rewritten, memory, memory.toString());
    try (RandomAccessFile file = new RandomAccessFile(memory.toFile(), "rw")) {
      file.setLength(file.length() - 1);
    }
    try (CriuBox box = CriuBox.open(false, folder);
        ParkedCriu parked = parked(box, criu)) {
      assertFalse(parked.restore(options(rewritten), PATIENCE).success());
      parked.exit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    String log = Files.readString(folder.resolve(CriuCommand.RESTORE_LOG));
    assertTrue(log.contains("bad size"), log);
  }

  @Test
  void a_parked_criu_that_is_not_needed_ends_by_itself() throws Exception {
    CriuCommand criu = criu(false);
    try (CriuBox box = CriuBox.open(false, folder)) {
      ParkedCriu parked = parked(box, criu);
      parked.end();
      // By itself: killed, it would be left to the machine's first process, and the box with it.
      assertNotEquals(128 + Native.SIGKILL, parked.exit().getNow(128 + Native.SIGKILL));
      assertThrows(IOException.class, () -> parked.restore(options(folder), PATIENCE));
    }
  }

  /**
   * Every third length of the files that are read as messages, and the last ones; of the pages,
   * which have no structure, some.
   */
  @Test
  void a_dump_that_is_cut_off_anywhere_is_refused_and_nothing_is_written() throws Exception {
    Path images = dump(criu(false));
    long pid = Long.parseLong(Files.readString(folder.resolve(SelfTestProgram.READY)).strip());
    for (String name : List.of("mm-" + pid + ".img", "pagemap-" + pid + ".img", "files.img")) {
      Path file = images.resolve(name);
      byte[] whole = Files.readAllBytes(file);
      for (int length = 0; length < whole.length; length += length < whole.length - 20 ? 3 : 1) {
        Files.write(file, Arrays.copyOf(whole, length));
        assertRefused(images, name + " of " + length + " bytes");
      }
      Files.write(file, whole);
    }
    Path pages = images.resolve("pages-1.img");
    byte[] whole = Files.readAllBytes(pages);
    Random random = new Random(1);
    for (int i = 0; i < 20; i++) {
      int length = random.nextInt(whole.length);
      Files.write(pages, Arrays.copyOf(whole, length));
      assertRefused(images, "pages of " + length + " bytes");
    }
    Files.write(pages, whole);
    ImageRewrite.rewrite(images, folder.resolve("whole"), folder.resolve("memory"), "/memory");
  }

  private void assertRefused(Path images, String what) throws IOException {
    Path target = folder.resolve("target");
    Path memory = folder.resolve("target.memory");
    BadImage refusal =
        assertThrows(
            BadImage.class, () -> ImageRewrite.rewrite(images, target, memory, "/memory"), what);
    assertTrue(refusal.getMessage().startsWith("not a usable dump: "), refusal.getMessage());
    try (Stream<Path> all = Files.list(folder)) {
      assertTrue(all.noneMatch(path -> path.getFileName().toString().contains("rewrite-")), what);
    }
    assertFalse(Files.exists(target) || Files.exists(memory), what);
  }

  private Path dump(CriuCommand criu) throws Exception {
    Path images = Files.createDirectory(folder.resolve("images"));
    try (CriuBox box = CriuBox.open(criu.unprivileged(), folder)) {
      long pid = box.startProgram(folder);
      box.run(criu.dump(pid, images));
    }
    return images;
  }

  private String restored(CriuCommand criu, Path images) throws Exception {
    Path mark = folder.resolve(SelfTestProgram.RESTORED);
    Files.deleteIfExists(mark);
    try (CriuBox box = CriuBox.open(criu.unprivileged(), folder);
        ParkedCriu parked = parked(box, criu)) {
      CriuMessages.Response response = parked.restore(options(images), PATIENCE);
      assertTrue(response.success(), response::toString);
      assertEquals(
          Long.parseLong(Files.readString(folder.resolve(SelfTestProgram.READY))), response.pid());
      CriuBox.await(mark);
      assertEquals(0, parked.exit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
      return Files.readString(mark);
    }
  }

  private ParkedCriu parked(CriuBox box, CriuCommand criu) throws IOException {
    return ParkedCriu.start(
        box.enter(), criu, CriuBox.environment(), folder.resolve("criu.out"), List.of());
  }

  private RestoreOptions options(Path images) throws IOException {
    Path config = Files.writeString(folder.resolve("criu.conf"), "work-dir " + folder + "\n");
    return new RestoreOptions(images, config, 1, List.of());
  }

  private static long pagesBytes(Path images) throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(images)) {
      for (Path file : files.toList()) {
        if (file.getFileName().toString().startsWith("pages-")) {
          bytes += Files.size(file);
        }
      }
    }
    return bytes;
  }

  private static CriuCommand criu(boolean unprivileged) throws IOException {
    return InstalledCriu.required(unprivileged);
  }
}
