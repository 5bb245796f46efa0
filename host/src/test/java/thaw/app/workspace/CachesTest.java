package thaw.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentStore;
import thaw.problem.UserMistake;

@SideBySide
class CachesTest {
  private static final Instant NOW = Instant.now();
  private static final Instant LATER = NOW.plus(Duration.ofDays(31));

  @TempDir Path cache;
  @TempDir Path code;
  private DeploymentStore store;
  private final List<String> problems = new ArrayList<>();

  /** Uses the caches until its input ends. */
  static final class Other {
    public static void main(String[] arguments) throws IOException {
      try (Caches _ = Caches.open(Path.of(arguments[0]), List.of(), NOW, System.err::println)) {
        System.out.write('o');
        System.out.flush();
        System.in.readAllBytes();
      }
    }
  }

  @BeforeEach
  void a_store() throws IOException {
    store = new DeploymentStore(cache.resolve("functions"));
    Files.writeString(code.resolve("Handler.class"), "code");
  }

  @AfterEach
  void no_problem_was_met() {
    assertEquals(List.of(), problems);
  }

  private Path put() {
    return store.put(new CodeSource.Folder(code)).root();
  }

  private void open(Instant when) {
    Caches.open(cache, store.sections(), when, problems::add).close();
  }

  private Process other() throws IOException {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Other.class.getName(),
                cache.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertEquals('o', other.getInputStream().read());
    return other;
  }

  @Test
  void snapshots_and_archives_go_at_once_when_nobody_uses_them() throws Exception {
    for (String name : List.of("snapshots/a/images", "function-archives/b", "archives/c")) {
      Files.createDirectories(cache.resolve(name));
      Files.write(cache.resolve(name).resolve("file"), new byte[1000]);
    }
    Path kept = put();
    try (Caches _ = Caches.open(cache, List.of(), NOW, problems::add)) {
      assertThrows(UserMistake.class, () -> Caches.removeStarts(cache));
    }
    assertEquals(3000, Caches.removeStarts(cache));
    assertEquals(0, Caches.removeStarts(cache));
    assertTrue(Files.isDirectory(kept));
  }

  @Test
  void stores_of_starts_that_others_enter_are_closed() throws Exception {
    Path store = Files.createDirectory(cache.resolve("snapshots"));
    Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxr-xr-x"));
    Caches.close(cache, problems::add);
    for (Path each : List.of(cache, store)) {
      assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(each)));
    }
  }

  @Test
  void a_package_that_nobody_used_for_a_month_goes_and_can_be_put_again() throws IOException {
    Path put = put();
    open(NOW.plus(Duration.ofDays(29)));
    assertTrue(Files.exists(put));
    open(LATER);
    assertFalse(Files.exists(put));
    assertEquals(put, put());
    assertEquals("code", Files.readString(put.resolve("Handler.class")));
  }

  @Test
  void who_looked_today_does_not_look_again() {
    open(LATER);
    Path put = put();
    open(LATER.plus(Duration.ofHours(23)));
    assertTrue(Files.exists(put));
    open(LATER.plus(Duration.ofHours(25)));
    assertFalse(Files.exists(put));
  }

  @Test
  void nothing_goes_while_another_process_uses_the_caches() throws Exception {
    Path put = put();
    Process first = other();
    Process second = other(); // they share them
    try {
      open(LATER);
      assertTrue(Files.exists(put));
      first.getOutputStream().close();
      assertEquals(0, first.waitFor());
      open(LATER);
      assertTrue(Files.exists(put));
    } finally {
      first.destroyForcibly();
      second.destroyForcibly().waitFor();
    }
    open(LATER); // the second one was killed
    assertFalse(Files.exists(put));
  }

  @Test
  void nothing_goes_while_this_process_uses_the_caches() {
    Path put = put();
    Caches open = Caches.open(cache, store.sections(), NOW, problems::add);
    try {
      open(LATER);
      assertTrue(Files.exists(put));
      assertTrue(problems.removeFirst().contains("could not be removed"));
    } finally {
      open.close();
    }
  }

  @Test
  void a_cache_folder_that_cannot_be_written_is_a_mistake() throws IOException {
    Files.createDirectories(cache.resolve("lock"));
    UserMistake mistake = assertThrows(UserMistake.class, () -> open(NOW));
    assertTrue(mistake.getMessage().contains("cannot be written"));
  }
}
