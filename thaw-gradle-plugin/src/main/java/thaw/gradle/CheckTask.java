package thaw.gradle;

import java.util.List;
import org.gradle.api.GradleException;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFile;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.VerificationException;
import org.gradle.api.tasks.options.Option;
import org.gradle.work.DisableCachingByDefault;
import thaw.program.ProgramCall;
import thaw.program.ProgramOutcome;
import thaw.program.ProgramWords;

/** Fails the build when cold starts are over their budget, or have grown against a baseline. */
@DisableCachingByDefault(because = "a measurement is of this machine")
public abstract class CheckTask extends ColdStartTask {
  @InputFile
  @Optional
  @PathSensitive(PathSensitivity.NONE)
  public abstract RegularFileProperty getBudget();

  @InputFile
  @Optional
  @PathSensitive(PathSensitivity.NONE)
  public abstract RegularFileProperty getBaseline();

  @Input
  @Optional
  @Option(option = "against", description = "Another build, such as the base branch's folder.")
  public abstract Property<String> getAgainst();

  @Input
  @Optional
  @Option(option = "gate", description = "Percent by which a measure may grow: cpu=5,classes=1.")
  public abstract Property<String> getGate();

  @Input
  @Optional
  @Option(option = "gate-on", description = "Measures that fail the build as well: wall.")
  public abstract Property<String> getGateOn();

  @Input
  @Optional
  @Option(option = "explain", description = "With --against: names the causes of growth.")
  public abstract Property<Boolean> getExplain();

  @Input
  @Optional
  @Option(option = "most-runs", description = "Cold starts that a comparison may take.")
  public abstract Property<String> getMostRuns();

  @Input
  @Optional
  @Option(option = "expect-status", description = "Statuses that a function may answer: 200,404.")
  public abstract Property<String> getExpectStatus();

  @Input
  @Option(
      option = "not-measured",
      description = "fail or warn: for a comparison that could not be decided.")
  public abstract Property<String> getNotMeasured();

  @Option(option = "budget", description = "File with absolute limits, seen from the project.")
  public void setBudgetFile(String file) {
    getBudget().set(getProjectFolder().file(file));
  }

  @Option(option = "baseline", description = "A baseline.json, seen from the project.")
  public void setBaselineFile(String file) {
    getBaseline().set(getProjectFolder().file(file));
  }

  @Override
  boolean dependsOnProjectAlone() {
    return !getAgainst().isPresent() && super.dependsOnProjectAlone();
  }

  @Override
  String lastFile() {
    return "report.html";
  }

  @Override
  String command() {
    return "bench";
  }

  @Override
  ProgramWords words(ProgramWords begun) {
    if (!getBudget().isPresent() && !getBaseline().isPresent() && !getAgainst().isPresent()) {
      throw new GradleException(
          "thawCheck has nothing to hold cold starts to: no budget.yaml, and neither baseline nor"
              + " against is set"
              + System.lineSeparator()
              + "Remedy: write a budget.yaml with a line such as budgets: [{coldStart: {p50: 800}}]");
    }
    if (!List.of("fail", "warn").contains(getNotMeasured().get())) {
      throw new GradleException(
          "not-measured must be fail or warn: "
              + getNotMeasured().get()
              + System.lineSeparator()
              + "Remedy: correct notMeasured of thawCheck, or --not-measured");
    }
    return measured(begun)
        .value("--budget", getBudget().getOrNull())
        .value("--baseline", getBaseline().getOrNull())
        .value("--against", getAgainst().getOrNull())
        .value("--gate", getGate().getOrNull())
        .value("--gate-on", getGateOn().getOrNull())
        .flag("--explain", getExplain().getOrNull())
        .value("--most-runs", getMostRuns().getOrNull())
        .value("--expect-status", getExpectStatus().getOrNull())
        .value("--junit", result().resolve("TEST-thaw.xml"))
        .value("--markdown", result().resolve("thaw.md"));
  }

  @Override
  void judge(ProgramCall ended) {
    String failure = failure(ended);
    if (ended.outcome() == ProgramOutcome.NOT_MEASURED && getNotMeasured().get().equals("warn")) {
      getLogger().warn(failure);
      return;
    }
    throw new VerificationException(failure);
  }
}
