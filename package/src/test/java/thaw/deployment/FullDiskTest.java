package thaw.deployment;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import thaw.problem.UserMistake;

class FullDiskTest {
  @Test
  void a_full_disk_is_told_with_the_file_and_what_to_do() {
    UserMistake told =
        assertThrows(
            UserMistake.class,
            () ->
                FullDisk.requireNot(
                    new FileSystemException("/tmp/a.zip", null, "No space left on device")));
    assertTrue(told.getMessage().contains("/tmp/a.zip"), told.getMessage());
    assertTrue(told.remedy().contains("free space"), told.remedy());
  }

  @Test
  void the_kernel_says_it_in_these_words() {
    Path full = Path.of("/dev/full");
    IOException failure = assertThrows(IOException.class, () -> Files.writeString(full, "a"));
    assertThrows(UserMistake.class, () -> FullDisk.requireNot(failure));
  }

  @Test
  void another_failure_is_none() {
    FullDisk.requireNot(new IOException("Permission denied"));
  }
}
