package thaw.pool;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import thaw.steady.InternalFault;

/**
 * An environment that is prepared, but not started, before anybody needs it: to make what a restore
 * needs takes as long as the restore itself. There is at most one; in a burst the others are
 * prepared by those who need them.
 *
 * <p>Thread-safe; all state is guarded by {@code lock}. Nothing is prepared or ended under it.
 */
public final class Standby<E> implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Pool.Start<E> prepare;
  private final Consumer<E> end;
  private final Predicate<E> sound;
  private final Consumer<RuntimeException> problems;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition prepared = lock.newCondition();
  private @Nullable E spare;
  private boolean preparing;
  private boolean closed;

  /**
   * @param sound whether the one that stands by can still be started
   * @param problems what failed when nobody waited for it
   */
  public Standby(
      Pool.Start<E> prepare,
      Consumer<E> end,
      Predicate<E> sound,
      Consumer<RuntimeException> problems) {
    this.prepare = prepare;
    this.end = end;
    this.sound = sound;
    this.problems = problems;
  }

  /** The one that stands by, else one that is prepared now. */
  public E take() throws InterruptedException {
    E found = taken();
    if (found != null && !sound.test(found)) {
      endBroken(found);
      found = null;
    }
    return found != null ? found : prepare.start();
  }

  private void endBroken(E broken) {
    try {
      end.accept(broken);
    } catch (RuntimeException e) {
      problems.accept(e);
    }
  }

  private @Nullable E taken() {
    lock.lock();
    try {
      E found = spare;
      spare = null;
      return found;
    } finally {
      lock.unlock();
    }
  }

  /** Prepares one in the background, unless there is one. */
  public void refill() {
    lock.lock();
    try {
      if (closed || preparing || spare != null) {
        return;
      }
      preparing = true;
    } finally {
      lock.unlock();
    }
    try {
      Thread.ofVirtual().name("standby").start(this::prepareOne);
    } catch (RuntimeException | Error e) {
      done();
      throw e;
    }
  }

  private void prepareOne() {
    E made = null;
    try {
      made = prepare.start();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      problems.accept(InternalFault.of(e));
    } finally {
      keep(made);
    }
  }

  private void keep(@Nullable E made) {
    E unwanted = null;
    lock.lock();
    try {
      unwanted = closed ? made : null;
      spare = closed ? null : made;
    } finally {
      lock.unlock();
    }
    try {
      if (unwanted != null) {
        end.accept(unwanted);
      }
    } finally {
      done();
    }
  }

  private void done() {
    lock.lock();
    try {
      preparing = false;
      prepared.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the one that stands by, and waits for one that is being prepared to be ended. */
  @Override
  public void close() {
    E last = closing();
    if (last != null) {
      end.accept(last);
    }
    long left = PATIENCE.toNanos();
    lock.lock();
    try {
      while (preparing && left > 0) {
        left = prepared.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable E closing() {
    lock.lock();
    try {
      closed = true;
      E last = spare;
      spare = null;
      return last;
    } finally {
      lock.unlock();
    }
  }
}
