package thaw.environment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import thaw.sandbox.Bind;
import thaw.sandbox.Instance;
import thaw.snapshot.CriuCommand;

/**
 * Takes the snapshot of a published version: init phase in an environment of its own, hooks, dump.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/snapstart.html">Lambda SnapStart</a>
 */
public record SnapshotTaking(Instance instance, CriuCommand criu) {
  /**
   * @param spec of the published version
   * @param folder for the snapshot, empty
   * @param events gets the timeline of the init phase
   */
  public SnapshotResult take(
      EnvironmentSpec spec, Path folder, String logStream, Consumer<PlatformEvent.Stamped> events)
      throws InterruptedException {
    Dump dump = Dump.to(criu, folder);
    List<Bind> binds = new ArrayList<>(spec.binds());
    binds.add(dump.bind());
    EnvironmentSpec template = spec.withInitialization(Initialization.SNAP_START).withBinds(binds);
    try (Environment environment = Environment.prepare(instance, template, logStream, events)) {
      return switch (environment.initialise()) {
        case InitOutcome.Ready _ -> environment.dump(dump);
        case InitOutcome.Failed failed ->
            new SnapshotResult.Failed(failed.type(), failed.message());
        case InitOutcome.TimedOut(var after) ->
            new SnapshotResult.Failed(
                "Runtime.InitTimeout", "init did not end within " + after.toSeconds() + " s");
      };
    }
  }
}
