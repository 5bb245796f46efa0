package thaw.platform;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import thaw.environment.Environment;
import thaw.environment.ResourceUse;
import thaw.environment.SharedEnvironment;
import thaw.environment.TouchedPages;
import thaw.environment.launch.EnvironmentSpec;
import thaw.function.CustomerRuntime;
import thaw.function.FunctionDefinition;
import thaw.platform.record.CapacityProvider;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.PlatformLimits;
import thaw.platform.record.Registry;
import thaw.pool.Pool;
import thaw.pool.Preparation;
import thaw.pool.Provisioned;
import thaw.pool.Standby;
import thaw.pool.StartQueue;
import thaw.pool.life.EnvironmentObservation;
import thaw.pool.managed.EnvironmentRange;
import thaw.pool.managed.SharedEnvironments;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.log.Initialization;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.Instance;
import thaw.steady.AllSteps;

/**
 * Keeps what runs, by function and version. Each version has its own environments; those of {@code
 * $LATEST} change with it.
 */
final class Deployments implements AutoCloseable {
  private static final int CLOSES_AT_ONCE = 16;

  /**
   * The time without a request after which an environment is frozen. A client that goes on at once
   * meets functions that were never stopped; longer than that they must make no progress.
   */
  private static final Duration REST_DELAY = Duration.ofMillis(1);

  /**
   * A restore waits for disk and kernel in between; more of them at once would all end late, and no
   * waiting request would get an environment that has responded.
   */
  private static final int RESTORES_PER_CPU = 2;

  /** A shorter wait for a turn is nothing to tell. */
  private static final Duration FELT_WAIT = Duration.ofMillis(50);

  private final Map<Key, Deployment> deployments = new ConcurrentHashMap<>();
  private final Instance instance;
  private final Registry registry;
  private final Definitions definitions;
  private final FunctionRuntimes runtimes;
  private final Preparation.Step step;
  private final PlatformLimits limits;
  private final Consumer<EnvironmentObservation> observer;
  private final Consumer<RuntimeException> problems;
  private final LongSupplier nanoClock;
  private final DelayedExecutor later;
  private final Function<String, OptionalDouble> cpuTargets;
  private final StartQueue starts;
  private final StartQueue restores;

  private record Key(String function, String version) {}

  /**
   * @param cpuTargets as {@link CapacityProviders#cpuTarget} has them
   */
  Deployments(
      Instance instance,
      Registry registry,
      Definitions definitions,
      FunctionRuntimes runtimes,
      Preparation.Step step,
      PlatformLimits limits,
      Consumer<EnvironmentObservation> observer,
      Consumer<RuntimeException> problems,
      LongSupplier nanoClock,
      Function<String, OptionalDouble> cpuTargets) {
    this.instance = instance;
    this.registry = registry;
    this.definitions = definitions;
    this.runtimes = runtimes;
    this.step = step;
    this.limits = limits;
    this.observer = observer;
    this.problems = problems;
    this.nanoClock = nanoClock;
    this.cpuTargets = cpuTargets;
    this.later = new DelayedExecutor(REST_DELAY, problems);
    int cpus = Runtime.getRuntime().availableProcessors();
    this.starts = new StartQueue(cpus);
    this.restores = new StartQueue(RESTORES_PER_CPU * cpus);
  }

  Deployment of(String function, FunctionVersion version) {
    return deployments.computeIfAbsent(
        new Key(function, version.version()), _ -> create(function, version));
  }

  /** One that nobody uses yet. */
  Deployment create(String function, FunctionVersion version) {
    Preparations ready =
        new Preparations(
            () -> runtimes.choose(function, version),
            runtime -> preparation(function, version, runtime));
    Standby<Environment> standby =
        new Standby<>(
            () -> prepared(function, spec(ready)),
            Environment::close,
            Environment::isSound,
            problems);
    return new Deployment(
        ready,
        standby,
        () ->
            new Pool<>(
                turn -> onDemand(standby, ready, turn),
                whenItCame -> turn(ready, whenItCame),
                Environment::close,
                Environment::isSound,
                problems,
                limits.idle(),
                limits.reuses(),
                nanoClock,
                later),
        version.isShared()
            ? Optional.of(
                new SharedEnvironments(
                    whenItEnds -> startedShared(function, ready, whenItEnds),
                    () -> environments(function, version),
                    limits.throttling().in(version.settings().memoryMiB()),
                    limits.idle(),
                    nanoClock,
                    problems))
            : Optional.empty());
  }

