package thaw.platform;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import thaw.environment.AwaitedEnd;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.SharedEnvironment;
import thaw.platform.record.Alias;
import thaw.platform.record.Arn;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;
import thaw.pool.AfterResponse;
import thaw.pool.InFlight;
import thaw.pool.PayloadObservation;
import thaw.pool.Pool;
import thaw.pool.Preparation;
import thaw.pool.Provisioned;
import thaw.pool.RequestOutcome;
import thaw.pool.ThrottleReason;
import thaw.pool.managed.SharedEnvironments;
import thaw.problem.UserMistake;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

/**
 * A request's way to an environment, and its outcome's way back: which version it is for, whether
 * that can be run, whether the limits of concurrency let it in, and which environment has it.
 *
 * <p>Any number of threads may call. {@link Platform} says what callers can expect.
 */
final class Invocations {
  private final Registry registry;
  private final Deployments deployments;
  private final Concurrency concurrency;
  private final FirstPublication publication;
  private final DoubleSupplier random;
  private final AfterResponse afterResponse = new AfterResponse();
  private final InFlight inFlight = new InFlight();
  private final DurableFunctions durable = new DurableFunctions(this);
  private volatile Consumer<PayloadObservation> payloads = _ -> {};

  /**
   * @param random 0 (inclusive) to 1 (exclusive): which version an alias with weights leads to
   */
  Invocations(
      Registry registry,
      Deployments deployments,
      Concurrency concurrency,
      FirstPublication publication,
      DoubleSupplier random) {
    this.registry = registry;
    this.deployments = deployments;
    this.concurrency = concurrency;
    this.publication = publication;
    this.random = random;
  }

  void observePayloads(Consumer<PayloadObservation> observer) {
    payloads = payloads.andThen(observer);
  }

  boolean drain(Duration patience) {
    return inFlight.drain(patience);
  }

  DurableFunctions durable() {
    return durable;
  }

  /** Has a durable function process an event of its execution, or another one its own. */
  RequestOutcome invokeItself(String name, Invocation invocation) throws InterruptedException {
    AtomicReference<@Nullable RequestOutcome> outcome = new AtomicReference<>();
    inFlight.enter();
    try {
      Request request = new Request(name, invocation, false, _ -> {}, outcome::set);
      run(request, version(request, Optional.empty()), null);
    } finally {
      inFlight.leave();
    }
    return Objects.requireNonNull(outcome.get());
  }

  /** Returns when the request has its outcome. */
  void invoke(
      String name,
      Invocation invocation,
      boolean wantsLog,
      Consumer<String> chosen,
      Consumer<RequestOutcome> onOutcome)
      throws InterruptedException {
    inFlight.enter();
    try {
      Request request = new Request(name, invocation, wantsLog, chosen, onOutcome);
      run(request, Optional.empty(), null);
    } finally {
      inFlight.leave();
    }
  }

  /** Returns when an environment that takes many requests has it, or when it has its outcome. */
  void begin(
      String name,
      Optional<FunctionVersion> drawn,
      Invocation invocation,
      boolean wantsLog,
      Consumer<RequestOutcome> onOutcome,
      Consumer<RuntimeException> fault)
      throws InterruptedException {
    inFlight.enter();
    boolean goesOn = false;
    try {
      goesOn = run(new Request(name, invocation, wantsLog, _ -> {}, onOutcome), drawn, fault);
    } finally {
      if (!goesOn) {
        inFlight.leave();
      }
    }
  }

  /**
   * @param drawn the version, where it has been chosen already
   * @param fault null for a caller who waits for the outcome
   * @return whether the request goes on without the calling thread
   */
  private boolean run(
      Request request, Optional<FunctionVersion> drawn, @Nullable Consumer<RuntimeException> fault)
      throws InterruptedException {
    FunctionVersion version = version(request, drawn);
    if (version != null && version.isDurable()) {
      request.onOutcome.accept(durable.run(request.name, version, request.invocation));
      return false;
    }
    return run(request, version, fault);
  }

