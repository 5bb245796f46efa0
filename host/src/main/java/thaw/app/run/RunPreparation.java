package thaw.app.run;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import thaw.app.choice.EventChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.JvmChoice;
import thaw.app.shared.Interruption;
import thaw.app.shared.Stages;
import thaw.app.workspace.Workspace;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.LimitsPolicy;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.pool.Preparation;
import thaw.problem.UserMistake;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.trace.Tracer;

/**
 * Makes functions ready for {@code thaw run}.
 *
 * @param limits of their environments
 * @param starts how environments come to life
 * @param clients the runtime clients of functions
 * @param tracer takes what functions record of themselves, and learns when they are ready
 * @param order in which versions are published
 * @param addresses where all listens; not complete until then
 * @param specified gets each function that was made ready
 */
record RunPreparation(
    Workspace workspace,
    Function<FunctionDefinition, LimitsPolicy> limits,
    StartSettings starts,
    Clients clients,
    Optional<Tracer> tracer,
    PublishingOrder order,
    Future<Addresses> addresses,
    Consumer<EnvironmentSpec> specified)
    implements Preparation.Step {
  /**
   * @param given texts or files by function, as the option has them
   */
  static Map<String, byte[]> warmEvents(Map<String, String> given, Application application) {
    Map<String, byte[]> events = new TreeMap<>();
    given.forEach((name, event) -> {
      FunctionDefinition function =
          application
              .named(name)
              .orElseThrow(() ->
                  new UserMistake(
                      "--warm names no function of the application: " + name,
                      "use one of " + FunctionChoice.shown(application.functions())));
      if (function.isolatesTenants()) {
        throw new UserMistake(
            "--warm has no tenant, and each environment of " + name + " belongs to one",
            "leave out --warm for " + name);
      }
      events.put(function.name(), EventChoice.read(event, "--warm"));
    });
    return events;
  }

  @Override
  public EnvironmentSpec specify(FunctionDefinition function) throws InterruptedException {
    try {
      EnvironmentSpec spec =
          workspace
              .specify(placed(function), JvmChoice.on(starts.jdk(), clients.of(function)))
              .withLimits(limits.apply(function));
      specified.accept(spec);
      tracer.ifPresent(traces -> traces.built(function.name(), System.nanoTime()));
      return tracer.map(traces -> spec.withTraces(Optional.of(traces.receivers()))).orElse(spec);
    } catch (UserMistake e) {
      say(function.name() + " cannot be run", e);
      throw e;
    }
  }

  /** The function with variables that lead to what runs here, where they name that. */
  private FunctionDefinition placed(FunctionDefinition function) throws InterruptedException {
    if (!Addresses.concerns(function)) {
      return function;
    }
    try {
      return addresses.get().over(function);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the program ends before all listens", e);
    }
  }

  @Override
  public EnvironmentSpec publish(
      EnvironmentSpec spec, String logStream, Consumer<PlatformEvent.Stamped> events)
      throws InterruptedException {
    if (spec.function().managed().isPresent()) {
      return spec; // its environments start once, ahead of all requests
    }
    if (!spec.limits().limitsTime()) {
      return spec; // a debugger sees a JVM that starts, not one that is restored
    }
    String version = spec.function().name() + ":" + spec.version();
    try (PublishingOrder.Turn turn = order.take(version);
        Stages stages =
            workspace.stages(() -> "publishing " + version + " (" + turn.place() + ")")) {
      EnvironmentSpec hot = warmed(spec, logStream, events, stages);
      return hot.snapshot().isPresent()
          ? hot
          : workspace.snapshots().published(spec, logStream, events, stages::reach);
    } catch (UserMistake e) {
      say(version + " is not published", e);
      throw e;
    }
  }

  /** A caller is told as well; but perhaps there is none. */
  private void say(String what, UserMistake why) {
    if (!Interruption.hasBegun()) { // then it has not failed, but was ended with all else
      workspace.say(what + ": " + why.getMessage() + ". Remedy: " + why.remedy());
    }
  }

  @Override
  public EnvironmentSpec complete(
      EnvironmentSpec spec, String logStream, Consumer<PlatformEvent.Stamped> events)
      throws InterruptedException {
    if (spec.function().managed().isPresent()) {
      return spec;
    }
    try (Stages stages = workspace.stages(() -> "warming " + spec.function().name())) {
      EnvironmentSpec hot = warmed(spec, logStream, events, stages);
      return hot.snapshot().isPresent() || !starts.restored() || !spec.limits().limitsTime()
          ? hot
          : workspace
              .snapshots()
              .published(
                  spec.withFunction(spec.function().withSnapStart(true)),
                  logStream,
                  events,
                  stages::reach);
    }
  }

  private EnvironmentSpec warmed(
      EnvironmentSpec spec, String logStream, Consumer<PlatformEvent.Stamped> events, Stages stages)
      throws InterruptedException {
    byte[] event = starts.warm().get(spec.function().name());
    return event == null
        ? spec
        : workspace.snapshots().warm(spec, event, logStream, events, stages::reach);
  }

  @Override
  public void hurry(String function, String version) {
    order.prefer(function + ":" + version);
  }
}
