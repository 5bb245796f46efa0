package thaw.platform;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import thaw.environment.Environment;
import thaw.environment.launch.Snapshot;
import thaw.platform.record.Refused;
import thaw.pool.Pool;
import thaw.pool.Preparation;
import thaw.pool.Provisioned;
import thaw.pool.Standby;
import thaw.pool.TenantPools;
import thaw.pool.managed.SharedEnvironments;
import thaw.problem.UserMistake;

/** Has what runs of one version of a function: its preparation and its environments. */
final class Deployment implements AutoCloseable {
  /** A Maven build with downloads may take long; then the request fails and the build goes on. */
  static final Duration PREPARATION_PATIENCE = Duration.ofMinutes(10);

  private final Preparations preparations;
  private final Standby<Environment> standby;
  private final Pool<Environment> pool;
  private final TenantPools<Environment> tenants;
  private final Optional<SharedEnvironments> shared;
  private final AtomicReference<@Nullable Provisioned<Environment>> provisioned =
      new AtomicReference<>();

  /**
   * @param pools makes pools that are like each other
   * @param shared in place of the pools, for a version that runs on managed instances
   */
  Deployment(
      Preparations preparations,
      Standby<Environment> standby,
      Supplier<Pool<Environment>> pools,
      Optional<SharedEnvironments> shared) {
    this.shared = shared;
    this.preparations = preparations;
    this.standby = standby;
    this.pool = pools.get();
    this.tenants = new TenantPools<>(pools);
  }

  /**
   * Prepares the version. On managed instances its environments are started, too.
   *
   * @throws Refused when the runtime that it runs on is deleted
   */
  Preparation prepare() throws InterruptedException {
    try {
      Preparation.Ready ready = preparations.any(PREPARATION_PATIENCE);
      if (ready.spec().snapshot().isPresent()) {
        standby.refill();
      }
      if (shared.isPresent()) {
        shared.get().begin();
      }
      return ready;
    } catch (UserMistake mistake) {
      return new Preparation.Failed(String.valueOf(mistake.getMessage()), mistake.remedy());
    } catch (Provisioned.InitFailed e) {
      return new Preparation.Failed(
          String.valueOf(e.getMessage()), "see the function's log, and mend its init code");
    }
  }

  /** Its environments when it runs on managed instances. */
  Optional<SharedEnvironments> shared() {
    return shared;
  }

  /** Returns the preparation from which an environment that starts now is made. */
  Preparation prepareNext() throws InterruptedException {
    try {
      return preparations.next(PREPARATION_PATIENCE);
    } catch (UserMistake mistake) {
      return new Preparation.Failed(String.valueOf(mistake.getMessage()), mistake.remedy());
    }
  }

  /** Returns whether it was prepared, and has not failed. */
  boolean isPrepared() {
    return preparations.isMade();
  }

  /** Returns the snapshots that its environments are restored from; none before it was prepared. */
  List<Snapshot> snapshots() {
    return preparations.snapshots();
  }

  /** Returns the pool for requests that have no tenant. */
  Pool<Environment> pool() {
    return pool;
  }

  Pool<Environment> pool(Optional<String> tenant) {
    return tenant.isPresent() ? tenants.of(tenant.get()) : pool;
  }

  /** Ends environments that were idle for too long. */
  void recycle() {
    try {
      shared.ifPresent(SharedEnvironments::recycle);
      pool.recycle();
    } finally {
      tenants.recycle();
    }
  }

  Optional<Provisioned<Environment>> provisioned() {
    return Optional.ofNullable(provisioned.get());
  }

  /** The one before, whose end is the caller's duty. */
  Optional<Provisioned<Environment>> provision(@Nullable Provisioned<Environment> other) {
    return Optional.ofNullable(provisioned.getAndSet(other));
  }

  /** Requests that run end in peace; nothing waits for others. */
  void retire() {
    try {
      provision(null).ifPresent(Provisioned::retire);
    } finally {
      standby.close();
      try {
        shared.ifPresent(SharedEnvironments::retire);
        pool.retire();
      } finally {
        tenants.retire();
      }
    }
  }

  @Override
  public void close() {
    try {
      provision(null).ifPresent(Provisioned::close);
    } finally {
      standby.close();
      try {
        shared.ifPresent(SharedEnvironments::close);
        pool.close();
      } finally {
        tenants.close();
      }
    }
  }
}
