package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.fixture.Signals;

/** The launcher, in a copy of the repository that has never been built. */
@SideBySide
class LauncherTest {
  @TempDir Path folder;

  @Test
  void the_program_can_be_ended_although_the_launcher_inherits_sigterm_as_ignored()
      throws Exception {
    Path launcher = folder.resolve("thaw");
    Files.copy(Path.of("../thaw"), launcher);
    Path java = folder.resolve("jdk/bin/java");
    executable("jdk/bin/java", "#!/bin/sh\nexec grep SigIgn /proc/self/status\n");
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
    Files.createDirectories(java.resolveSibling("../lib/server"));
    Files.createFile(java.resolveSibling("../lib/server/libjvm.so"));
    Files.createFile(java.resolveSibling("../lib/modules"));
    executable(
        "bin/mvn",
        "#!/bin/sh\nmkdir -p host/target/program/lib\n> host/target/program/lib/a.jar\n");
    Process process =
        new ProcessBuilder(
                "env",
                "PATH=" + folder.resolve("bin") + ":" + System.getenv("PATH"),
                "JAVA_HOME=" + folder.resolve("jdk"),
                "sh",
                "-c",
                "trap '' TERM; exec " + launcher + " doctor")
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Signals.awaitEnd(process);
    assertEquals(0, process.exitValue(), output);
    long ignored = Long.parseUnsignedLong(output.strip().split("\\s+")[1], 16);
    assertFalse((ignored & 1 << 14) != 0, output); // SIGTERM is 15
  }

  private void executable(String name, String script) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
