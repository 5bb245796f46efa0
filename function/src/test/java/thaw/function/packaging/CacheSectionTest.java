package thaw.function.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheSectionTest {
  private static final Instant NOW = Instant.now();
  private static final Instant MONTH_AGO = NOW.minus(Duration.ofDays(30));

  @TempDir Path root;
  private CacheSection section;

  @BeforeEach
  void a_section() {
    section = new CacheSection(root);
  }

  private Path folder(String name) throws IOException {
    Path folder = Files.createDirectories(root.resolve(name));
    Files.createDirectories(folder.resolve("inside"));
    Files.writeString(folder.resolve("inside/file"), "content");
    return folder;
  }

  private Path usedBefore(String name, Duration age) throws IOException {
    Path folder = folder(name);
    section.use(folder);
    Files.setLastModifiedTime(root.resolve(".used-" + name), FileTime.from(NOW.minus(age)));
    return folder;
  }

  @Test
  void what_was_not_used_since_goes_and_what_was_stays() throws IOException {
    Path old = usedBefore("old", Duration.ofDays(31));
    Path recent = usedBefore("recent", Duration.ofDays(29));
    assertEquals(1, section.removeUnused(MONTH_AGO));
    assertFalse(Files.exists(old));
    assertFalse(Files.exists(root.resolve(".used-old")));
    assertEquals("content", Files.readString(recent.resolve("inside/file")));
    assertEquals(0, section.removeUnused(MONTH_AGO));
  }

  @Test
  void a_use_is_noted_beside_the_folder_whose_own_time_stays() throws IOException {
    Path folder = usedBefore("old", Duration.ofDays(31));
    FileTime own = FileTime.from(Instant.parse("1980-01-01T00:00:00Z"));
    Files.setLastModifiedTime(folder, own);
    section.use(folder);
    assertEquals(own, Files.getLastModifiedTime(folder));
    assertEquals(0, section.removeUnused(MONTH_AGO));
    assertTrue(Files.exists(folder));
  }

  @Test
  void what_nobody_noted_yet_is_noted_first() throws IOException {
    Path unmarked = folder("unmarked");
    assertEquals(0, section.removeUnused(Instant.now().plusSeconds(60)));
    assertTrue(Files.exists(unmarked));
    assertEquals(1, section.removeUnused(Instant.now().plusSeconds(60)));
    assertFalse(Files.exists(unmarked));
  }

  @Test
  void what_was_never_finished_goes() throws IOException {
    Path incoming = folder(".incoming-123");
    Path begun = folder("new-123");
    section.removeUnused(MONTH_AGO);
    assertFalse(Files.exists(incoming));
    assertFalse(Files.exists(begun));
  }

  @Test
  void a_section_that_was_never_used_is_empty() throws IOException {
    CacheSection none = new CacheSection(root.resolve("none"));
    assertEquals(0, none.removeUnused(NOW));
    assertEquals(0, CacheSection.bytes(none.root()));
  }

  @Test
  void what_was_not_used_for_longest_goes_until_the_rest_has_room() throws IOException {
    Path oldest = usedBefore("oldest", Duration.ofDays(3));
    Path middle = usedBefore("middle", Duration.ofDays(2));
    Path newest = usedBefore("newest", Duration.ofDays(1));
    section.shrinkTo(2 * "content".length());
    assertFalse(Files.exists(oldest));
    assertTrue(Files.exists(middle));
    assertTrue(Files.exists(newest));
    section.shrinkTo(0);
    assertFalse(Files.exists(newest));
  }

  @Test
  void its_size_is_that_of_all_its_files() throws IOException {
    folder("one");
    folder("two");
    assertEquals(2 * "content".length(), CacheSection.bytes(root));
  }
}
