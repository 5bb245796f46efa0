package thaw.platform;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.platform.record.Arn;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;
import thaw.pool.Preparation;
import thaw.steady.InternalFault;

/**
 * Lets changes of functions take effect: what a change needs is prepared in the background, then it
 * takes the place of what was before.
 */
final class Rollout {
  private final Registry registry;
  private final Deployments deployments;
  private final Consumer<RuntimeException> problems;

  /** Revisions of {@code $LATEST.PUBLISHED} whose environments are being started. */
  private final Set<String> starting = ConcurrentHashMap.newKeySet();

  Rollout(Registry registry, Deployments deployments, Consumer<RuntimeException> problems) {
    this.registry = registry;
    this.deployments = deployments;
    this.problems = problems;
  }

  /** No change is under way. */
  static void requireSettled(FunctionRecord function) {
    FunctionVersion.Life life = function.latest().life();
    if (life.state() == FunctionVersion.State.PENDING) {
      throw pending(life.state());
    }
    if (life.update() == FunctionVersion.Update.IN_PROGRESS) {
      throw Refused.conflict(
          "The operation cannot be performed at this time. An update is in progress for resource: "
              + Arn.function(function.name()));
    }
  }

  static Refused pending(FunctionVersion.State state) {
    return inState(state.name().charAt(0) + state.name().substring(1).toLowerCase(Locale.ROOT));
  }

  /**
   * @param name as the API has it
   */
  static Refused inState(String name) {
    return Refused.conflict(
        "The operation cannot be performed at this time. The function is currently in the following"
            + " state: "
            + name);
  }

  static void requireRevision(FunctionVersion latest, @Nullable String revision) {
    if (revision != null && !revision.equals(latest.revisionId())) {
      throw Refused.revision("GetFunction/GetAlias");
    }
  }

  /** Lets a change take effect once it is prepared, or says in the record why it does not. */
  void settle(String name, FunctionVersion target) {
    Deployment deployment = deployments.create(name, target);
    Thread.ofVirtual().name("deploying-" + name).start(() -> settle(name, target, deployment));
  }

  private void settle(String name, FunctionVersion target, Deployment deployment) {
    settle(
        name,
        deployment,
        () -> {
          Preparation preparation = prepare(deployment);
          registry.change(
              name,
              function -> {
                if (!function.latest().isOfOneChange(target)) {
                  throw Refused.conflict("changed meanwhile");
                }
                if (preparation instanceof Preparation.Ready) {
                  deployments.replace(name, target, deployment);
                }
                return settled(function, preparation);
              });
          settleVersions(name);
        },
        (function, failed) ->
            function.latest().isOfOneChange(target) ? settled(function, failed) : function);
  }

  private interface Settling {
    void run() throws InterruptedException;
  }

  /**
   * @param fail marks a change as failed, so that whoever waits for its end learns of it
   */
  private void settle(
      String name,
      Deployment deployment,
      Settling work,
      BiFunction<FunctionRecord, Preparation, FunctionRecord> fail) {
    try {
      work.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Refused e) {
      deployment.retire(); // deleted, or deleted and made again, meanwhile
    } catch (RuntimeException | Error e) {
      problems.accept(InternalFault.of(e));
      try {
        registry.change(name, function -> fail.apply(function, failed(e)));
      } catch (RuntimeException | Error again) {
        problems.accept(InternalFault.of(again));
      }
    }
  }

  private static Preparation failed(Throwable why) {
    return new Preparation.Failed(
        String.valueOf(why instanceof Error ? why : why.getMessage()),
        "mend it and update the code");
  }

  /**
   * Returns whether a version of it becomes active only when its snapshot is taken, or when its
   * environments on managed instances are there.
   */
  static boolean startsFirst(FunctionVersion latest) {
    return latest.settings().snapStart().equals("PublishedVersions")
        || latest.settings().capacity() != null;
  }

  private static boolean awaitsStart(FunctionVersion version) {
    FunctionVersion.Life life = version.life();
    return startsFirst(version)
        && (life.state() == FunctionVersion.State.PENDING
            || life.update() == FunctionVersion.Update.IN_PROGRESS);
  }

