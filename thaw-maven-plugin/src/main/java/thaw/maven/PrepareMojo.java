package thaw.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import thaw.program.ProgramFile;

/** Lets the module's tests with thaw-junit find the program, without Thaw installed. */
@Mojo(name = "prepare", defaultPhase = LifecyclePhase.PROCESS_TEST_RESOURCES, threadSafe = true)
public final class PrepareMojo extends ThawMojo {
  @Override
  void run(Path source) throws MojoExecutionException {
    Path told = Path.of(project().getBuild().getTestOutputDirectory()).resolve(ProgramFile.BUILT);
    Path program = program();
    try {
      if (!Files.exists(told) || !Files.readString(told).equals(program.toString())) {
        Files.createDirectories(told.getParent());
        Files.write(told, program.toString().getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new MojoExecutionException(
          "Tests cannot be told where Thaw is: "
              + told
              + ": "
              + e
              + System.lineSeparator()
              + "Remedy: look whether the folder can be written",
          e);
    }
    getLog().info("Tests run their functions with " + program);
  }
}
