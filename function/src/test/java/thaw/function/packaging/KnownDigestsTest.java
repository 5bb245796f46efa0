package thaw.function.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownDigestsTest {
  /** All that was written by now is old then. */
  private static final InstantSource LATER =
      () -> InstantSource.system().instant().plus(Duration.ofMinutes(1));

  @TempDir Path folder;
  private final Map<String, Path> files = new TreeMap<>();
  private int computed;

  @BeforeEach
  void write() throws IOException {
    for (String name : new String[] {"a.class", "lib/b.jar"}) {
      Path file = folder.resolve("code").resolve(name);
      Files.createDirectories(file.getParent());
      files.put(name, Files.writeString(file, name));
    }
    files.put("lib/", folder.resolve("code/lib"));
  }

  private KnownDigests digests(InstantSource clock) {
    return new KnownDigests(folder.resolve("cache/digests"), clock);
  }

  private Sha256 digest(InstantSource clock) throws IOException {
    return digests(clock).of("code", files, this::compute);
  }

  private Sha256 compute() throws IOException {
    computed++;
    return Sha256.of(out -> {
      for (Map.Entry<String, Path> each : files.entrySet()) {
        if (!each.getKey().endsWith("/")) {
          out.write(Files.readAllBytes(each.getValue()));
        }
      }
    });
  }

  @Test
  void what_has_not_changed_is_not_read_again_by_the_next_program_either() throws Exception {
    Sha256 first = digest(LATER);
    assertEquals(first, digest(LATER));
    assertEquals(1, computed);
  }

  @Test
  void a_change_is_seen_that_leaves_size_and_time_as_they_were() throws Exception {
    Sha256 first = digest(LATER);
    Path file = files.get("a.class");
    FileTime time = Files.getLastModifiedTime(file);
    await(file);
    Files.writeString(file, "b.class");
    Files.setLastModifiedTime(file, time);
    assertTrue(!first.equals(digest(LATER)));
    assertEquals(2, computed);
  }

  /** Until the kernel's clock has gone on. */
  private void await(Path file) throws IOException {
    Object before = Files.getAttribute(file, "unix:ctime");
    Path other = folder.resolve("clock");
    do {
      Files.writeString(other, "x");
    } while (Files.getAttribute(other, "unix:ctime").equals(before));
  }

  @Test
  void another_name_another_mode_and_another_file_are_changes() throws Exception {
    digest(LATER);
    files.put("c.class", files.remove("a.class"));
    digest(LATER);
    assertEquals(2, computed);
    Files.setPosixFilePermissions(
        files.get("c.class"), PosixFilePermissions.fromString("rwxr-xr-x"));
    digest(LATER);
    assertEquals(3, computed);
    Files.move(Files.writeString(folder.resolve("young"), "a.class"), folder.resolve("code/d"));
    files.put("c.class", folder.resolve("code/d"));
    digest(LATER);
    assertEquals(4, computed);
  }

  @Test
  void what_has_changed_just_now_is_read_again() throws Exception {
    digest(InstantSource.system());
    digest(InstantSource.system());
    assertEquals(2, computed);
  }

  @Test
  void what_changes_while_it_is_read_is_not_remembered() throws Exception {
    digests(LATER)
        .of(
            "code",
            files,
            () -> {
              Sha256 digest = compute();
              await(files.get("a.class"));
              Files.writeString(files.get("a.class"), "b.class");
              return digest;
            });
    digest(LATER);
    assertEquals(2, computed);
  }

  @Test
  void a_file_that_is_broken_or_that_others_can_write_is_not_believed() throws Exception {
    digest(LATER);
    Path cache = folder.resolve("cache/digests");
    String line = Files.readString(cache);
    Files.writeString(cache, line.substring(0, line.length() / 2));
    digest(LATER);
    assertEquals(2, computed);
    Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rw-rw-rw-"));
    digest(LATER);
    assertEquals(3, computed);
  }

  @Test
  void the_oldest_are_forgotten() throws Exception {
    for (int i = 0; i <= KnownDigests.MOST; i++) {
      digests(LATER).of("code " + i, files, this::compute);
    }
    assertEquals(KnownDigests.MOST, Files.readAllLines(folder.resolve("cache/digests")).size());
    int before = computed;
    digests(LATER).of("code " + KnownDigests.MOST, files, this::compute);
    assertEquals(before, computed);
    digests(LATER).of("code 0", files, this::compute);
    assertEquals(before + 1, computed);
  }
}
