package thaw.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;

/**
 * A script that starts the program for tests with thaw-junit, and the resource that names it: tests
 * run in a JVM that does not have the build's variables.
 *
 * @param variables that the program is to have
 */
public record ProgramScript(Path program, Map<String, String> variables) {
  /**
   * Writes both, if they are not there as they should be.
   *
   * @param script the file to be made
   * @param resources folder of the tests' resources
   * @throws ThawException when they cannot be written
   */
  public void write(Path script, Path resources) {
    try {
      write(script, content());
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
      write(resources.resolve(ProgramFile.BUILT), script.toString());
    } catch (IOException e) {
      throw new ThawException(
          "Tests cannot be told where Thaw is: " + e,
          "look whether the build's folder can be written",
          e);
    }
  }

  /** Returns whether the script starts this program: where it is may have changed. */
  public boolean isIn(Path script) {
    try {
      return Files.exists(script) && Files.readString(script).equals(content());
    } catch (IOException e) {
      return false;
    }
  }

  private String content() {
    StringBuilder script = new StringBuilder("#!/bin/sh\n");
    new TreeMap<>(variables)
        .forEach((name, value) ->
            script.append("export ").append(name).append('=').append(quoted(value)).append('\n'));
    return script.append("exec ").append(quoted(program.toString())).append(" \"$@\"\n").toString();
  }

  private static String quoted(String value) {
    return "'" + value.replace("'", "'\\''") + "'";
  }

  private static void write(Path file, String content) throws IOException {
    if (!Files.exists(file) || !Files.readString(file).equals(content)) {
      Files.createDirectories(file.getParent());
      Files.write(file, content.getBytes(StandardCharsets.UTF_8));
    }
  }
}
