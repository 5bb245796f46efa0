package thaw.maven;

import java.nio.file.Path;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;
import thaw.program.ProgramCall;
import thaw.program.ProgramOutcome;
import thaw.program.ProgramWords;

/** Runs the module's functions behind the Lambda API on this machine, until the build is ended. */
@Mojo(name = "run", requiresProject = true, threadSafe = true)
@Execute(phase = LifecyclePhase.PACKAGE)
public final class RunMojo extends ThawMojo {
  /** Port of the Lambda API; 0 for any. */
  @Parameter(property = "thaw.port")
  private @Nullable String port;

  /** Port of the template's first API of API Gateway; 0 for any. */
  @Parameter(property = "thaw.apiPort")
  private @Nullable String apiPort;

  /** Restores functions from a snapshot after init, for tests. */
  @Parameter(property = "thaw.snapStart", defaultValue = "false")
  private boolean snapStart;

  @Override
  void run(Path source) throws MojoExecutionException {
    ProgramWords words =
        begin("run", source)
            .value("--port", port)
            .value("--api-port", apiPort)
            .flag("--snap-start", snapStart);
    ProgramCall ended = call(command(program(), words.all()));
    if (ended.outcome() != ProgramOutcome.DONE && ended.outcome() != ProgramOutcome.ENDED) {
      throw ended.mistake("run " + source);
    }
  }
}
