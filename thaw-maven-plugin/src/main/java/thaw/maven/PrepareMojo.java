package thaw.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import thaw.program.ProgramFile;

/** Lets the module's tests with thaw-junit find the program, without Thaw installed. */
@Mojo(name = "prepare", defaultPhase = LifecyclePhase.PROCESS_TEST_RESOURCES, threadSafe = true)
public final class PrepareMojo extends ThawMojo {
  @Override
  void run(Path source) throws MojoExecutionException {
    Path program = program();
    Path script = Path.of(project().getBuild().getDirectory(), "thaw", "bin", "thaw");
    Path told = Path.of(project().getBuild().getTestOutputDirectory()).resolve(ProgramFile.BUILT);
    try {
      write(script, script(program, command(program, List.of()).environment()));
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
      write(told, script.toString());
    } catch (IOException e) {
      throw new MojoExecutionException(
          "Tests cannot be told where Thaw is: "
              + e
              + System.lineSeparator()
              + "Remedy: look whether the build's folder can be written",
          e);
    }
    getLog().info("Tests run their functions with " + program);
  }

  /** Tests run in a JVM that does not have this build's variables. */
  private static String script(Path program, Map<String, String> variables) {
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
