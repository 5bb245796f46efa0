package thaw.maven;

import java.io.File;
import java.nio.file.Path;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.jspecify.annotations.Nullable;
import thaw.program.ProgramCall;
import thaw.program.ProgramWords;

/** Explains a function's cold start: phases, causes, libraries, methods, remedies. */
@Mojo(name = "why", requiresDependencyResolution = ResolutionScope.RUNTIME, threadSafe = true)
@Execute(phase = LifecyclePhase.PACKAGE)
public final class WhyMojo extends ColdStartMojo {
  /** Shows only which code loaded this class. */
  @Parameter(property = "thaw.class")
  private @Nullable String loadedClass;

  /** An earlier why.json, or the folder of one, whose changes since are shown. */
  @Parameter(property = "thaw.compare")
  private @Nullable File compare;

  /** Writes the findings in SARIF 2.1.0 there, too. */
  @Parameter(property = "thaw.sarif")
  private @Nullable File sarif;

  @Override
  String goal() {
    return "why";
  }

  @Override
  boolean isOfModuleAlone() {
    return loadedClass == null && compare == null && sarif == null; // read or written elsewhere
  }

  @Override
  ProgramWords words(ProgramWords begun, Path out) {
    return measured(begun)
        .value("--class", loadedClass)
        .value("--compare", compare)
        .value("--sarif", sarif);
  }

  @Override
  void judge(ProgramCall ended, Path out) throws MojoFailureException {
    throw new MojoFailureException(
        "No cold start could be explained; the log above says why."
            + System.lineSeparator()
            + "Remedy: let the function succeed with its event first, for example by -Dthaw.event");
  }
}
