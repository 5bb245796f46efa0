package thaw.maven;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.jspecify.annotations.Nullable;
import thaw.program.ProgramCall;
import thaw.program.ProgramOutcome;
import thaw.program.ProgramWords;

/**
 * Fails the build when cold starts are over the limits of budget.yaml, or have grown against a
 * baseline or another build.
 */
@Mojo(
    name = "check",
    defaultPhase = LifecyclePhase.VERIFY,
    requiresDependencyResolution = ResolutionScope.RUNTIME,
    threadSafe = true)
public final class CheckMojo extends ColdStartMojo {
  /** File with absolute limits. Default: budget.yaml of the module. */
  @Parameter(property = "thaw.budget")
  private @Nullable File budget;

  /** A baseline.json of an earlier run, or its folder. */
  @Parameter(property = "thaw.baseline")
  private @Nullable File baseline;

  /** Another build of the same functions, such as the base branch's folder. */
  @Parameter(property = "thaw.against")
  private @Nullable File against;

  /** Percent by which a measure may grow: cpu=5,classes=1. */
  @Parameter(property = "thaw.gate")
  private @Nullable String gate;

  /** Measures that fail the build as well: wall. */
  @Parameter(property = "thaw.gateOn")
  private @Nullable String gateOn;

  /** Names libraries, methods and lines when something has grown; with against. */
  @Parameter(property = "thaw.explain", defaultValue = "false")
  private boolean explain;

  /** Cold starts that a comparison may take when it needs more. Default: 100. */
  @Parameter(property = "thaw.mostRuns")
  private @Nullable String mostRuns;

  /** Statuses that a function behind an API may answer: 200,404. */
  @Parameter(property = "thaw.expectStatus")
  private @Nullable String expectStatus;

  /** fail or warn: what is done when a comparison could not be measured or decided. */
  @Parameter(property = "thaw.notMeasured", defaultValue = "fail")
  private String notMeasured = "fail";

  @Override
  String goal() {
    return "check";
  }

  @Override
  String command() {
    return "bench";
  }

  @Override
  boolean isOfModuleAlone() {
    return against == null;
  }

  @Override
  ProgramWords words(ProgramWords begun, Path out) throws MojoExecutionException {
    Path limits = budget == null ? folder().resolve("budget.yaml") : budget.toPath();
    boolean limited = budget != null || Files.isRegularFile(limits);
    if (!limited && baseline == null && against == null) {
      throw new MojoExecutionException(
          "thaw:check has nothing to hold cold starts to: no "
              + limits
              + ", and neither baseline nor against is set"
              + System.lineSeparator()
              + "Remedy: write a budget.yaml with a line such as budgets: [{coldStart: {p50:"
              + " 800}}], or leave the goal out with <skip>true</skip>");
    }
    if (!List.of("fail", "warn").contains(notMeasured)) {
      throw new MojoExecutionException(
          "notMeasured must be fail or warn: "
              + notMeasured
              + System.lineSeparator()
              + "Remedy: correct it in the configuration or in -Dthaw.notMeasured");
    }
    return measured(begun)
        .value("--budget", limited ? limits : null)
        .value("--baseline", baseline)
        .value("--against", against)
        .value("--gate", gate)
        .value("--gate-on", gateOn)
        .flag("--explain", explain)
        .value("--most-runs", mostRuns)
        .value("--expect-status", expectStatus)
        .value("--junit", out.resolve("TEST-thaw.xml"))
        .value("--markdown", out.resolve("thaw.md"));
  }

  @Override
  void judge(ProgramCall ended, Path out) throws MojoFailureException {
    String failure = failure(ended, out);
    if (ended.outcome() == ProgramOutcome.NOT_MEASURED && notMeasured.equals("warn")) {
      failure.lines().forEach(getLog()::warn);
      return;
    }
    throw new MojoFailureException(failure);
  }
}
