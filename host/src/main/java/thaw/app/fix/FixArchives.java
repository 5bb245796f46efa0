package thaw.app.fix;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import thaw.app.shared.Progress;
import thaw.app.workspace.Workspace;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.problem.UserMistake;
import thaw.snapshot.archive.ArchiveFormat;
import thaw.snapstart.FunctionArchives;

/** Class archives that a function's events train. */
final class FixArchives {
  private final Workspace workspace;
  private final Progress progress;
  private Optional<Duration> takes = Optional.empty();

  FixArchives(Workspace workspace, Progress progress) {
    this.workspace = workspace;
    this.progress = progress;
  }

  /** Returns what the longest training has taken; empty before there was one. */
  Optional<Duration> takes() {
    return takes;
  }

  /**
   * A start from an archive.
   *
   * @throws UserMistake when none can be made
   */
  EnvironmentSpec of(EnvironmentSpec spec, List<byte[]> events) throws InterruptedException {
    RuntimeProgram.Java java = (RuntimeProgram.Java) spec.program();
    ArchiveFormat format =
        ArchiveFormat.of(java.jdk())
            .orElseThrow(() ->
                new UserMistake(
                    java.jdk().label() + " has no class archives", "use JDK 13 or later"));
    long began = System.nanoTime();
    FunctionArchives.Result result;
    try (Progress.Work _ =
        progress.begin("training the " + format.words() + " with " + events.size() + " event(s)")) {
      result =
          workspace
              .functionArchives()
              .trainedBy(events)
              .archived(spec, format, Environment.newLogStream(spec), _ -> {});
    }
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    takes = takes.filter(longest -> longest.compareTo(took) > 0).or(() -> Optional.of(took));
    return switch (result) {
      case FunctionArchives.Result.Archived(EnvironmentSpec from) -> from;
      case FunctionArchives.Result.Unavailable(String why) ->
          throw new UserMistake("the class archive could not be made: " + why, "see thaw doctor");
      case FunctionArchives.Result.Failed(String type, String message) ->
          throw new UserMistake(
              "the training run failed: " + type + ": " + message, "look at the function's log");
    };
  }
}
