package thaw.app.workspace;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import thaw.app.choice.DataChoice;
import thaw.app.choice.JvmChoice;
import thaw.app.shared.Progress;
import thaw.environment.Environment;
import thaw.environment.ErrorAnswer;
import thaw.environment.ProxyStatus;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.function.FunctionDefinition;
import thaw.platform.Platform;
import thaw.pool.RequestOutcome;
import thaw.problem.UserMistake;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

/**
 * Makes the data that are there before the start: in services, and by functions that are invoked
 * first. One that fails ends the command.
 */
public final class Beforehand {
  private Beforehand() {}

  /**
   * Starts the services with their data, and invokes each function in an environment of its own.
   *
   * @param functions that will be wanted: nobody waits for services where they cannot be built
   */
  public static void start(
      DataChoice.Ready data,
      List<FunctionDefinition> functions,
      Workspace workspace,
      Progress progress)
      throws InterruptedException {
    build(data, functions, workspace);
    workspace.startServices(data.application(), data.seed());
    run(data.before(), workspace, progress);
    workspace.rememberData();
  }

  /** The same for a training, in which functions reach these services and nothing else. */
  public static void startOnly(
      DataChoice.Ready data,
      List<FunctionDefinition> functions,
      Workspace workspace,
      Progress progress)
      throws InterruptedException {
    workspace.requireClosable();
    build(data, functions, workspace);
    workspace.startServicesOnly(data.application(), data.seed());
    run(data.before(), workspace, progress);
    workspace.rememberData();
  }

  private static void build(
      DataChoice.Ready data, List<FunctionDefinition> functions, Workspace workspace)
      throws InterruptedException {
    for (FunctionDefinition function : functions) {
      workspace.build(function);
    }
    for (DataChoice.Step step : data.before()) {
      workspace.build(step.function());
    }
  }

  /** Each in an environment of its own. */
  private static void run(List<DataChoice.Step> steps, Workspace workspace, Progress progress)
      throws InterruptedException {
    for (DataChoice.Step step : steps) {
      EnvironmentSpec spec =
          workspace.specify(step.function(), JvmChoice.on(Optional.empty(), ClientKind.OFFICIAL));
      List<String> log = new ArrayList<>();
      try (Environment environment =
          Environment.prepareWithLog(workspace.instance(), spec, log::add)) {
        environment.initialise();
        InvocationOutcome outcome = environment.invoke(Invocation.of(step.event())).outcome();
        check(step, outcome, log, progress);
      }
    }
  }

  /** Invokes the functions as a client would. */
  public static void run(List<DataChoice.Step> steps, Platform platform, Progress progress)
      throws InterruptedException {
    for (DataChoice.Step step : steps) {
      List<RequestOutcome> outcomes = new ArrayList<>();
      platform.invoke(step.function().name(), Invocation.of(step.event()), false, outcomes::add);
      switch (outcomes.getFirst()) {
        case RequestOutcome.Completed completed ->
            check(step, completed.outcome(), List.of(), progress);
        case RequestOutcome.Throttled(var reason) ->
            throw failed(step, "throttled: " + reason.words());
        case RequestOutcome.Unprepared(String cause, String remedy) ->
            throw new UserMistake(cause(step, cause), remedy);
      }
    }
  }

  private static void check(
      DataChoice.Step step, InvocationOutcome outcome, List<String> log, Progress progress) {
    if (outcome instanceof InvocationOutcome.Failure failure) {
      log.forEach(progress::line);
      throw failed(step, failure.type() + ": " + failure.message());
    }
    Optional<ErrorAnswer> error = ErrorAnswer.of(outcome.payload());
    if (error.isPresent()) {
      log.forEach(progress::line);
      throw failed(step, "it " + error.get().words());
    }
    OptionalInt status = ProxyStatus.of(outcome.payload());
    progress.line(
        "before: "
            + step.function().logicalId()
            + status.stream().mapToObj(s -> " answered " + s).findFirst().orElse(" was invoked"));
  }

  private static String cause(DataChoice.Step step, String why) {
    return "--before " + step.function().logicalId() + " failed: " + why;
  }

  private static UserMistake failed(DataChoice.Step step, String why) {
    return new UserMistake(
        cause(step, why),
        "mend it first, or give it an event that it can serve: --before "
            + step.function().logicalId()
            + "=FILE");
  }
}
