package thaw.pool;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * The occupants of a pool's environments: the threads of users, and what is done between two users.
 * Refuses to know who is in which. Every method is called under the lock.
 */
final class Occupants {
  private static final long PATIENCE_WHEN_INTERRUPTED_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final Condition somebodyLeft;
  private final Set<Thread> users = new HashSet<>();
  private final Set<Interlude> between = new HashSet<>();

  Occupants(Lock lock) {
    this.somebodyLeft = lock.newCondition();
  }

  void enter() {
    users.add(Thread.currentThread());
  }

  void leave() {
    users.remove(Thread.currentThread());
    somebodyLeft.signalAll();
  }

  void begin(Interlude interlude) {
    between.add(interlude);
  }

  void leaveTo(Interlude next) {
    users.remove(Thread.currentThread());
    between.add(next);
  }

  /**
   * @param stays whether the calling thread still has its environment
   */
  void end(Interlude interlude, boolean stays) {
    between.remove(interlude);
    if (stays) {
      users.add(Thread.currentThread());
    }
    somebodyLeft.signalAll();
  }

  /** Returns the number of environments that are about to be free. */
  int between() {
    return between.size();
  }

  /** Returns the time in ns until the last of those that are between users is overdue. */
  long patienceNanos() {
    long now = System.nanoTime();
    return between.stream().mapToLong(each -> each.patienceNanos(now)).max().orElse(0);
  }

  void interruptUsers() {
    users.forEach(Thread::interrupt);
  }

  /** Those interludes that are not over in time, which are cancelled. */
  List<Interlude> cancelLate(Duration patience) {
    long endNanos = System.nanoTime() + patience.toNanos();
    boolean interrupted = false;
    long left = patience.toNanos();
    while (!between.isEmpty() && left > 0) {
      try {
        left = somebodyLeft.awaitNanos(left);
      } catch (InterruptedException e) { // as Ctrl-C does: the patience is short
        interrupted = true;
        left = endNanos - System.nanoTime();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    List<Interlude> late = List.copyOf(between);
    late.forEach(Interlude::cancel);
    return late;
  }

  /**
   * Waits until all have left.
   *
   * @throws IllegalStateException when they have not in time
   */
  void awaitAll(Duration patience) {
    long left = patience.toNanos();
    boolean interrupted = false;
    try {
      while (!users.isEmpty() || !between.isEmpty()) {
        if (left <= 0) {
          throw new IllegalStateException(
              users.size()
                  + between.size()
                  + " requests did not end in "
                  + patience.toSeconds()
                  + " s");
        }
        try {
          left = somebodyLeft.awaitNanos(left);
        } catch (InterruptedException e) {
          interrupted = true;
          left = Math.min(left, PATIENCE_WHEN_INTERRUPTED_NANOS);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
