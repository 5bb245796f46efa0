package thaw.app.shared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Libc;

class MachineFaultTest {
  private static UserMistake fault(Throwable problem) {
    return MachineFault.of(problem).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "28, free space there",
    "122, free space of your quota",
    "24, raise the limit of open files: ulimit",
    "23, raise the limit of the machine",
    "30, name a folder",
    "13, let your user"
  })
  void errors_of_the_kernel_have_a_remedy_each(int number, String remedy) {
    IOException cause = new FileSystemException("/tmp/x", null, Libc.message(number));
    UserMistake mistake =
        fault(new UncheckedIOException("could not open an instance in /tmp: " + cause, cause));
    assertEquals(
        "could not open an instance in /tmp: java.nio.file.FileSystemException: /tmp/x: "
            + Libc.message(number),
        mistake.getMessage());
    assertTrue(mistake.remedy().startsWith(remedy), mistake.remedy());
  }

  @Test
  void a_full_device_is_one() throws IOException {
    try (FileOutputStream full = new FileOutputStream("/dev/full")) {
      full.write("line\n".getBytes(StandardCharsets.US_ASCII));
      throw new AssertionError("it is not full");
    } catch (IOException e) {
      UserMistake mistake = fault(new IllegalStateException("could not store\nthe event", e));
      assertEquals("could not store; the event: " + e.getMessage(), mistake.getMessage());
    }
  }

  @Test
  void a_file_of_another_user_is_one() {
    UserMistake mistake = fault(new AccessDeniedException("/root/x"));
    assertEquals("/root/x: Permission denied", mistake.getMessage());
  }

  @Test
  void a_path_that_the_locale_cannot_write_is_one() {
    String reason = "Malformed input or input contains unmappable characters";
    UserMistake mistake = fault(new InvalidPathException("pr?j", reason));
    assertTrue(mistake.remedy().contains("LC_ALL=C.UTF-8"), mistake.remedy());
  }

  @Test
  void all_else_may_be_our_own() {
    assertEquals(Optional.empty(), MachineFault.of(new NoSuchFileException("/tmp/x")));
    assertEquals(
        Optional.empty(),
        MachineFault.of(new IllegalStateException("it said No space left on device")));
    assertEquals(Optional.empty(), MachineFault.of(new InvalidPathException("a", "Nul character")));
  }
}
