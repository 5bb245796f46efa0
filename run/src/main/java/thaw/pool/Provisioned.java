package thaw.pool;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import thaw.steady.InternalFault;

/**
 * Environments of one version that are started before anybody needs them, and stay when nobody
 * does. One that fails in use is replaced.
 *
 * <p>Thread-safe; {@code lock} guards the counts. Nothing is started or ended under it.
 */
public final class Provisioned<E> implements AutoCloseable {
  /** AWS's word for an init that fails (recorded 2026-02-17, public LocalStack tests). */
  static final String INIT_FAILURE = "FUNCTION_ERROR_INIT_FAILURE";

  private final int requested;
  private final Pool.Start<E> start;
  private final Consumer<E> end;
  private final Consumer<RuntimeException> problems;
  private final Runnable ready;
  private final Pool<E> pool;
  private final ReentrantLock lock = new ReentrantLock();
  private int allocated;
  private boolean wasReady;
  private @Nullable String failure;
  private boolean closed;

  /** An environment whose init phase failed; it is ended already. */
  public static final class InitFailed extends RuntimeException {
    public InitFailed(String message) {
      super(message, null, false, false);
    }
  }

  /**
   * @param start throws {@link InitFailed} when the function's init does
   * @param sound as the pool needs it
   * @param ready called once, when all are there
   * @param later as the pool needs it
   */
  public Provisioned(
      int requested,
      Pool.Start<E> start,
      Consumer<E> end,
      Predicate<E> sound,
      Consumer<RuntimeException> problems,
      Runnable ready,
      Consumer<Runnable> later) {
    this.requested = requested;
    this.start = start;
    this.end = end;
    this.problems = problems;
    this.ready = ready;
    this.pool =
        new Pool<>(
            start,
            this::end,
            sound,
            problems,
            Duration.ofNanos(Long.MAX_VALUE),
            System::nanoTime,
            later);
  }

  public void begin() {
    for (int i = 0; i < requested; i++) {
      Thread.ofVirtual().name("provisioning").start(this::startOne);
    }
  }

  private void startOne() {
    lock.lock();
    try {
      if (closed || failure != null) {
        return;
      }
    } finally {
      lock.unlock();
    }
    try {
      pool.add(start.start());
      allocatedOne();
    } catch (InitFailed e) {
      fail(INIT_FAILURE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      fail(String.valueOf(e.getMessage()));
      problems.accept(InternalFault.of(e));
    }
  }

  private void allocatedOne() {
    boolean first;
    lock.lock();
    try {
      allocated++;
      first = !wasReady && allocated >= requested && failure == null;
      wasReady |= first;
    } finally {
      lock.unlock();
    }
    if (first) {
      ready.run();
    }
  }

  /** All or nothing, as recorded. */
  private void fail(String reason) {
    lock.lock();
    try {
      failure = reason;
      allocated = 0;
    } finally {
      lock.unlock();
    }
    pool.retire();
  }

  /** Its environments, for those who start none. */
  public Pool<E> pool() {
    return pool;
  }

  /** The pool ends an environment only when it failed in use, or all are to end. */
  private void end(E environment) {
    try {
      end.accept(environment);
    } finally {
      if (isLost()) {
        Thread.ofVirtual().name("provisioning").start(this::startOne);
      }
    }
  }

  private boolean isLost() {
    lock.lock();
    try {
      if (closed || failure != null) {
        return false;
      }
      allocated = Math.max(0, allocated - 1);
      return true;
    } finally {
      lock.unlock();
    }
  }

  public ProvisionedStatus status() {
    lock.lock();
    try {
      ProvisionedStatus.State state =
          failure != null
              ? ProvisionedStatus.State.FAILED
              : allocated >= requested
                  ? ProvisionedStatus.State.READY
                  : ProvisionedStatus.State.IN_PROGRESS;
      // Until all are there AWS shows none (recorded); they serve requests nevertheless.
      int shown = wasReady ? Math.min(allocated, requested) : 0;
      return new ProvisionedStatus(requested, shown, shown, state, Optional.ofNullable(failure));
    } finally {
      lock.unlock();
    }
  }

  /** Requests that run end in peace. */
  public void retire() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    pool.retire();
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    pool.close();
  }
}
