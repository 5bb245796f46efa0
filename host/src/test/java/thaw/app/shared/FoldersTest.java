package thaw.app.shared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.problem.UserMistake;

/** Where caches are, whose programs and archives are run. */
class FoldersTest {
  @TempDir Path folder;

  private Map<String, String> open() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    return Map.of("XDG_CACHE_HOME", folder.resolve("caches").toString());
  }

  @Test
  void a_cache_that_somebody_else_can_change_is_refused_with_a_remedy() throws IOException {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> Folders.cache(open(), Optional.empty()));
    assertEquals(
        "somebody else could change the cache folder %s/caches/thaw: its path has %s, which others can write"
            .formatted(folder, folder),
        mistake.getMessage());
    assertTrue(mistake.remedy().startsWith("let XDG_CACHE_HOME name"), mistake.remedy());
  }

  @Test
  void root_takes_that_of_the_system_in_its_place(@TempDir Path system) throws IOException {
    Path second = system.resolve("thaw");
    assertEquals(second, Folders.cache(open(), Optional.of(second)));
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(second)));
  }

  @Test
  void one_that_only_this_user_can_change_is_taken_by_root_too(@TempDir Path system)
      throws IOException {
    Map<String, String> environment = Map.of("XDG_CACHE_HOME", folder.toString());
    assertEquals(
        folder.resolve("thaw"), Folders.cache(environment, Optional.of(system.resolve("thaw"))));
  }

  @Test
  void in_a_container_one_is_named_that_is_not_looked_at() throws IOException {
    open();
    Path named = folder.resolve("named");
    assertEquals(named, Folders.cache(Map.of("THAW_CACHE", named.toString()), Optional.empty()));
  }
}
