package thaw.platform;

import java.util.Optional;
import java.util.function.LongSupplier;
import thaw.environment.launch.EnvironmentSpec;
import thaw.function.packaging.DeploymentPackage;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.PackagedCode;
import thaw.platform.record.Registry;
import thaw.pool.Preparation;

/**
 * Takes over what a build has changed of a template's function: what is new is prepared beside what
 * runs, and takes its place only when it can be run.
 */
final class Renewal {
  /** Others may change the function meanwhile; then it is done again with what they have made. */
  private static final int TRIES = 5;

  private final Registry registry;
  private final Definitions definitions;
  private final Deployments deployments;
  private final AutoPublishing publishing;
  private final LongSupplier epochMillis;

  Renewal(
      Registry registry,
      Definitions definitions,
      Deployments deployments,
      AutoPublishing publishing,
      LongSupplier epochMillis) {
    this.registry = registry;
    this.definitions = definitions;
    this.deployments = deployments;
    this.publishing = publishing;
    this.epochMillis = epochMillis;
  }

  /**
   * @param name of a function of the template
   */
  Renewed renew(String name) throws InterruptedException {
    for (int i = 1; i < TRIES; i++) {
      Optional<Renewed> done = tried(name);
      if (done.isPresent()) {
        return done.get();
      }
    }
    return new Renewed.Kept(
        "the function is being changed by others all the time", "change the file once more");
  }

  /**
   * Tries once to renew a function; returns empty when somebody else has changed it at the same
   * time.
   */
  private Optional<Renewed> tried(String name) throws InterruptedException {
    Optional<FunctionRecord> record = registry.find(name);
    if (record.isEmpty() || definitions.template(name).isEmpty()) {
      return Optional.of(new Renewed.NotInUse());
    }
    FunctionVersion before = record.get().latest();
    Deployment current = deployments.of(name, before);
    if (!current.isPrepared()
        || !(current.prepare() instanceof Preparation.Ready(EnvironmentSpec running, _))) {
      return Optional.of(new Renewed.NotInUse());
    }
    FunctionVersion target = before.fromTemplate(epochMillis.getAsLong());
    Deployment next = deployments.create(name, target);
    Optional<Renewed> result =
        switch (next.prepare()) {
          case Preparation.Failed(String cause, String remedy) ->
              Optional.of(new Renewed.Kept(cause, remedy));
          case Preparation.Ready(EnvironmentSpec spec, _) ->
              isSame(running, spec)
                  ? Optional.of(new Renewed.Unchanged())
                  : replaced(name, before, target, next, spec);
        };
    if (result.isEmpty() || !(result.get() instanceof Renewed.Live)) {
      next.retire();
      return result;
    }
    publishing.publishAnew(name);
    return result;
  }

  private static boolean isSame(EnvironmentSpec one, EnvironmentSpec other) {
    return one.code().codeSha256().equals(other.code().codeSha256())
        && one.layers()
            .map(DeploymentPackage::codeSha256)
            .equals(other.layers().map(DeploymentPackage::codeSha256));
  }

  private Optional<Renewed> replaced(
      String name,
      FunctionVersion before,
      FunctionVersion target,
      Deployment next,
      EnvironmentSpec spec) {
    PackagedCode packaged = new PackagedCode(spec.code().codeSha256(), spec.code().codeSizeBytes());
    FunctionVersion live =
        target.withCode(packaged).with(FunctionVersion.Life.ACTIVE, spec.runtimeVersionArn());
    FunctionRecord changed =
        registry.change(
            name,
            function -> {
              if (!function.latest().isOfOneChange(before)) {
                return function;
              }
              deployments.replace(name, target, next);
              return function.withLatest(live);
            });
    return changed.latest().revisionId().equals(live.revisionId())
        ? Optional.of(new Renewed.Live())
        : Optional.empty();
  }
}
