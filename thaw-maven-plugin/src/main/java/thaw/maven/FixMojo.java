package thaw.maven;

import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.jspecify.annotations.Nullable;
import thaw.program.ProgramCall;
import thaw.program.ProgramWords;

/**
 * Makes a function's cold start shorter: tries remedies in a copy, measures each, and writes those
 * that gain.
 */
@Mojo(name = "fix", requiresDependencyResolution = ResolutionScope.RUNTIME, threadSafe = true)
@Execute(phase = LifecyclePhase.PACKAGE)
public final class FixMojo extends ResultMojo {
  /** Events to train and check with: files or JSON; the first one is measured. */
  @Parameter(property = "thaw.events")
  private List<String> events = List.of();

  /** Time limit of the search: 90s, 10m, 1h. Default: 10m. */
  @Parameter(property = "thaw.budgetTime")
  private @Nullable String budgetTime;

  /** Applies the result to the work tree, which must be clean. */
  @Parameter(property = "thaw.apply", defaultValue = "false")
  private boolean apply;

  /** Undoes what apply has changed. */
  @Parameter(property = "thaw.undo", defaultValue = "false")
  private boolean undo;

  /** Tries only remedies that the function cannot notice. */
  @Parameter(property = "thaw.safe", defaultValue = "false")
  private boolean safe;

  /** Tries all remedies, also those that change behaviour or the bill. */
  @Parameter(property = "thaw.all", defaultValue = "false")
  private boolean all;

  @Override
  String goal() {
    return "fix";
  }

  @Override
  boolean isOfModuleAlone() {
    return !apply && !undo; // they change what the result is of
  }

  @Override
  ProgramWords words(ProgramWords begun, Path out) {
    return begun
        .values("--event", events)
        .value("--budget", budgetTime)
        .flag("--apply", apply)
        .flag("--undo", undo)
        .flag("--safe", safe)
        .flag("--all", all);
  }

  @Override
  void judge(ProgramCall ended, Path out) throws MojoFailureException {
    getLog().info("Nothing was proven to gain; the reasons are in " + shown(out) + "/fix.html");
  }
}
