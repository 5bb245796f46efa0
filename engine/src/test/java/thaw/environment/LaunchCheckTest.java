package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchCheckTest {
  @TempDir Path folder;

  private Path file(byte[] content, String permissions) throws Exception {
    Path file = Files.write(folder.resolve("extension"), content);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void a_script_and_a_program_of_this_machine_can_be_executed() throws Exception {
    assertEquals(
        Optional.empty(), LaunchCheck.problem(file("#!/bin/sh".getBytes(), "rwxr-xr-x"), true));
    assertEquals(
        Optional.empty(),
        LaunchCheck.problem(Path.of(System.getProperty("java.home"), "bin/java"), true));
  }

  @Test
  void a_file_that_the_user_may_not_execute_is_denied() throws Exception {
    Path file = file("#!/bin/sh".getBytes(), "rwxr-xr--");
    assertEquals(Optional.of("permission denied"), LaunchCheck.problem(file, true));
    assertEquals(Optional.empty(), LaunchCheck.problem(file, false));
  }

  @Test
  void a_program_of_another_machine_and_a_text_have_no_format_to_execute() throws Exception {
    byte[] program = Files.readAllBytes(Path.of(System.getProperty("java.home"), "bin/java"));
    program[18] = 8; // MIPS
    Optional<String> expected = Optional.of("exec format error");
    assertEquals(expected, LaunchCheck.problem(file(program, "rwxr-xr-x"), true));
    assertEquals(expected, LaunchCheck.problem(file("echo".getBytes(), "rwxr-xr-x"), true));
    assertEquals(expected, LaunchCheck.problem(file(new byte[0], "rwxr-xr-x"), true));
  }
}
