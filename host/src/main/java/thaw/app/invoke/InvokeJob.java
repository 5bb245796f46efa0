package thaw.app.invoke;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.app.choice.DataChoice;
import thaw.app.choice.EventChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.shared.Progress;
import thaw.app.workspace.Beforehand;
import thaw.app.workspace.FirstAnswers;
import thaw.app.workspace.LogCause;
import thaw.app.workspace.Workspace;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.SharedEnvironment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.presentation.text.Text;
import thaw.problem.UserMistake;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.log.Initialization;
import thaw.runtimeapi.log.PlatformLog;

/** The job {@code invoke}: a function in a new execution environment. */
public final class InvokeJob {
  private InvokeJob() {}

  /**
   * Builds the function, starts it and invokes it. Prints nothing.
   *
   * @throws UserMistake when it cannot be invoked as it was asked for
   */
  public static InvokeResult run(InvokeRequest request, InvokeListener listener)
      throws InterruptedException {
    SourceChoice source = request.source();
    DataChoice data = request.data();
    data.requireNoOrder();
    request.event().check();
    Progress progress = listener.progress();
    DataChoice.Ready ready = data.ready(source, progress::line);
    Application application = ready.application();
    FunctionDefinition function = request.function().of(application, source);
    request.event().own(application, function); // a mistake in it is told before all that is built
    application.warnings().forEach(warning -> progress.line("warning: " + warning));
    source.sayDefaults(List.of(function), progress);
    try (Workspace workspace = Workspace.open(progress)) {
      workspace.requireJdk(request.function().jvm());
      workspace.letReach(source.reachesHost());
      workspace.sayWhatIsMissing();
      Beforehand.start(ready, List.of(function), workspace, progress);
      EnvironmentSpec plain = workspace.specify(function, request.function().jvm());
      byte[] input =
          new FirstAnswers(workspace, application, request.event(), Optional.empty(), progress)
              .among(plain);
      EnvironmentSpec spec = request.pageCache().of(plain);
      ofLatest(function, source).ifPresent(progress::line);
      InvokeResult result = invoked(workspace, spec, input, request.times(), listener);
      if (result.invocations().stream().anyMatch(each -> EventChoice.isOfEvent(each.outcome()))
          && request.event().isForWant(application, function, input)) {
        progress.line(function.shown() + " fails at the event {}: " + EventChoice.SERVABLE);
      }
      return result;
    }
  }

  /** Says of a function with SnapStart that this start has none, and where one is to be seen. */
  static Optional<String> ofLatest(FunctionDefinition function, SourceChoice source) {
    return function.snapStart() && function.managed().isEmpty()
        ? Optional.of(
            "%s has SnapStart in its template, which is of published versions only: this is $LATEST, and starts with a plain init. A restored start: thaw why %s --function %s"
                .formatted(function.shown(), source.named(), Text.quoted(function.shown())))
        : Optional.empty();
  }

  private static InvokeResult invoked(
      Workspace workspace, EnvironmentSpec spec, byte[] input, int times, InvokeListener listener)
      throws InterruptedException {
    if (spec.function().managed().isPresent()) {
      return shared(workspace, spec, input, times, listener);
    }
    List<InvocationResult> results = new ArrayList<>();
    try (Environment environment =
        Environment.prepareWithLog(workspace.instance(), spec, listener::logged)) {
      environment.initialise();
      for (int i = 0; i < times; i++) {
        InvocationResult result = environment.invoke(Invocation.of(input));
        if (i == 0) {
          tell(spec, input, result, listener);
        }
        listener.invoked(result);
        results.add(result);
      }
    }
    return new InvokeResult(results);
  }

  private static void tell(
      EnvironmentSpec spec, byte[] input, InvocationResult result, InvokeListener listener) {
    if (LogCause.isError(result.outcome())) {
      LogCause.tellVariables(spec, listener.progress());
    }
    FirstAnswers.refused(
            spec.function(),
            "its event",
            input,
            result.outcome(),
            Optional.empty(),
            Optional.empty())
        .ifPresent(each -> FirstAnswers.tell(each, listener.progress()));
  }

  /**
   * Invokes the function in the environment of managed instances, where no invocation waits for the
   * init phase.
   */
  private static InvokeResult shared(
      Workspace workspace, EnvironmentSpec spec, byte[] input, int times, InvokeListener listener)
      throws InterruptedException {
    List<InvocationResult> results = new ArrayList<>();
    try (SharedEnvironment environment =
        SharedEnvironment.prepare(
            workspace.instance(),
            spec.withInitialization(Initialization.MANAGED_INSTANCES),
            Environment.newLogStream(spec),
            event -> event.text().map(PlatformLog::lines).ifPresent(listener::logged))) {
      if (!(environment.initialise(() -> {}) instanceof InitOutcome.Ready)) {
        throw new UserMistake(
            "the init phase of " + spec.function().name() + " failed: no request reaches it",
            "see its log above");
      }
      for (int i = 0; i < times; i++) {
        Optional<InvocationResult> result = environment.respond(Invocation.of(input), _ -> {});
        if (result.isEmpty()) {
          throw new UserMistake(
              spec.function().name() + " has ended, or none of its threads is free",
              "see its log above");
        }
        if (i == 0) {
          tell(spec, input, result.get(), listener);
        }
        listener.invoked(result.get());
        results.add(result.get());
      }
    }
    return new InvokeResult(results);
  }
}