  /** Returns the version that a request is for; null when it cannot be run, and has its outcome. */
  private @Nullable FunctionVersion version(Request request, Optional<FunctionVersion> drawn)
      throws InterruptedException {
    Optional<Preparation.Failed> missing =
        publication.await(request.name, request.invocation.qualifier());
    if (missing.isPresent()) {
      request.onOutcome.accept(unprepared(missing.get()));
      return null;
    }
    FunctionVersion version =
        drawn.orElseGet(() -> target(request.name, request.invocation.qualifier().orElse("")));
    version.requireTenant(request.invocation.tenant());
    return version;
  }

  private boolean run(
      Request request,
      @Nullable FunctionVersion version,
      @Nullable Consumer<RuntimeException> fault)
      throws InterruptedException {
    if (version == null) {
      return false;
    }
    if (version.isShared()) {
      return runShared(request, version, fault);
    }
    runAlone(request, version);
    return false;
  }

  /** Returns whether a function has a durable version, without choosing one for a request. */
  boolean hasDurableVersion(String name) {
    return registry.find(name).filter(FunctionRecord::hasDurableVersion).isPresent();
  }

  /** Returns the version that a request is for, chosen by chance where an alias has weights. */
  FunctionVersion target(String name, String qualifier) {
    FunctionVersion version =
        registry
            .find(name)
            .flatMap(function -> {
              Alias alias = function.aliases().get(qualifier);
              String named = alias == null ? qualifier : alias.choose(random);
              return named.isEmpty() && function.latest().settings().capacity() != null
                  ? function.latestPublished()
                  : function.version(named);
            })
            .orElseThrow(() ->
                Refused.functionNotFound(
                    Arn.function(name, qualifier.isEmpty() ? "$LATEST" : qualifier)));
    if (version.isActiveNonInvocable()) {
      throw Rollout.inState("ActiveNonInvocable");
    }
    if (version.life().state() == FunctionVersion.State.PENDING) {
      deployments.hurry(name, version);
      throw Rollout.pending(version.life().state());
    }
    return version;
  }

  /** Runs a request in an environment that has one at a time: a provisioned one, or one of all. */
  private void runAlone(Request request, FunctionVersion version) throws InterruptedException {
    Deployment deployment = deployments.of(request.name, version);
    if (deployment.prepare() instanceof Preparation.Failed failed) {
      request.end(unprepared(failed));
      return;
    }
    request.begin(version);
    Optional<String> tenant = request.invocation.tenant();
    // Provisioned environments belong to no tenant.
    Optional<Provisioned<Environment>> provisioned =
        tenant.isPresent() ? Optional.empty() : deployment.provisioned();
    if (provisioned.isPresent() && request.runIdle(provisioned.get().pool())) {
      return;
    }
    Optional<ThrottleReason> refusal = concurrency.enter(request.name);
    if (refusal.isPresent()) {
      request.end(new RequestOutcome.Throttled(refusal.get()));
      return;
    }
    request.counted.set(true);
    try {
      request.run(deployment.pool(tenant));
    } catch (UserMistake mistake) { // its runtime has become another one since it was prepared
      request.end(
          new RequestOutcome.Unprepared(String.valueOf(mistake.getMessage()), mistake.remedy()));
    } finally {
      request.leave();
    }
  }

  /**
   * Runs a request on managed instances: what has no room is refused, and waits for nothing.
   *
   * @return whether it goes on without the calling thread
   */
  private boolean runShared(
      Request request, FunctionVersion version, @Nullable Consumer<RuntimeException> fault)
      throws InterruptedException {
    if (version.life().state() == FunctionVersion.State.FAILED) { // for good, as it is published
      request.end(
          new RequestOutcome.Unprepared(
              String.valueOf(version.life().reason()),
              "see the function's log, mend its init code, and publish another version"));
      return false;
    }
    request.begin(version);
    while (true) {
      Deployment deployment = deployments.of(request.name, version);
      if (deployment.prepare() instanceof Preparation.Failed failed) {
        request.end(unprepared(failed));
        return false;
      }
      SharedEnvironments environments = deployment.shared().orElseThrow();
      if (!environments.isActive()) {
        throw Rollout.inState(deployments.activity(request.name, version).lambdaName());
      }
      Optional<ThrottleReason> refusal;
      if (fault != null) {
        refusal = environments.begin(request.invocation, new Unawaited(request, fault));
      } else {
        AwaitedEnd end = new AwaitedEnd(request::completed);
        refusal = environments.begin(request.invocation, end);
        if (refusal.isEmpty()) {
          end.await();
        }
      }
      if (refusal.isEmpty()) {
        return fault != null;
      }
      requireThere(request.name, version);
      if (!environments.isClosed() || deployments.of(request.name, version) == deployment) {
        concurrency.count(request.name, refusal.get());
        request.end(new RequestOutcome.Throttled(refusal.get()));
        return false;
      }
    }
  }

