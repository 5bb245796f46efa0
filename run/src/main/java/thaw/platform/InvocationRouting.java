package thaw.platform;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import thaw.environment.AwaitedEnd;
import thaw.environment.Environment;
import thaw.platform.catalog.Concurrency;
import thaw.platform.catalog.Deployment;
import thaw.platform.catalog.Deployments;
import thaw.platform.catalog.Rollout;
import thaw.platform.record.Alias;
import thaw.platform.record.Arn;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;
import thaw.pool.Preparation;
import thaw.pool.Provisioned;
import thaw.pool.RequestOutcome;
import thaw.pool.Task;
import thaw.pool.ThrottleReason;
import thaw.pool.managed.SharedEnvironments;
import thaw.problem.UserMistake;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

/**
 * The way of an invocation to an environment: which version it is for, whether that can be run,
 * whether the limits of concurrency let it in, and whether a provisioned environment is free.
 *
 * @param random 0 (inclusive) to 1 (exclusive): which version an alias with weights leads to
 */
record InvocationRouting(
    Registry registry, Deployments deployments, Concurrency concurrency, DoubleSupplier random) {
  /** A way to give a request to environments that have many at a time. */
  interface Entry {
    /**
     * @param completed gets the outcome, once
     * @return why none of them takes it; empty when one does
     */
    Optional<ThrottleReason> enter(
        SharedEnvironments environments,
        Invocation invocation,
        Consumer<InvocationOutcome> completed)
        throws InterruptedException;

    /** Returns when the request has ended. */
    Entry AWAITED =
        (environments, invocation, completed) -> {
          AwaitedEnd end = new AwaitedEnd(completed);
          Optional<ThrottleReason> refusal = environments.begin(invocation, end);
          if (refusal.isEmpty()) {
            end.await();
          }
          return refusal;
        };
  }

  /**
   * Runs an invocation like {@link Platform#invoke(String, Invocation, boolean, Consumer,
   * Consumer)}.
   *
   * @param entry into environments that have many requests at a time, when it is for such
   */
  void run(
      String name,
      Invocation invocation,
      boolean wantsLog,
      Consumer<String> chosen,
      Consumer<RequestOutcome> onOutcome,
      Entry entry)
      throws InterruptedException {
    FunctionVersion version = target(name, invocation.qualifier().orElse(""));
    version.requireTenant(invocation.tenant());
    if (version.isShared()) {
      runShared(name, version, invocation, chosen, onOutcome, entry);
      return;
    }
    Deployment deployment = deployments.of(name, version);
    if (deployment.prepare() instanceof Preparation.Failed(String cause, String remedy)) {
      onOutcome.accept(new RequestOutcome.Unprepared(cause, remedy));
      return;
    }
    chosen.accept(version.version());
    Task task = new Task(invocation, wantsLog, version.version());
    // Provisioned environments belong to no tenant.
    Optional<Provisioned<Environment>> provisioned =
        invocation.tenant().isPresent() ? Optional.empty() : deployment.provisioned();
    if (provisioned.isPresent() && task.runIdle(provisioned.get().pool(), onOutcome)) {
      return;
    }
    Optional<ThrottleReason> refusal = concurrency.enter(name);
    if (refusal.isPresent()) {
      onOutcome.accept(new RequestOutcome.Throttled(refusal.get()));
      return;
    }
    // Left before the caller knows: its next request must not be refused for this one.
    AtomicBoolean left = new AtomicBoolean();
    Consumer<RequestOutcome> leaving =
        outcome -> {
          if (left.compareAndSet(false, true)) {
            concurrency.leave(name);
          }
          onOutcome.accept(outcome);
        };
    try {
      task.run(deployment.pool(invocation.tenant()), leaving);
    } catch (UserMistake mistake) { // its runtime has become another one since it was prepared
      leaving.accept(
          new RequestOutcome.Unprepared(String.valueOf(mistake.getMessage()), mistake.remedy()));
    } finally {
      if (left.compareAndSet(false, true)) {
        concurrency.leave(name);
      }
    }
  }

  /**
   * Runs an invocation on managed instances: what has no room is refused, and waits for nothing.
   */
  private void runShared(
      String name,
      FunctionVersion version,
      Invocation invocation,
      Consumer<String> chosen,
      Consumer<RequestOutcome> onOutcome,
      Entry entry)
      throws InterruptedException {
    if (version.life().state() == FunctionVersion.State.FAILED) { // for good, as it is published
      onOutcome.accept(
          new RequestOutcome.Unprepared(
              String.valueOf(version.life().reason()),
              "see the function's log, mend its init code, and publish another version"));
      return;
    }
    chosen.accept(version.version());
    Consumer<InvocationOutcome> completed =
        outcome ->
            onOutcome.accept(
                new RequestOutcome.Completed(outcome, Optional.empty(), version.version()));
    while (true) {
      Deployment deployment = deployments.of(name, version);
      if (deployment.prepare() instanceof Preparation.Failed(String cause, String remedy)) {
        onOutcome.accept(new RequestOutcome.Unprepared(cause, remedy));
        return;
      }
      SharedEnvironments environments = deployment.shared().orElseThrow();
      if (!environments.isActive()) {
        throw Rollout.inState(deployments.activity(name, version).lambdaName());
      }
      Optional<ThrottleReason> refusal = entry.enter(environments, invocation, completed);
      if (refusal.isEmpty()) {
        return;
      }
      requireThere(name, version);
      if (!environments.isClosed() || deployments.of(name, version) == deployment) {
        concurrency.count(name, refusal.get());
        onOutcome.accept(new RequestOutcome.Throttled(refusal.get()));
        return;
      }
    }
  }

  /** Requires that the version has not been deleted meanwhile. */
  private void requireThere(String name, FunctionVersion version) {
    if (registry.find(name).flatMap(function -> function.version(version.version())).isEmpty()) {
      throw Refused.functionNotFound(Arn.function(name, version.version()));
    }
  }

  /** Returns the version that a request is for, chosen by chance where an alias has weights. */
  private FunctionVersion target(String name, String qualifier) {
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
}
