package thaw.race;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.app.choice.DataChoice;
import thaw.app.choice.EventChoice;
import thaw.app.shared.Progress;
import thaw.app.workspace.Beforehand;
import thaw.app.workspace.Workspace;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.problem.UserMistake;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

/** The job {@code race}: what many requests at a time do to each other in one environment. */
public final class RaceJob {
  /** The smallest that a function on managed instances can have. */
  private static final MemorySize MEMORY = new MemorySize(2048);

  private static final Duration TIMEOUT = Duration.ofMinutes(15);

  private RaceJob() {}

  /**
   * Builds the function, has it race with itself, and judges. Prints nothing.
   *
   * @throws UserMistake when that is not possible as it was asked for
   */
  public static RaceResult run(RaceRequest request, Progress progress) throws InterruptedException {
    request.data().requireNoOrder();
    request.events().forEach(EventChoice::check);
    DataChoice.Ready ready = request.data().ready(request.source(), progress::line);
    Application application = ready.application();
    FunctionDefinition function = request.function().of(application, request.source());
    request.source().sayDefaults(List.of(function), progress);
    requireZip(function);
    List<String> events = new ArrayList<>();
    for (EventChoice event : request.events()) {
      events.add(
          new String(event.of(application, function, progress::line), StandardCharsets.UTF_8));
    }
    RacePlan plan =
        new RacePlan(
            function.handler(),
            events,
            request.threads(),
            request.rounds(),
            request.requests(),
            request.seed());
    try (Workspace workspace = Workspace.open(progress)) {
      workspace.requireJdk(request.function().jvm());
      workspace.letReach(request.source().reachesHost());
      Beforehand.start(ready, List.of(function), workspace, progress);
      EnvironmentSpec spec = workspace.specify(function, request.function().jvm());
      requireJava(spec.program());
      return raced(workspace, spec, plan, progress);
    }
  }

  private static void requireZip(FunctionDefinition function) {
    if (function.code() instanceof CodeSource.Image) {
      throw new UserMistake(
          "thaw race does not support container images, whose classes Thaw does not rewrite: "
              + function.logicalId(),
          "give the same classes as a function with CodeUri, Handler and Runtime");
    }
  }

  private static void requireJava(RuntimeProgram program) {
    if (!(program instanceof RuntimeProgram.Java)) {
      throw new UserMistake(
          "thaw race supports only functions with a Java runtime",
          "name a function with a runtime such as java21");
    }
  }

  private static RaceResult raced(
      Workspace workspace, EnvironmentSpec spec, RacePlan plan, Progress progress)
      throws InterruptedException {
    try {
      Path task = Files.createTempDirectory(workspace.instance().directory(), "race-");
      Files.setPosixFilePermissions(task, PosixFilePermissions.fromString("rwxr-xr-x"));
      RaceTask.LaidOut laidOut =
          RaceTask.layOut(
              spec.code().root(),
              workspace.program().resolve("race/function"),
              task,
              plan,
              new OwnClasses());
      if (laidOut.instrumented() == 0) {
        throw new UserMistake(
            "the function has no class of its own that could be instrumented",
            "give its classes outside of lib and of layers: what is in jars there is taken as"
                + " libraries");
      }
      DeploymentPackage code =
          new DeploymentPackage(task, spec.code().codeSha256(), spec.code().codeSizeBytes());
      FunctionDefinition racing =
          spec.function()
              .withHandler(RaceTask.HANDLER)
              .withMemory(MEMORY)
              .withTimeout(TIMEOUT)
              .withManaged(Optional.empty()); // one request, which has the threads itself
      EnvironmentSpec raced = spec.withCode(code).withFunction(racing);
      RaceReport report = report(workspace, raced, progress);
      return new RaceResult(
          spec.function().logicalId(),
          laidOut.instrumented(),
          plan.seed(),
          report,
          report.seenInCodeOnly(laidOut.suspects()));
    } catch (IOException e) {
      throw new UncheckedIOException("could not lay out the code that races: " + e, e);
    }
  }

  private static RaceReport report(Workspace workspace, EnvironmentSpec spec, Progress progress)
      throws InterruptedException {
    try (Environment environment =
        Environment.prepareWithLog(workspace.instance(), spec, progress::line)) {
      environment.initialise();
      InvocationResult result =
          environment.invoke(Invocation.of("{}".getBytes(StandardCharsets.UTF_8)));
      return switch (result.outcome()) {
        case InvocationOutcome.Success success -> RaceReport.read(success.payload());
        case InvocationOutcome failure ->
            throw new UserMistake(
                "the function failed while its races were looked for: "
                    + new String(failure.payload(), StandardCharsets.UTF_8),
                "see that thaw invoke works with the same events");
      };
    }
  }
}
