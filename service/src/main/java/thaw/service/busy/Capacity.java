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
public final class Capacity {
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

  /** Units of which no more is saved than comes back in a second, all of which is there. */
  public Capacity(double perSecond, Instant now) {
    this(perSecond, Duration.ofSeconds(1), perSecond, now);
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

  /** Returns whether so much is there. */
  public boolean has(double units, Instant now) {
    lock.lock();
    try {
      fill(now);
      return left >= units;
    } finally {
      lock.unlock();
    }
  }

  /** Takes so much, if it is there. */
  public boolean take(double units, Instant now) {
    lock.lock();
    try {
      fill(now);
      boolean there = left >= units;
      left -= there ? units : 0;
      return there;
    } finally {
      lock.unlock();
    }
  }

  /** Takes what was used, which may be more than was left. */
  public void use(double units) {
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
