package thaw.maven;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.jspecify.annotations.Nullable;
import thaw.program.ProgramCall;
import thaw.program.ProgramOutcome;

/** Explains a function's cold start: phases, causes, libraries, methods, remedies. */
@Mojo(name = "why", requiresDependencyResolution = ResolutionScope.RUNTIME, threadSafe = true)
@Execute(phase = LifecyclePhase.PACKAGE)
public final class WhyMojo extends ResultMojo {
  /** Event of the first invocation: a file or JSON. Default: as of thaw why. */
  @Parameter(property = "thaw.event")
  private @Nullable String event;

  /** Profiled cold starts. Default: 3. */
  @Parameter(property = "thaw.runs")
  private @Nullable String runs;

  /** How to start, in place of what the function's SnapStart asks for. */
  @Parameter(property = "thaw.snapStart")
  private @Nullable String snapStart;

  /** Only shows which code path made this class load. */
  @Parameter(property = "thaw.class")
  private @Nullable String loadedClass;

  /** An earlier why.json, or the folder of one, whose changes since are shown. */
  @Parameter(property = "thaw.compare")
  private @Nullable File compare;

  /** Writes the findings in SARIF 2.1.0 there, too. */
  @Parameter(property = "thaw.sarif")
  private @Nullable File sarif;

  /** An invocation may take so many seconds. */
  @Parameter(property = "thaw.timeout")
  private @Nullable String timeout;

  @Override
  String goal() {
    return "why";
  }

  @Override
  boolean isOfModuleAlone() {
    return loadedClass == null && compare == null && sarif == null; // read or written elsewhere
  }

  @Override
  List<String> words(Path source, Path out) {
    List<String> words = new ArrayList<>(List.of("why", source.toString()));
    words.addAll(
        common()
            .value("--function", function)
            .value("--event", event)
            .value("--runs", runs)
            .value("--snap-start", snapStart)
            .value("--class", loadedClass)
            .value("--compare", compare)
            .value("--sarif", sarif)
            .value("--timeout", timeout)
            .all());
    return words;
  }

  @Override
  void judge(ProgramOutcome outcome, ProgramCall ended, Path out) throws MojoFailureException {
    throw new MojoFailureException(
        "No cold start could be explained; the log above says why."
            + System.lineSeparator()
            + "Remedy: let the function succeed with its event first, for example by -Dthaw.event");
  }
}
