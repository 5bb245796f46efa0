package thaw.deployment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Canary;
import thaw.problem.UserMistake;

class DeploymentZipTest {
  private static final String PROGRAM = "bootstrap";

  @TempDir Path folder;

  private Path files(String name, Instant time, List<String> order) throws IOException {
    Path made = Files.createDirectory(folder.resolve(name));
    for (String each : order) {
      Path file = made.resolve(each);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "content of " + each);
      Files.setLastModifiedTime(file, FileTime.from(time));
    }
    assertTrue(made.resolve(PROGRAM).toFile().setExecutable(true));
    return made;
  }

  private byte[] zipped(Path files) throws IOException {
    Path zip = folder.resolve(files.getFileName() + ".zip");
    DeploymentZip.write(files, zip);
    return Files.readAllBytes(zip);
  }

  @Test
  void the_same_files_are_the_same_bytes_whenever_and_in_whatever_order_they_were_made()
      throws IOException {
    Instant time = Instant.parse("2026-01-01T00:00:00Z");
    Path one = files("one", time, List.of(PROGRAM, "lib/a.jar", "lib/b.jar", "z.txt"));
    Path other =
        files(
            "other", time.plusSeconds(86_400), List.of("z.txt", "lib/b.jar", "lib/a.jar", PROGRAM));
    assertArrayEquals(zipped(one), zipped(other));
    Path third = files("third", time, List.of(PROGRAM, "lib/a.jar", "lib/b.jar", "z.txt"));
    assertTrue(third.resolve("z.txt").toFile().setExecutable(true));
    assertFalse(Arrays.equals(zipped(one), zipped(third)), "modes are in it");
  }

  @Test
  void links_are_followed_within_and_a_circle_is_the_user_s_mistake() throws IOException {
    Canary canary = Canary.in(Files.createDirectory(folder.resolve("outside")));
    Path files = files("linked", Instant.EPOCH, List.of(PROGRAM, "lib/a.jar"));
    Files.createSymbolicLink(files.resolve("same"), Path.of("lib"));
    Files.createSymbolicLink(files.resolve("secret"), canary.file());
    String zip = new String(zipped(files), StandardCharsets.ISO_8859_1);
    assertTrue(zip.contains("same/a.jar"), zip);
    assertFalse(zip.contains("secret"), zip);
    Files.createSymbolicLink(files.resolve("lib/up"), Path.of(".."));
    UserMistake mistake = assertThrows(UserMistake.class, () -> zipped(files));
    assertTrue(mistake.getMessage().contains("lib/up"), mistake.getMessage());
  }
}
