package thaw.platform.catalog;

import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import thaw.platform.pool.Preparation;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;

/**
 * The wait of a request for what a deployment on AWS has published before it ends, and here may not
 * be there yet: the environments of a function of the template on managed instances, and a version
 * that is published when it is asked for. Of other functions it knows nothing.
 */
public record FirstPublication(
    Registry registry, Deployments deployments, AutoPublishing publishing) {
  private static final long LOOK_NANOS = 20_000_000;

  /**
   * Returns when {@code $LATEST.PUBLISHED}, or what an alias leads to, is there, whatever has come
   * of it.
   *
   * @return why the function cannot be built
   */
  public Optional<Preparation.Failed> await(String name, Optional<String> qualifier)
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
    while (isAwaited(registry.get(name)) && System.nanoTime() < deadline) {
      look();
    }
    return Optional.empty();
  }

  /**
   * Returns when an alias of the template leads to a version that can take requests, or has failed.
   *
   * @return why it cannot be published
   */
  public Optional<Preparation.Failed> awaitAlias(String name, String alias)
      throws InterruptedException {
    Optional<FunctionVersion> version = led(name, alias);
    if (version.isEmpty()) {
      FunctionRecord function = registry.find(name).orElse(null);
      if (function == null) {
        return Optional.empty();
      }
      if (deployments.of(name, function.latest()).prepare() instanceof Preparation.Failed failed) {
        return Optional.of(failed);
      }
      publishing.publishMissing(name, alias);
      version = led(name, alias);
    }
    if (version.isPresent()
        && deployments.of(name, version.get()).prepare() instanceof Preparation.Failed failed) {
      return Optional.of(failed);
    }
    long deadline = System.nanoTime() + Deployment.PREPARATION_PATIENCE.toNanos();
    while (led(name, alias).filter(FirstPublication::isPending).isPresent()
        && System.nanoTime() < deadline) {
      look();
    }
    return Optional.empty();
  }

  /** Begins to publish what an alias leads to where that waits for somebody who asks for it. */
  public void ask(String name, String alias) throws InterruptedException {
    if (publishing.isOnDemand(name, alias)) {
      publishing.publishMissing(name, alias);
    }
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
}
