package thaw.platform;

import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;
import thaw.pool.Preparation;
import thaw.runtimeapi.RestoreFault;

/**
 * The wait of a request for what a deployment on AWS has published before it ends, and here may not
 * be there yet: the environments of a function of the template on managed instances, and a version
 * that is published when it is asked for. Of other functions it knows nothing.
 */
final class FirstPublication implements AutoCloseable {
  private static final long LOOK_NANOS = 20_000_000;

  private final Registry registry;
  private final Deployments deployments;
  private final AutoPublishing publishing;
  private volatile boolean closed;

  FirstPublication(Registry registry, Deployments deployments, AutoPublishing publishing) {
    this.registry = registry;
    this.deployments = deployments;
    this.publishing = publishing;
  }

  /**
   * Returns when {@code $LATEST.PUBLISHED}, or what an alias leads to, is there, whatever has come
   * of it.
   *
   * @return why the function cannot be built
   */
  Optional<Preparation.Failed> await(String name, Optional<String> qualifier)
      throws InterruptedException {
    if (qualifier.isPresent()) {
      return publishing.isOnDemand(name, qualifier.get())
          ? awaitAlias(name, qualifier.get())
          : Optional.empty();
    }
    FunctionRecord function = registry.find(name).orElse(null);
    if (function == null || !isAwaited(function)) {
      return Optional.empty();
    }
    if (deployments.of(name, function.latest()).prepare() instanceof Preparation.Failed failed) {
      return Optional.of(failed);
    }
    long deadline = System.nanoTime() + Deployment.PREPARATION_PATIENCE.toNanos();
    try {
      publishing.publishMissing(name);
    } catch (Refused e) { // the request is told by what there is then
      return Optional.empty();
    }
    while (isAwaited(registry.get(name)) && goesOn(deadline)) {
      look();
    }
    return Optional.empty();
  }

  /**
   * Returns when an alias of the template leads to a version that can take requests, which is the
   * next one that is published from now on.
   *
   * @param alias or {@code $LATEST.PUBLISHED}
   * @return why there is none
   */
  Optional<Preparation.Failed> awaitAlias(String name, String alias) throws InterruptedException {
    if (led(name, alias).isEmpty()) {
      FunctionRecord function = registry.find(name).orElse(null);
      if (function == null) {
        return Optional.empty();
      }
      if (deployments.of(name, function.latest()).prepare() instanceof Preparation.Failed failed) {
        return Optional.of(failed);
      }
      publishing.publishMissing(name, alias);
    }
    hurry(name, alias);
    Optional<FunctionVersion> version = led(name, alias);
    if (version.isEmpty()) {
      return publishing.failure(name);
    }
    if (deployments.of(name, version.get()).prepare() instanceof Preparation.Failed failed) {
      return Optional.of(failed);
    }
    long deadline = System.nanoTime() + Deployment.PREPARATION_PATIENCE.toNanos();
    while (led(name, alias).filter(FirstPublication::isPending).isPresent() && goesOn(deadline)) {
      look();
    }
    return led(name, alias).flatMap(now -> unusable(name, now));
  }

  private static Optional<Preparation.Failed> unusable(String name, FunctionVersion version) {
    if (isPending(version)) {
      return Optional.of(
          new Preparation.Failed(
              RestoreFault.pending(version.version(), name),
              "see the function's log, and ask again"));
    }
    // Of others their preparation has said it.
    return version.isShared() && version.life().state() == FunctionVersion.State.FAILED
        ? Optional.of(
            new Preparation.Failed(
                String.valueOf(version.life().reason()),
                "see the function's log, and mend its init code"))
        : Optional.empty();
  }

  /**
   * Begins to publish what an alias leads to where that waits for somebody who asks for it; it is
   * the next one.
   *
   * @return why nothing was published
   */
  Optional<Preparation.Failed> ask(String name, String alias) throws InterruptedException {
    if (publishing.isOnDemand(name, alias)) {
      publishing.publishMissing(name, alias);
    }
    hurry(name, alias);
    return led(name, alias).isEmpty() ? publishing.failure(name) : Optional.empty();
  }

  private void hurry(String name, String alias) {
    led(name, alias)
        .filter(FirstPublication::isPending)
        .ifPresent(version -> deployments.hurry(name, version));
  }

  private boolean goesOn(long deadline) {
    return !closed && System.nanoTime() < deadline;
  }

  private Optional<FunctionVersion> led(String name, String alias) {
    return registry.find(name).flatMap(function -> function.version(alias));
  }

  private static boolean isPending(FunctionVersion version) {
    return version.life().state() == FunctionVersion.State.PENDING;
  }

  private static void look() throws InterruptedException {
    LockSupport.parkNanos(LOOK_NANOS);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  private static boolean isAwaited(FunctionRecord function) {
    return function.fromTemplate()
        && function.latest().settings().capacity() != null
        && function.latestPublished().map(FirstPublication::isPending).orElse(true);
  }

  /** Nobody waits any longer. */
  @Override
  public void close() {
    closed = true;
  }
}
