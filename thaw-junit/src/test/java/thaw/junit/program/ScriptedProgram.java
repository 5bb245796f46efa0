package thaw.junit.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A program {@code thaw} that is a script. */
public final class ScriptedProgram {
  private ScriptedProgram() {}

  /**
   * @return its home
   */
  public static Path write(Path home, String script) throws IOException {
    Path file = Files.createDirectories(home.resolve("bin")).resolve("thaw");
    Files.writeString(file, "#!/bin/bash\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return home;
  }
}
