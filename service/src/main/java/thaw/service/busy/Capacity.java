package thaw.service.busy;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Units that come back with time and are saved up for a while. Thread-safe.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html">Burst
 *     capacity</a>
 */
final class Capacity {
  private final double perSecond;
  private final double most;
  private final ReentrantLock lock = new ReentrantLock(); // of what follows
  private double left;
  private Instant filled;

  /**
   * @param saved the time for which unused units are kept
   * @param left units at the start
   */
  Capacity(double perSecond, Duration saved, double left, Instant now) {
    this.perSecond = perSecond;
    this.most = Math.max(perSecond, perSecond * saved.toSeconds());
    this.left = left;
    this.filled = now;
  }

  /** Returns whether there is something left. */
  boolean hasLeft(Instant now) {
    lock.lock();
    try {
      fill(now);
      return left > 0;
    } finally {
      lock.unlock();
    }
  }

  /** Takes one, if there is one. */
  boolean takeOne(Instant now) {
    lock.lock();
    try {
      fill(now);
      boolean there = left >= 1;
      left -= there ? 1 : 0;
      return there;
    } finally {
      lock.unlock();
    }
  }

  /** Takes what was used, which may be more than was left. */
  void use(double units) {
    lock.lock();
    try {
      left -= units;
    } finally {
      lock.unlock();
    }
  }

  private void fill(Instant now) {
    double seconds = Math.max(0, Duration.between(filled, now).toNanos() / 1e9);
    left = Math.min(most, left + perSecond * seconds);
    filled = now;
  }
}
