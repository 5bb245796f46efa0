package thaw.app.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.app.choice.JvmChoice;
import thaw.environment.Environment;
import thaw.environment.SnapshotResult;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.Snapshot;
import thaw.files.Trees;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.Instance;
import thaw.snapshot.CriuCommand;
import thaw.snapshot.CriuProbe;
import thaw.snapshot.CriuSelfTest;
import thaw.snapstart.SnapshotTaking;

/**
 * Whether CRIU can do in a box, where functions run, what it is for: a small function is dumped and
 * restored there. What works outside may fail in it, which has other files and other rights.
 *
 * @param code of the function
 */
record SandboxTrial(Workspace workspace, Path code) implements CriuProbe.Trial {
  private static final String HANDLER = "thaw.training.TrainingFunction::handleRequest";
  private static final int MEMORY_MIB = 512;

  @Override
  public CriuSelfTest.Result run(CriuCommand criu) throws IOException {
    try {
      Optional<String> problem = problem(criu);
      return new CriuSelfTest.Result(
          problem.isEmpty(), problem.orElse("a function was dumped and restored"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new CriuSelfTest.Result(false, "it was interrupted");
    }
  }

  private Optional<String> problem(CriuCommand criu) throws IOException, InterruptedException {
    Instance instance = workspace.instance();
    EnvironmentSpec spec =
        workspace
            .specify(function(), JvmChoice.on(Optional.of(ownJdk()), ClientKind.OFFICIAL))
            .withVersion("1");
    Path folder = Files.createTempDirectory(instance.directory(), "trial-");
    List<String> said = Collections.synchronizedList(new ArrayList<>());
    Consumer<PlatformEvent.Stamped> events = event -> event.text().ifPresent(said::add);
    try {
      return switch (new SnapshotTaking(instance, criu).take(spec, folder, stream(spec), events)) {
        case SnapshotResult.Taken(Snapshot taken) -> restoreProblem(spec, taken, said, events);
        case SnapshotResult.Impossible(String reason) -> Optional.of("dump failed: " + reason);
        case SnapshotResult.Failed(String type, String message) ->
            Optional.of("the function did not start: " + type + ": " + message);
      };
    } finally {
      Trees.delete(folder);
    }
  }

  private Optional<String> restoreProblem(
      EnvironmentSpec spec,
      Snapshot taken,
      List<String> said,
      Consumer<PlatformEvent.Stamped> events)
      throws InterruptedException {
    try (Environment clone =
        Environment.prepare(workspace.instance(), spec.restoredFrom(taken), stream(spec), events)) {
      return clone.initialise() instanceof InitOutcome.Ready
          ? Optional.empty()
          : Optional.of(
              "restore failed: " + (said.isEmpty() ? "nothing was said" : said.getLast()));
    }
  }

  private static String stream(EnvironmentSpec spec) {
    return Environment.newLogStream(spec);
  }

  private static String ownJdk() {
    return System.getProperty("java.home");
  }

  private FunctionDefinition function() {
    return ApplicationReader.read(code, ReadOptions.defaults().withHandler(HANDLER))
        .functions()
        .getFirst()
        .withMemory(new MemorySize(MEMORY_MIB));
  }
}
