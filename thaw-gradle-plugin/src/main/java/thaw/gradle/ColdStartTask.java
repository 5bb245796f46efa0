package thaw.gradle;

import java.util.List;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.options.Option;
import org.gradle.work.DisableCachingByDefault;
import thaw.program.ProgramWords;

/** A task that makes cold starts of functions, and what is asked of each start. */
@DisableCachingByDefault(because = "a measurement is of this machine")
public abstract class ColdStartTask extends ResultTask {
  private static final String STARTS =
      "Starts: none, aot, appcds, snapshot, snapshot+priming, snapshot+generated, snapshot+pools.";

  @Input
  @Optional
  @Option(option = "event", description = "Event of the first invocation: a file or JSON.")
  public abstract Property<String> getEvent();

  @Input
  @Optional
  @Option(option = "runs", description = "Cold starts of each variant.")
  public abstract Property<String> getRuns();

  @Input
  @Optional
  @Option(option = "snap-start", description = STARTS)
  public abstract Property<String> getSnapStart();

  @Input
  @Optional
  @Option(option = "timeout", description = "An invocation may take so many seconds.")
  public abstract Property<String> getInvocationTimeout();

  @Override
  final List<String> fileWords() {
    return fileWords(getEvent().map(List::of).getOrElse(List.of()));
  }

  final ProgramWords measured(ProgramWords words) {
    return words
        .value("--event", getEvent().getOrNull())
        .value("--runs", getRuns().getOrNull())
        .value("--snap-start", getSnapStart().getOrNull())
        .value("--timeout", getInvocationTimeout().getOrNull());
  }
}
