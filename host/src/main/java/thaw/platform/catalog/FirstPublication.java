package thaw.platform.catalog;

import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import thaw.platform.pool.Preparation;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;

/**
 * The wait of a request for a function of the template on managed instances: on AWS a deployment
 * ends when its environments are there; here requests may come before that. Of other functions it
 * knows nothing.
 */
public record FirstPublication(
    Registry registry, Deployments deployments, AutoPublishing publishing) {
  private static final long LOOK_NANOS = 20_000_000;

  /**
   * Returns when {@code $LATEST.PUBLISHED} is there, whatever has come of it.
   *
   * @return why the function cannot be built
   */
  public Optional<Preparation.Failed> await(String name, Optional<String> qualifier)
      throws InterruptedException {
    FunctionRecord function = registry.find(name).orElse(null);
    if (function == null || qualifier.isPresent() || !isAwaited(function)) {
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
      LockSupport.parkNanos(LOOK_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return Optional.empty();
  }

  private static boolean isAwaited(FunctionRecord function) {
    return function.fromTemplate()
        && function.latest().settings().capacity() != null
        && function
            .latestPublished()
            .map(version -> version.life().state() == FunctionVersion.State.PENDING)
            .orElse(true);
  }
}
