package thaw.pool;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import thaw.steady.AllSteps;

/**
 * A pool for each tenant of a function: no environment serves two of them. A tenant's pool stays
 * when its environments have ended.
 *
 * <p>Thread-safe; {@code lock} guards {@code pools} and {@code end}, under which no environment is
 * started or ended.
 */
public final class TenantPools<E> implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Pool<E>> pools = new HashMap<>();
  private final Supplier<Pool<E>> factory;

  /** The step that is applied to each pool from now on. */
  private Consumer<Pool<E>> end = _ -> {};

  public TenantPools(Supplier<Pool<E>> factory) {
    this.factory = factory;
  }

  /** Returns the pool of a tenant; it is made when the tenant is new. */
  public Pool<E> of(String tenant) {
    Pool<E> pool;
    Consumer<Pool<E>> newcomer;
    lock.lock();
    try {
      Pool<E> known = pools.get(tenant);
      if (known != null) {
        return known;
      }
      pool = factory.get();
      pools.put(tenant, pool);
      newcomer = end;
    } finally {
      lock.unlock();
    }
    newcomer.accept(pool); // one of a version that is being replaced has nothing to end yet
    return pool;
  }

  /** Does {@link Pool#recycle} for the pools of all tenants. */
  public void recycle() {
    List<Pool<E>> all;
    lock.lock();
    try {
      all = List.copyOf(pools.values());
    } finally {
      lock.unlock();
    }
    ofEach(all, Pool::recycle);
  }

  /** Does {@link Pool#retire} for the pools that there are and those that come. */
  public void retire() {
    ofEach(from(Pool::retire), Pool::retire);
  }

  /** Does {@link Pool#close} for the pools that there are and those that come. */
  @Override
  public void close() {
    ofEach(from(Pool::close), Pool::close);
  }

  private static <E> void ofEach(List<Pool<E>> all, Consumer<Pool<E>> step) {
    AllSteps.each(all, Math.max(1, all.size()), step);
  }

  private List<Pool<E>> from(Consumer<Pool<E>> next) {
    lock.lock();
    try {
      end = next;
      return List.copyOf(pools.values());
    } finally {
      lock.unlock();
    }
  }
}
