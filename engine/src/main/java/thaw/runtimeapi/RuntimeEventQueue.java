package thaw.runtimeapi;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import thaw.steady.InternalFault;

/**
 * Takes what happened to a runtime to the one thread that owns the environment, with our own faults
 * in between. All state is guarded by the lock of its {@link RuntimeSession}, so that an event and
 * the state that it leads to are seen together.
 */
public final class RuntimeEventQueue {
  private final ReentrantLock lock;
  private final Condition happened;
  private final Deque<RuntimeEvent> events = new ArrayDeque<>();
  private final CompletableFuture<RuntimeExit> end = new CompletableFuture<>();
  private @Nullable Throwable fault; // ours
  private @Nullable ExtensionFailure firstEnd; // of a process, the runtime's as well

  RuntimeEventQueue(ReentrantLock lock) {
    this.lock = lock;
    this.happened = lock.newCondition();
  }

  /** Adds an event; the caller holds the lock. */
  void add(RuntimeEvent event) {
    events.addLast(event);
    happened.signal();
  }

  /**
   * Adds as {@link #add} does, for callers who do not hold the lock, and call {@link #wakeOwner}
   * later.
   */
  void addUnnoticed(RuntimeEvent event) {
    lock.lock();
    try {
      events.addLast(event);
    } finally {
      lock.unlock();
    }
  }

  void wakeOwner() {
    lock.lock();
    try {
      happened.signal();
    } finally {
      lock.unlock();
    }
  }

  /** The last one of the runtime itself, by who holds the lock. */
  void addExit(RuntimeEvent.Exited exit) {
    ended(exit.asFailure());
    add(exit);
    end.complete(exit.exit());
  }

  /** Waits for the end of the process, so long at most; false when it lives on. */
  boolean endsWithin(Duration patience) throws InterruptedException {
    try {
      end.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("an end that failed", e);
    }
  }

  /** Returns how the runtime process has ended; empty while it lives. */
  public Optional<RuntimeExit> exit() {
    return Optional.ofNullable(end.getNow(null));
  }

  /** An extension has failed, which ends whatever is awaited. */
  public void extensionFailed(ExtensionFailure failure) {
    lock.lock();
    try {
      ended(failure);
      add(new RuntimeEvent.ExtensionFailed(failure));
    } finally {
      lock.unlock();
    }
  }

  /** A fault of ours has ended a call of the runtime's, or part of it. */
  void failed(Throwable why) {
    lock.lock();
    try {
      if (fault == null) {
        fault = why;
      }
      happened.signal();
    } finally {
      lock.unlock();
    }
  }

  private void ended(ExtensionFailure how) {
    if (firstEnd == null) {
      firstEnd = how;
    }
  }

  /** Returns whether the runtime or an extension has ended, for who holds the lock. */
  boolean isOver() {
    return firstEnd != null;
  }

  /** Returns how the first process that has ended did so: the runtime or an extension. */
  public Optional<ExtensionFailure> firstEnd() {
    lock.lock();
    try {
      return Optional.ofNullable(firstEnd);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns whether the runtime can have another event; false when a process has ended, and when a
   * fault of ours may have left runtime and platform with different beliefs.
   */
  public boolean isSound() {
    lock.lock();
    try {
      return fault == null && firstEnd == null;
    } finally {
      lock.unlock();
    }
  }

  /**
   * @throws InternalFault when what the runtime does, or does not, may be our fault
   */
  public void requireSound() {
    lock.lock();
    try {
      if (fault != null) {
        throw new InternalFault("Thaw failed to serve the function's runtime: " + fault, fault);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * The next event, or null when none came in time.
   *
   * @throws InternalFault as {@link #requireSound}
   */
  public @Nullable RuntimeEvent await(Duration patience) throws InterruptedException {
    long left = patience.toNanos();
    lock.lockInterruptibly();
    try {
      while (events.isEmpty() && fault == null && left > 0) {
        left = happened.awaitNanos(left);
      }
      requireSound();
      return events.pollFirst();
    } finally {
      lock.unlock();
    }
  }
}
