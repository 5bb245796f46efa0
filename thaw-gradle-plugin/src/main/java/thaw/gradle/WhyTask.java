package thaw.gradle;

import org.gradle.api.GradleException;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.options.Option;
import org.gradle.work.DisableCachingByDefault;
import thaw.program.ProgramCall;
import thaw.program.ProgramWords;

/** Explains a function's cold start: phases, causes, libraries, methods, remedies. */
@DisableCachingByDefault(because = "a measurement is of this machine")
public abstract class WhyTask extends ColdStartTask {
  @Input
  @Optional
  @Option(option = "class", description = "Shows only which code loaded this class.")
  public abstract Property<String> getLoadedClass();

  @Input
  @Optional
  @Option(option = "compare", description = "An earlier why.json, whose changes since are shown.")
  public abstract Property<String> getCompare();

  @Input
  @Optional
  @Option(option = "sarif", description = "Writes the findings in SARIF 2.1.0 there, too.")
  public abstract Property<String> getSarif();

  /**
   * Tells whether the task depends on the project alone: Gradle does not know what it reads and
   * writes elsewhere.
   */
  @Override
  boolean dependsOnProjectAlone() {
    return !getLoadedClass().isPresent()
        && !getCompare().isPresent()
        && !getSarif().isPresent()
        && super.dependsOnProjectAlone();
  }

  @Override
  String lastFile() {
    return "why.html";
  }

  @Override
  String command() {
    return "why";
  }

  @Override
  ProgramWords words(ProgramWords begun) {
    return measured(begun)
        .value("--class", getLoadedClass().getOrNull())
        .value("--compare", getCompare().getOrNull())
        .value("--sarif", getSarif().getOrNull());
  }

  @Override
  void judge(ProgramCall ended) {
    throw new GradleException(
        "No cold start could be explained; the log above says why."
            + System.lineSeparator()
            + "Remedy: let the function succeed with its event first, for example by --event");
  }
}
