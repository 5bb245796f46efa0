package thaw.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramZipTest {
  @TempDir Path folder;

  private Path zip(String file, String top, String library) throws IOException {
    Path zip = folder.resolve(file);
    try (FileSystem files =
        FileSystems.newFileSystem(
            zip, Map.of("create", "true", "enablePosixFileAttributes", true))) {
      Path home = Files.createDirectories(files.getPath(top));
      Path program = Files.createDirectories(home.resolve("bin")).resolve("thaw");
      Files.writeString(program, "#!/bin/sh\n");
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
      Path jar = Files.createDirectories(home.resolve("lib")).resolve("a.jar");
      Files.writeString(jar, library);
      Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-r--r--"));
    }
    return zip;
  }

  private Path cache() {
    return folder.resolve("cache");
  }

  private List<String> cached() throws IOException {
    try (Stream<Path> all = Files.list(cache())) {
      return all.map(each -> each.getFileName().toString()).collect(Collectors.toList());
    }
  }

  @Test
  void its_program_can_be_executed_and_its_libraries_cannot() throws IOException {
    Path home = ProgramZip.home(zip("a.zip", "/thaw-1", "x"), cache());
    assertEquals(home.resolve("bin/thaw"), ProgramFile.in("it", home.toString()));
    assertFalse(Files.isExecutable(home.resolve("lib/a.jar")));
    assertEquals("x", Files.readString(home.resolve("lib/a.jar")));
  }

  @Test
  void the_same_content_is_unpacked_once_and_another_one_beside_it() throws IOException {
    Path zip = zip("a.zip", "/thaw-1", "x");
    Path home = ProgramZip.home(zip, cache());
    Files.writeString(home.resolve("kept"), "by the user of the first");
    Path copy = Files.copy(zip, folder.resolve("another name.zip"));
    assertEquals(home, ProgramZip.home(copy, cache()));
    assertTrue(Files.exists(home.resolve("kept")));
    assertFalse(home.equals(ProgramZip.home(zip("b.zip", "/thaw-1", "y"), cache())));
    assertEquals(2, cached().size());
  }

  @Test
  void builds_at_once_get_the_same_home_and_leave_nothing_beside_it() throws Exception {
    Path zip = zip("a.zip", "/thaw-1", "x".repeat(100_000));
    ExecutorService builds = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Path>> all = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        all.add(() -> ProgramZip.home(zip, cache()));
      }
      for (Future<Path> each : builds.invokeAll(all)) {
        assertEquals(100_000, Files.size(each.get().resolve("lib/a.jar")));
      }
    } finally {
      builds.shutdownNow();
    }
    assertEquals(1, cached().size(), cached()::toString);
  }

  @Test
  void what_a_killed_build_has_left_is_removed_a_day_later() throws IOException {
    Path left = Files.createDirectories(cache().resolve("a.new-1"));
    Path fresh = Files.createDirectories(cache().resolve("a.new-2"));
    Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
    ProgramZip.home(zip("a.zip", "/thaw-1", "x"), cache());
    assertFalse(Files.exists(left));
    assertTrue(Files.exists(fresh));
  }

  @Test
  void another_zip_and_a_broken_one_are_refused_with_a_remedy_and_leave_nothing()
      throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.zip"), "<html>");
    for (Path each : List.of(broken, other())) {
      ThawException refused =
          assertThrows(ThawException.class, () -> ProgramZip.home(each, cache()));
      assertTrue(refused.getMessage().contains(each.toString()), refused.getMessage());
      assertTrue(refused.remedy().contains("XDG_CACHE_HOME"), refused.remedy());
      assertEquals(List.of(), cached());
    }
  }

  @Test
  void what_somebody_else_can_have_put_into_the_cache_is_not_run() throws IOException {
    Path zip = zip("a.zip", "/thaw-1", "x");
    Path home = ProgramZip.home(zip, cache());
    for (Path open : List.of(cache(), home)) {
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
      ThawException refused =
          assertThrows(ThawException.class, () -> ProgramZip.home(zip, cache()));
      assertTrue(refused.getMessage().contains(open + " can be written by others"), "" + refused);
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    assumeTrue("root".equals(System.getProperty("user.name")), "only root can give a folder away");
    Files.setAttribute(home, "unix:uid", 54321);
    ThawException refused = assertThrows(ThawException.class, () -> ProgramZip.home(zip, cache()));
    assertTrue(refused.getMessage().contains(home + " belongs to the user 54321"), "" + refused);
    assertTrue(refused.remedy().contains("XDG_CACHE_HOME"), refused.remedy());
  }

  private Path other() throws IOException {
    Path zip = folder.resolve("other.zip");
    try (FileSystem files = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
      Files.writeString(files.getPath("/readme"), "nothing");
    }
    return zip;
  }

  @Test
  void the_cache_is_the_users() {
    assertEquals(
        Path.of("/caches/thaw/distribution"),
        ProgramZip.cache(Map.of("XDG_CACHE_HOME", "/caches")));
    assertTrue(ProgramZip.cache(Map.of("XDG_CACHE_HOME", "relative")).isAbsolute());
  }
}
