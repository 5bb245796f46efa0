package thaw.gradle;

import java.util.List;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.options.Option;
import org.gradle.work.DisableCachingByDefault;
import thaw.program.ProgramCall;
import thaw.program.ProgramWords;

/** Makes a function's cold start shorter by remedies that it has built, tested and measured. */
@DisableCachingByDefault(because = "a measurement is of this machine")
public abstract class FixTask extends ResultTask {
  @Input
  @Option(option = "event", description = "An event to train and check with: a file or JSON.")
  public abstract ListProperty<String> getEvents();

  @Input
  @Optional
  @Option(option = "budget", description = "Time limit of the search: 90s, 10m, 1h.")
  public abstract Property<String> getBudgetTime();

  @Input
  @Optional
  @Option(option = "apply", description = "Applies the result to the clean work tree.")
  public abstract Property<Boolean> getApply();

  @Input
  @Optional
  @Option(option = "undo", description = "Undoes what --apply has changed.")
  public abstract Property<Boolean> getUndo();

  @Input
  @Optional
  @Option(option = "safe", description = "Only remedies that the function cannot notice.")
  public abstract Property<Boolean> getSafe();

  @Input
  @Optional
  @Option(option = "all", description = "Also remedies that change behaviour or the bill.")
  public abstract Property<Boolean> getAll();

  /** Some change what the result is of. */
  @Override
  boolean dependsOnProjectAlone() {
    return !getApply().getOrElse(false)
        && !getUndo().getOrElse(false)
        && super.dependsOnProjectAlone();
  }

  @Override
  List<String> fileWords() {
    return fileWords(getEvents().get());
  }

  @Override
  String lastFile() {
    return "fix.html";
  }

  @Override
  String command() {
    return "fix";
  }

  @Override
  ProgramWords words(ProgramWords begun) {
    return begun
        .values("--event", getEvents().get())
        .value("--budget", getBudgetTime().getOrNull())
        .flag("--apply", getApply().getOrNull())
        .flag("--undo", getUndo().getOrNull())
        .flag("--safe", getSafe().getOrNull())
        .flag("--all", getAll().getOrNull());
  }

  @Override
  void judge(ProgramCall ended) {
    getLogger().lifecycle("Nothing was proven to gain; the reasons are in {}/fix.html", result());
  }
}
