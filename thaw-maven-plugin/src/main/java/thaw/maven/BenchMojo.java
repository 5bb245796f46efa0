package thaw.maven;

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

/** Measures cold starts of the module's functions, variant against variant. */
@Mojo(name = "bench", requiresDependencyResolution = ResolutionScope.RUNTIME, threadSafe = true)
@Execute(phase = LifecyclePhase.PACKAGE)
public final class BenchMojo extends ResultMojo {
  /** Event of the first invocation: a file or JSON. Default: as of thaw bench. */
  @Parameter(property = "thaw.event")
  private @Nullable String event;

  /** Cold starts of each variant. Default: 10. */
  @Parameter(property = "thaw.runs")
  private @Nullable String runs;

  /** Ways to start, compared: none, aot, appcds, snapshot, snapshot+priming. */
  @Parameter(property = "thaw.snapStart")
  private @Nullable String snapStart;

  /** An invocation may take so many seconds. */
  @Parameter(property = "thaw.timeout")
  private @Nullable String timeout;

  @Override
  String goal() {
    return "bench";
  }

  @Override
  List<String> words(Path source, Path out) {
    List<String> words = new ArrayList<>(List.of("bench", source.toString()));
    words.addAll(
        common()
            .value("--function", function)
            .value("--event", event)
            .value("--runs", runs)
            .value("--snap-start", snapStart)
            .value("--timeout", timeout)
            .all());
    return words;
  }

  @Override
  void judge(ProgramOutcome outcome, ProgramCall ended, Path out) throws MojoFailureException {
    throw new MojoFailureException(CheckFailure.of(ended, shown(out), function));
  }
}
