package thaw.platform;

import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
    try {
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
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Refused e) {
      deployment.retire(); // deleted, or deleted and made again, meanwhile
    } catch (RuntimeException | Error e) {
      problems.accept(InternalFault.of(e));
      fail(name, target, e);
    }
  }

  /** Marks a change as failed, so that whoever waits for its end learns of it. */
  private void fail(String name, FunctionVersion target, Throwable why) {
    try {
      registry.change(
          name,
          function ->
              function.latest().isOfOneChange(target) ? settled(function, failed(why)) : function);
    } catch (RuntimeException | Error e) {
      problems.accept(InternalFault.of(e));
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
      Preparation preparation = prepare(deployment);
      registry.change(
          name,
          function -> {
            FunctionVersion now =
                function
                    .version(target.version())
                    .filter(version -> isMeant(version, target))
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
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Refused e) {
      deployment.retire(); // deleted, or deleted and made again, meanwhile
    } catch (RuntimeException | Error e) {
      problems.accept(InternalFault.of(e));
      failVersion(name, target, e);
    } finally {
      starting.remove(target.revisionId());
    }
  }

  /**
   * Tells whether a change is still about this version: it has the same code, and if it has no
   * number, no other one was published meanwhile.
   */
  private static boolean isMeant(FunctionVersion now, FunctionVersion started) {
    return Objects.equals(now.code(), started.code())
        && (!started.isLatestPublished() || now.isOfOneChange(started));
  }

  private static Preparation prepare(Deployment deployment) throws InterruptedException {
    try {
      return deployment.prepare();
    } catch (RuntimeException | Error e) { // of the machine; the function's owner must learn of it
      return failed(e);
    }
  }

  private void failVersion(String name, FunctionVersion target, Throwable why) {
    try {
      registry.change(
          name,
          function ->
              function
                  .version(target.version())
                  .filter(now -> isMeant(now, target))
                  .filter(Rollout::awaitsStart)
                  .map(now -> function.withVersion(settled(now, failed(why))))
                  .orElse(function));
    } catch (RuntimeException | Error e) {
      problems.accept(InternalFault.of(e));
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