  /** Requires that the version has not been deleted meanwhile. */
  private void requireThere(String name, FunctionVersion version) {
    if (registry.find(name).flatMap(function -> function.version(version.version())).isEmpty()) {
      throw Refused.functionNotFound(Arn.function(name, version.version()));
    }
  }

  private static RequestOutcome unprepared(Preparation.Failed failed) {
    return new RequestOutcome.Unprepared(failed.cause(), failed.remedy());
  }

  /** One request, on the thread that has brought it and on the one that brings its outcome. */
  private final class Request {
    private final String name;
    private final Invocation invocation;
    private final boolean wantsLog;
    private final Consumer<String> chosen;
    private final Consumer<RequestOutcome> onOutcome;
    private final Consumer<PayloadObservation> seen = payloads;
    private final AtomicBoolean counted = new AtomicBoolean(); // against the concurrency
    private String version = "";

    Request(
        String name,
        Invocation invocation,
        boolean wantsLog,
        Consumer<String> chosen,
        Consumer<RequestOutcome> onOutcome) {
      this.name = name;
      this.invocation = invocation;
      this.wantsLog = wantsLog;
      this.chosen = chosen;
      this.onOutcome = onOutcome;
    }

    void begin(FunctionVersion target) {
      version = target.version();
      seen.accept(new PayloadObservation.Came(invocation.requestId(), name, invocation.payload()));
      chosen.accept(version);
    }

    void run(Pool<Environment> pool) throws InterruptedException {
      if (wantsLog) {
        end(pool.use(this::concluded));
      } else {
        pool.use(this::answered, afterResponse);
      }
    }

    /** Returns whether an environment was free. */
    boolean runIdle(Pool<Environment> pool) throws InterruptedException {
      if (wantsLog) {
        Optional<RequestOutcome> outcome = pool.useIdle(this::concluded);
        outcome.ifPresent(this::end);
        return outcome.isPresent();
      }
      return pool.useIdle(this::answered, afterResponse).isPresent();
    }

    /** Returns null when the environment broke while it was idle. */
    private @Nullable RequestOutcome concluded(Environment environment)
        throws InterruptedException {
      InvocationResult result = environment.invokeUnlessEnded(invocation);
      return result == null
          ? null
          : new RequestOutcome.Completed(
              result.outcome(), Optional.of(environment.logTail()), version);
    }

    /** Returns null when the environment broke while it was idle. */
    private @Nullable Boolean answered(Environment environment) throws InterruptedException {
      return environment.respond(invocation, this::completed) ? Boolean.TRUE : null;
    }

    void completed(InvocationOutcome outcome) {
      end(new RequestOutcome.Completed(outcome, Optional.empty(), version));
    }

    /** Leaves before the caller knows: its next request must not be refused for this one. */
    void end(RequestOutcome outcome) {
      leave();
      seen.accept(PayloadObservation.of(invocation, outcome));
      onOutcome.accept(outcome);
    }

    void leave() {
      if (counted.compareAndSet(true, false)) {
        concurrency.leave(name);
      }
    }
  }

  /** A request that nobody waits for, and that is in flight until it has ended. */
  private final class Unawaited implements SharedEnvironment.Requester {
    private final Request request;
    private final Consumer<RuntimeException> fault;

    Unawaited(Request request, Consumer<RuntimeException> fault) {
      this.request = request;
      this.fault = fault;
    }

    @Override
    public void answered(InvocationOutcome outcome) {
      request.completed(outcome);
    }

    @Override
    public void failed(RuntimeException problem) {
      inFlight.leave();
      fault.accept(problem);
    }

    @Override
    public void ended(InvocationResult result) {
      inFlight.leave();
    }
  }
}
