package thaw.maven;

import java.nio.file.Path;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import thaw.program.ProgramScript;

/** Lets the module's tests with thaw-junit find the program, without Thaw installed. */
@Mojo(name = "prepare", defaultPhase = LifecyclePhase.PROCESS_TEST_RESOURCES, threadSafe = true)
public final class PrepareMojo extends ThawMojo {
  @Override
  void run(Path source) throws MojoExecutionException {
    TestRunners.check(project(), session());
    Path program = program();
    new ProgramScript(program, environment())
        .write(
            Path.of(project().getBuild().getDirectory(), "thaw", "bin", "thaw"),
            Path.of(project().getBuild().getTestOutputDirectory()));
    getLog().info("Tests run their functions with " + program);
  }
}
