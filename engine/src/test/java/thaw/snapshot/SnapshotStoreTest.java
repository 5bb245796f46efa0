package thaw.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotStoreTest {
  private static final int BYTES = 1000;
  private static final Duration AT_ONCE = Duration.ofSeconds(20);

  @TempDir Path folder;

  private SnapshotStore store() {
    return new SnapshotStore(folder.resolve("store"));
  }

  private Path published(String key, Duration age) throws IOException {
    Path staged = store().stage();
    Files.createDirectory(staged.resolve("images"));
    Files.write(staged.resolve("images/core.img"), new byte[BYTES]);
    Path published = store().publish(key, staged);
    Files.setLastModifiedTime(published, FileTime.from(Instant.now().minus(age)));
    return published;
  }

  private List<String> kept() throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve("store"))) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void what_is_published_is_found_under_its_key_only() throws IOException {
    Path published = published("a", Duration.ZERO);
    assertEquals(Optional.of(published), store().find("a"));
    assertEquals(Optional.empty(), store().find("b"));
  }

  @Test
  void the_first_of_several_writers_wins_and_the_others_leave_nothing() throws IOException {
    Path first = published("a", Duration.ZERO);
    assertEquals(first, published("a", Duration.ZERO));
    assertEquals(List.of("a"), kept());
  }

  @Test
  void what_differs_from_its_list_is_removed_and_not_found() throws IOException {
    Path file = published("a", Duration.ZERO).resolve("images/core.img");
    byte[] damaged = new byte[BYTES];
    damaged[BYTES / 2] = 1;
    Files.write(file, damaged);
    assertEquals(Optional.empty(), store().find("a"));
    assertEquals(List.of(), kept());
  }

  /** A function can leave links in its /tmp, also such as lead to what never ends. */
  @Test
  void what_a_link_leads_to_is_neither_read_nor_counted() throws IOException {
    Path elsewhere = Files.write(folder.resolve("elsewhere"), new byte[BYTES]);
    Path staged = store().stage();
    Files.createDirectory(staged.resolve("tmp"));
    Files.createSymbolicLink(staged.resolve("tmp/link"), elsewhere);
    Files.createSymbolicLink(staged.resolve("tmp/endless"), Path.of("/proc/kcore"));
    Path published = assertTimeoutPreemptively(AT_ONCE, () -> store().publish("a", staged));
    Files.write(elsewhere, new byte[1]);
    assertEquals(Optional.of(published), store().find("a"));
    store().pruneTo(BYTES, Instant.now().plusSeconds(60));
    assertEquals(List.of("a"), kept());
  }

  @Test
  void nobody_else_enters_the_store_whoever_made_it() throws IOException {
    Path root = Files.createDirectory(folder.resolve("store"));
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path published = published("a", Duration.ZERO);
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(root)));
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(
            Files.getPosixFilePermissions(published.resolve("files.list"))));
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "images", "images/core.img", "tmp"})
  void what_others_could_have_changed_is_removed_and_this_is_said(String name) throws IOException {
    List<String> notes = new ArrayList<>();
    Path staged = store().stage();
    Files.createDirectories(staged.resolve("images"));
    Files.write(staged.resolve("images/core.img"), new byte[BYTES]);
    Files.createDirectory(staged.resolve("tmp"));
    Files.write(staged.resolve("tmp/of-all"), new byte[1]);
    Set<PosixFilePermission> all = PosixFilePermissions.fromString("rwxrwxrwx");
    Files.setPosixFilePermissions(staged.resolve("tmp/of-all"), all);
    Path published = store().publish("a", staged);
    SnapshotStore store = new SnapshotStore(folder.resolve("store"), notes::add);
    assertEquals(Optional.of(published), store.find("a"));
    assertEquals(List.of(), notes);
    Path open = published.resolve(name).normalize();
    Files.setPosixFilePermissions(open, all);
    assertEquals(Optional.empty(), store.find("a"));
    assertEquals(
        List.of("what an earlier run has kept is made anew: it can be written by others: " + open),
        notes);
    assertEquals(List.of(), kept());
  }

  @Test
  void a_file_more_is_a_difference() throws IOException {
    Files.write(published("a", Duration.ZERO).resolve("more"), new byte[1]);
    assertEquals(Optional.empty(), store().find("a"));
  }

  @Test
  void what_nobody_has_used_for_two_weeks_goes_and_what_was_found_stays() throws IOException {
    published("old", Duration.ofDays(15));
    published("found", Duration.ofDays(13));
    assertTrue(store().find("found").isPresent());
    Path killed = store().stage();
    Files.setLastModifiedTime(killed, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
    Path others = store().stage();
    store().prune();
    assertEquals(List.of("found", others.getFileName().toString()), kept());
    assertFalse(Files.exists(killed));
  }

  @Test
  void too_many_bytes_cost_the_oldest_but_not_what_may_be_in_use() throws IOException {
    published("a", Duration.ofDays(4));
    published("b", Duration.ofDays(3));
    published("c", Duration.ofDays(2));
    published("d", Duration.ofMinutes(1));
    store().pruneTo(3 * BYTES, Instant.now().minus(Duration.ofDays(1)));
    assertEquals(List.of("c", "d"), kept());
    store().pruneTo(0, Instant.now().minus(Duration.ofDays(1)));
    assertEquals(List.of("d"), kept());
  }
}
