package thaw.snapstart;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.environment.Dump;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.SnapshotResult;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.environment.launch.Snapshot;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.log.Initialization;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.Instance;
import thaw.snapshot.CriuCommand;

/**
 * Takes the snapshot of a published version: init phase in an environment of its own, hooks, dump.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/snapstart.html">Lambda SnapStart</a>
 */
public record SnapshotTaking(Instance instance, CriuCommand criu) {
  /**
   * The reason why an image's version cannot be published; on Lambda such a publication fails, too.
   */
  private static final String NOT_ALLOWED =
      "the image neither calls /runtime/restore/next nor has the label"
          + " com.amazonaws.lambda.feature.snapstart=Allow";

  /**
   * @param spec of the published version
   * @param folder for the snapshot, empty
   * @param events gets the timeline of the init phase
   */
  public SnapshotResult take(
      EnvironmentSpec spec, Path folder, String logStream, Consumer<PlatformEvent.Stamped> events)
      throws InterruptedException {
    Dump dump = Dump.to(criu, folder);
    EnvironmentSpec template =
        spec.withInitialization(Initialization.SNAP_START).toBeDumped(dump.binds());
    try (Environment environment = Environment.prepare(instance, template, logStream, events)) {
      Optional<SnapshotResult.Failed> failure = failure(environment.initialise());
      if (failure.isPresent()) {
        return failure.get();
      }
      return spec.program() instanceof RuntimeProgram.Image image
              && !image.allowsSnapStart()
              && !environment.isRestoreAwaited()
          ? new SnapshotResult.Failed("Runtime.SnapStartNotAllowed", NOT_ALLOWED)
          : environment.dump(dump);
    }
  }

  /**
   * The same after the first invocation, with which all is loaded and connected that it needs. Not
   * as on Lambda.
   *
   * @param spec of any version
   * @param event of the invocation
   */
  SnapshotResult takeWarm(
      EnvironmentSpec spec,
      byte[] event,
      Path folder,
      String logStream,
      Consumer<PlatformEvent.Stamped> events)
      throws InterruptedException {
    Dump dump = Dump.to(criu, folder);
    EnvironmentSpec template = spec.toBeDumped(dump.binds());
    try (Environment environment = Environment.prepare(instance, template, logStream, events)) {
      Optional<SnapshotResult.Failed> failure = failure(environment.initialise());
      if (failure.isPresent()) {
        return failure.get();
      }
      environment.respond(Invocation.of(event), _ -> {});
      InvocationResult result = environment.conclude(); // no rest: what is frozen cannot be dumped
      return switch (result.outcome()) {
        case InvocationOutcome.Success _ ->
            switch (environment.dump(dump)) {
              case SnapshotResult.Taken(Snapshot taken) ->
                  new SnapshotResult.Taken(taken.afterInvocation());
              case SnapshotResult other -> other;
            };
        case InvocationOutcome.Failure failed ->
            new SnapshotResult.Failed(failed.type(), failed.message());
      };
    }
  }

  private static Optional<SnapshotResult.Failed> failure(InitOutcome outcome) {
    return switch (outcome) {
      case InitOutcome.Ready _ -> Optional.empty();
      case InitOutcome.Failed failed ->
          Optional.of(new SnapshotResult.Failed(failed.type(), failed.message()));
      case InitOutcome.TimedOut(var after) ->
          Optional.of(
              new SnapshotResult.Failed(
                  "Runtime.InitTimeout", "init did not end within " + after.toSeconds() + " s"));
    };
  }
}