  /** Averages the use of the function's environments on managed instances; empty without any. */
  Optional<ResourceUse> use(String function) {
    return ResourceUse.average(
        deployments.entrySet().stream()
            .filter(each -> each.getKey().function().equals(function))
            .flatMap(each -> each.getValue().shared().stream())
            .flatMap(shared -> shared.uses().stream())
            .toList());
  }

  /** Whether a version on managed instances has environments, and is to have some. */
  Activity activity(String function, FunctionVersion version) {
    if (!version.isShared() || environments(function, version).most() > 0) {
      return Activity.ACTIVE;
    }
    Deployment there = deployments.get(new Key(function, version.version()));
    return there == null || there.shared().map(SharedEnvironments::isEmpty).orElse(true)
        ? Activity.DEACTIVATED
        : Activity.DEACTIVATING;
  }

  /** Returns the number of environments that a version on managed instances is to have. */
  private EnvironmentRange environments(String function, FunctionVersion version) {
    CapacityProvider.Scaling scaling =
        registry
            .find(function)
            .map(record -> record.scaling().get(version.version()))
            .orElse(CapacityProvider.Scaling.DEFAULT);
    CapacityProvider.@Nullable Use use = version.settings().capacity();
    return new EnvironmentRange(
        scaling.leastOrDefault(),
        scaling.mostOrDefault(),
        use == null ? OptionalDouble.empty() : cpuTargets.apply(use.arn()));
  }

  private SharedEnvironment startedShared(String function, Preparations ready, Runnable whenItEnds)
      throws InterruptedException {
    EnvironmentSpec spec = spec(ready).withInitialization(Initialization.MANAGED_INSTANCES);
    String stream = Environment.newLogStream(spec);
    try (StartQueue.Turn turn = starts.take()) {
      SharedEnvironment environment =
          SharedEnvironment.prepare(
              instance,
              spec,
              stream,
              event ->
                  observer.accept(
                      new EnvironmentObservation(function, spec.version(), stream, event)));
      try {
        turn.watch(environment::wantedNanos);
        switch (environment.initialise(whenItEnds)) {
          case InitOutcome.Ready() -> {
            return environment;
          }
          case InitOutcome.Failed(String type, String message, _) ->
              throw new Provisioned.InitFailed("its init failed: " + type + ": " + message);
          case InitOutcome.TimedOut(Duration lost) ->
              throw new Provisioned.InitFailed(
                  "its init took longer than it may: " + lost.toSeconds() + " s");
        }
      } catch (InterruptedException | RuntimeException | Error e) {
        try {
          environment.close();
        } catch (RuntimeException | Error failedClose) {
          e.addSuppressed(failedClose);
        }
        throw e;
      }
    }
  }

  private Memoized<Preparation.Ready> preparation(
      String function, FunctionVersion version, Optional<FunctionRuntimes.Chosen> runtime) {
    RecentFailure failure = new RecentFailure(nanoClock);
    return new Memoized<>(() -> {
      FunctionDefinition definition = definition(function, version, runtime);
      EnvironmentSpec spec = step.specify(definition).withVersion(version.version());
      boolean snapshot =
          definition.snapStart() && !version.version().equals(EnvironmentSpec.LATEST);
      return new Preparation.Ready(
          failure.unlessRecent(() -> completed(function, spec, snapshot)), Instant.now());
    });
  }

  private FunctionDefinition definition(
      String function, FunctionVersion version, Optional<FunctionRuntimes.Chosen> runtime) {
    FunctionDefinition definition = definitions.definition(function, version);
    Optional<CustomerRuntime> onImage =
        runtime.flatMap(
            chosen -> definition.customerRuntime().map(named -> named.with(chosen.image())));
    return onImage.isPresent() ? definition.withCustomerRuntime(onImage) : definition;
  }

  private EnvironmentSpec completed(String function, EnvironmentSpec spec, boolean snapshot)
      throws InterruptedException {
    String stream = Environment.newLogStream(spec);
    Consumer<PlatformEvent.Stamped> events =
        event ->
            observer.accept(new EnvironmentObservation(function, spec.version(), stream, event));
    return snapshot ? step.publish(spec, stream, events) : step.complete(spec, stream, events);
  }

