package thaw.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.problem.UserMistake;

class EmulatorTest {
  @TempDir Path folder;

  private void install(String name, Path program) throws Exception {
    Path target = folder.resolve(name);
    Files.copy(program, target);
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Path bootstrap() throws Exception {
    Path program = folder.resolve("program");
    try (InputStream in =
        StagedPackage.class.getResourceAsStream(
            "/thaw/deployment/bootstrap/linux-x86_64/bootstrap")) {
      Files.copy(in, program);
    }
    return program;
  }

  @Test
  void a_static_one_emulates_the_base_of_the_architecture() throws Exception {
    install("qemu-aarch64-static", bootstrap());
    Emulator found = Emulator.find("arm64", "/nowhere:" + folder);
    assertEquals(folder.resolve("qemu-aarch64-static"), found.program());
    assertTrue(found.options().contains("cortex-a53"), found.toString());
  }

  @Test
  void without_one_there_is_a_reason_and_where_to_get_it() {
    UserMistake none = assertThrows(UserMistake.class, () -> Emulator.find("arm64", "/nowhere"));
    assertTrue(none.getMessage().contains("no qemu-aarch64-static in the PATH"), none.toString());
    assertTrue(none.remedy().contains("qemu-user-static"), none.remedy());
  }

  @Test
  void one_that_needs_libraries_is_none() throws Exception {
    install("qemu-aarch64", Path.of(System.getProperty("java.home"), "bin/java"));
    UserMistake none =
        assertThrows(UserMistake.class, () -> Emulator.find("arm64", folder.toString()));
    assertTrue(none.getMessage().contains("is no static program"), none.toString());
  }
}
