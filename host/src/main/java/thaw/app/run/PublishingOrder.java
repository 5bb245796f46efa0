package thaw.app.run;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Decides which version is published next: so many at once, the others in the order in which they
 * came, but those that a request has asked for first. Refuses to know how a version is published.
 *
 * <p>A publishing that takes very long, as with a hook that hangs, no longer keeps others waiting:
 * it needs no CPU, and may itself wait for another function.
 *
 * <p>Thread-safe; all state is guarded by {@code lock}.
 */
final class PublishingOrder {
  private final int atOnce;
  private final Duration longest;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Turn> waiting = new ArrayDeque<>();
  private final List<Turn> running = new ArrayList<>();

  /** Versions that were asked for before they came. */
  private final Set<String> asked = new HashSet<>();

  private int ended;

  /**
   * @param longest how long a version keeps others waiting
   */
  PublishingOrder(int atOnce, Duration longest) {
    this.atOnce = atOnce;
    this.longest = longest;
  }

  /** The turn of one version, which must be closed when the version is published or has failed. */
  final class Turn implements AutoCloseable {
    private final String version;
    private long beganNanos;

    private Turn(String version) {
      this.version = version;
    }

    /** Returns the place among all versions that have come so far: {@code 2 of 5}. */
    String place() {
      lock.lock();
      try {
        int all = ended + running.size() + waiting.size();
        return (ended + running.indexOf(this) + 1) + " of " + all;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {
      lock.lock();
      try {
        if (running.remove(this)) {
          ended++;
          changed.signalAll();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * Waits for it.
   *
   * @param version with its function: {@code orders:1}
   */
  Turn take(String version) throws InterruptedException {
    Turn turn = new Turn(version);
    lock.lockInterruptibly();
    try {
      if (asked.remove(version)) {
        waiting.addFirst(turn);
      } else {
        waiting.addLast(turn);
      }
      try {
        while (waiting.peekFirst() != turn || nanosToPlace() > 0) {
          await(waiting.peekFirst() == turn ? nanosToPlace() : Long.MAX_VALUE);
        }
      } finally {
        waiting.remove(turn);
        changed.signalAll();
      }
      turn.beganNanos = System.nanoTime();
      running.add(turn);
      return turn;
    } finally {
      lock.unlock();
    }
  }

  private void await(long nanos) throws InterruptedException {
    if (nanos == Long.MAX_VALUE) {
      changed.await(); // whoever is before it will signal
    } else {
      changed.await(nanos, TimeUnit.NANOSECONDS);
    }
  }

  /** Returns the time in ns until one more may begin, unless one ends before. */
  private long nanosToPlace() {
    long now = System.nanoTime();
    List<Long> left =
        running.stream()
            .map(turn -> longest.toNanos() - (now - turn.beganNanos))
            .filter(nanos -> nanos > 0)
            .sorted()
            .toList();
    return left.size() < atOnce ? 0 : left.get(left.size() - atOnce);
  }

  /** Returns the number of versions that wait for their turn. */
  int waiting() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  /** It is the next one. */
  void prefer(String version) {
    lock.lock();
    try {
      for (Turn turn : waiting) {
        if (turn.version.equals(version)) {
          waiting.remove(turn);
          waiting.addFirst(turn);
          changed.signalAll();
          return;
        }
      }
      if (running.stream().noneMatch(turn -> turn.version.equals(version))) {
        asked.add(version);
      }
    } finally {
      lock.unlock();
    }
  }
}