  /** A request is for a version that is not published yet. */
  void hurry(String function, FunctionVersion version) {
    step.hurry(function, version.version());
  }

  /** Lets requests run in the other one from now on; those that run already end where they are. */
  void replace(String function, FunctionVersion version, Deployment other) {
    Deployment before = deployments.put(new Key(function, version.version()), other);
    if (before != null) {
      retire(before);
    }
  }

  void retire(String function, String version) {
    Deployment before = deployments.remove(new Key(function, version));
    if (before != null) {
      retire(before);
    }
  }

  void retire(String function) {
    for (Key key : List.copyOf(deployments.keySet())) {
      if (key.function().equals(function)) {
        retire(function, key.version());
      }
    }
  }

  private void retire(Deployment deployment) {
    try {
      deployment.retire();
      deployment.snapshots().forEach(snapshot -> TouchedPages.drop(instance, snapshot));
    } catch (RuntimeException e) {
      problems.accept(e);
    }
  }

  /** A true cold start. An init that fails is repeated inside the request, as on Lambda. */
  private static Environment onDemand(
      Standby<Environment> standby, Preparations ready, StartQueue.Turn turn)
      throws InterruptedException {
    Environment environment = standby.take();
    try {
      if (turn.waited().compareTo(FELT_WAIT) > 0) {
        environment.startAwaited(turn.waited(), turn.atOnce());
      }
      turn.watch(environment::wantedNanos);
      environment.initialise();
      if (spec(ready).snapshot().isPresent()) {
        standby.refill();
      }
      return environment;
    } catch (InterruptedException | RuntimeException | Error e) {
      close(environment, e);
      throw e;
    }
  }

  /** A restore takes little CPU time, and waits for no init. */
  private StartQueue.Turn turn(Preparations ready, Runnable whenItCame)
      throws InterruptedException {
    boolean restored = spec(ready).snapshot().isPresent();
    return (restored ? restores : starts).join(whenItCame);
  }

  private static EnvironmentSpec spec(Preparations ready) throws InterruptedException {
    return ready.next(Deployment.PREPARATION_PATIENCE).spec();
  }

  private Environment prepared(String function, EnvironmentSpec spec) {
    String stream = Environment.newLogStream(spec);
    return Environment.prepare(
        instance,
        spec,
        stream,
        event ->
            observer.accept(new EnvironmentObservation(function, spec.version(), stream, event)));
  }

  /** Started ahead of requests. */
  Provisioned<Environment> provisioned(
      String function, Deployment deployment, int requested, Runnable ready) {
    return new Provisioned<>(
        requested,
        () -> startedAhead(function, deployment),
        Environment::close,
        Environment::isSound,
        problems,
        ready,
        later);
  }

  private Environment startedAhead(String function, Deployment deployment)
      throws InterruptedException {
    if (!(deployment.prepareNext() instanceof Preparation.Ready(EnvironmentSpec spec, _))) {
      throw new Provisioned.InitFailed("not prepared");
    }
    try (StartQueue.Turn turn = starts.take()) {
      return startedAhead(function, spec, turn);
    }
  }

  private Environment startedAhead(String function, EnvironmentSpec spec, StartQueue.Turn turn)
      throws InterruptedException {
    Environment environment =
        prepared(function, spec.withInitialization(Initialization.PROVISIONED_CONCURRENCY));
    try {
      turn.watch(environment::wantedNanos);
      if (!(environment.initialise() instanceof InitOutcome.Ready)) {
        throw new Provisioned.InitFailed("init failed");
      }
      environment.rest();
      return environment;
    } catch (InterruptedException | RuntimeException | Error e) {
      close(environment, e);
      throw e;
    }
  }

  private static void close(Environment environment, Throwable because) {
    try {
      environment.close();
    } catch (RuntimeException | Error failedClose) {
      because.addSuppressed(failedClose);
    }
  }

  /** Ends environments that were idle for too long. */
  void recycle() {
    for (Deployment deployment : deployments.values()) {
      try {
        deployment.recycle();
      } catch (RuntimeException e) { // the others must be looked at
        problems.accept(e);
      }
    }
  }

  /** Ends all environments. Requests that run are interrupted and fail. */
  @Override
  public void close() {
    try {
      AllSteps.each(List.copyOf(deployments.values()), CLOSES_AT_ONCE, Deployment::close);
    } finally {
      later.close();
    }
  }
}