  /** Lets published versions that start first become active, or says why not. */
  void settleVersions(String name) {
    for (FunctionVersion version : registry.get(name).versions().values()) {
      if (awaitsStart(version) && begins(version)) {
        Deployment deployment = next(name, version);
        Thread.ofVirtual()
            .name("publishing-" + name)
            .start(() -> settleVersion(name, version, deployment));
      }
    }
  }

  /** A version that nobody is led to any more is made ready again by its next request. */
  void rest(String name, String version) {
    deployments.retire(name, version);
  }

  /** Returns when a version is active, or has failed. */
  void awaitSettled(String name, FunctionVersion version) {
    settleVersion(name, version, next(name, version));
  }

  /** Returns whether nobody else has begun to start its next environments. */
  private boolean begins(FunctionVersion version) {
    return !version.isLatestPublished() || starting.add(version.revisionId());
  }

  /** One that is published again without a number takes the place of what runs until then. */
  private Deployment next(String name, FunctionVersion version) {
    return version.isLatestPublished()
        ? deployments.create(name, version)
        : deployments.of(name, version);
  }

  private void settleVersion(String name, FunctionVersion target, Deployment deployment) {
    try {
      settle(
          name,
          deployment,
          () -> {
            Preparation preparation = prepare(deployment);
            registry.change(
                name,
                function -> {
                  FunctionVersion now =
                      meant(function, target)
                          .orElseThrow(() -> Refused.conflict("changed meanwhile"));
                  if (!awaitsStart(now)) {
                    return function; // somebody else waited as well
                  }
                  if (target.isLatestPublished() && preparation instanceof Preparation.Ready) {
                    deployments.replace(name, target, deployment);
                  }
                  return function.withVersion(settled(now, preparation));
                });
            if (target.isLatestPublished() && deployments.of(name, target) != deployment) {
              deployment.retire(); // it cannot be run, or another one was first
            }
          },
          (function, failed) ->
              meant(function, target)
                  .filter(Rollout::awaitsStart)
                  .map(now -> function.withVersion(settled(now, failed)))
                  .orElse(function));
    } finally {
      starting.remove(target.revisionId());
    }
  }

  /**
   * Returns the version that a change is still about: it has the same code, and if it has no
   * number, no other one was published meanwhile.
   */
  private static Optional<FunctionVersion> meant(FunctionRecord function, FunctionVersion started) {
    return function
        .version(started.version())
        .filter(now ->
            Objects.equals(now.code(), started.code())
                && (!started.isLatestPublished() || now.isOfOneChange(started)));
  }

  private static Preparation prepare(Deployment deployment) throws InterruptedException {
    try {
      return deployment.prepare();
    } catch (RuntimeException | Error e) { // of the machine; the function's owner must learn of it
      return failed(e);
    }
  }

  private static FunctionRecord settled(FunctionRecord function, Preparation preparation) {
    FunctionRecord changed = function.withLatest(settled(function.latest(), preparation));
    for (FunctionVersion version : function.versions().values()) {
      boolean waits = startsFirst(version) && preparation instanceof Preparation.Ready;
      if (version.life().state() == FunctionVersion.State.PENDING && !waits) {
        changed = changed.withVersion(settled(version, preparation));
      }
    }
    return changed;
  }

  private static FunctionVersion settled(FunctionVersion version, Preparation preparation) {
    return switch (preparation) {
      case Preparation.Ready ready ->
          version.with(FunctionVersion.Life.ACTIVE, ready.spec().runtimeVersionArn());
      case Preparation.Failed failed ->
          version.withLife(
              version.life().state() == FunctionVersion.State.PENDING
                  ? FunctionVersion.Life.failed(failed.text())
                  : version.life().updateFailed(failed.text()));
    };
  }

  /** Changes that were under way when the program ended go on. */
  void resume() {
    for (FunctionRecord function : registry.all()) {
      FunctionVersion.Life life = function.latest().life();
      if (life.state() == FunctionVersion.State.PENDING
          || life.update() == FunctionVersion.Update.IN_PROGRESS) {
        settle(function.name(), function.latest());
      }
      settleVersions(function.name());
    }
  }
}
