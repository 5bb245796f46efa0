package thaw.app.bench;

import java.util.List;
import java.util.Optional;
import thaw.app.choice.DataChoice;
import thaw.app.choice.JvmChoice;
import thaw.app.workspace.Beforehand;
import thaw.app.workspace.Variants;
import thaw.app.workspace.Workspace;
import thaw.environment.Environment;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.experiment.Variant;
import thaw.experiment.matrix.SnapStart;
import thaw.function.Application;
import thaw.problem.UserMistake;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

/**
 * A restore as of 15 minutes after the snapshot: databases refuse tokens that were made before, and
 * passwords that RDS manages have been rotated.
 */
final class LaterRestore {
  private LaterRestore() {}

  /**
   * Returns what the first request of a clone fails with, in one line; empty where it is answered,
   * and where there can be no such restore.
   */
  static Optional<String> failure(BenchRequest request, Variant variant, BenchListener listener)
      throws InterruptedException {
    String name = variant.spec().function().logicalId();
    try (Workspace workspace = Workspace.open(listener.progress())) {
      workspace.letReach(request.source().reachesHost());
      workspace.ageSnapshots();
      Application read = request.data().read(request.source());
      Application application =
          read.withFunctions(read.functions().stream().map(request.timeout()::of).toList());
      DataChoice.Ready ready = request.data().ready(application, listener.progress()::line);
      Beforehand.start(ready, List.of(variant.spec().function()), workspace, listener.progress());
      EnvironmentSpec plain =
          workspace.specify(
              variant.spec().function(), JvmChoice.on(Optional.empty(), ClientKind.OFFICIAL));
      EnvironmentSpec restored =
          new Variants(workspace, application, _ -> variant.event(), listener.progress())
              .started(plain, Optional.of(SnapStart.SNAPSHOT), name);
      try (Environment clone =
          Environment.prepareWithLog(workspace.instance(), restored, _ -> {})) {
        return switch (clone.initialise()) {
          case InitOutcome.Failed failed -> Optional.of(failed.type() + ": " + failed.message());
          case InitOutcome.TimedOut(var after) ->
              Optional.of("the restore took longer than " + after.toSeconds() + " s");
          case InitOutcome.Ready _ ->
              switch (clone.invoke(Invocation.of(variant.event())).outcome()) {
                case InvocationOutcome.Failure failure ->
                    Optional.of(inOneLine(failure.type() + ": " + failure.message()));
                case InvocationOutcome.Success _ -> Optional.empty();
              };
        };
      }
    } catch (UserMistake e) { // the verdict stands without it
      listener
          .progress()
          .line(
              "warning: no restore of %s was tried as of 15 minutes later: %s. Remedy: %s"
                  .formatted(name, e.getMessage(), e.remedy()));
      return Optional.empty();
    }
  }

  private static String inOneLine(String text) {
    return String.join(" ", text.lines().map(String::strip).toList());
  }
}
