package thaw.gradle;

import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;
import thaw.program.ProgramCall;
import thaw.program.ProgramOutcome;

/** Runs the project's functions behind the Lambda API, until the build is ended. */
@UntrackedTask(because = "it serves until it is ended")
public abstract class RunTask extends ThawTask {
  @Input
  @Optional
  @Option(option = "port", description = "Port of the Lambda API; 0 for any.")
  public abstract Property<String> getPort();

  @Input
  @Optional
  @Option(option = "api-port", description = "Port of the template's first API; 0 for any.")
  public abstract Property<String> getApiPort();

  @Input
  @Optional
  @Option(option = "snap-start", description = "For tests: restores functions from a snapshot.")
  public abstract Property<Boolean> getSnapStart();

  @TaskAction
  public void run() {
    ProgramCall ended =
        call(
            begin("run")
                .value("--port", getPort().getOrNull())
                .value("--api-port", getApiPort().getOrNull())
                .flag("--snap-start", getSnapStart().getOrNull()));
    if (ended.outcome() != ProgramOutcome.DONE && ended.outcome() != ProgramOutcome.ENDED) {
      throw mistake("run " + source(), ended);
    }
  }
}
