package thaw.pool;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The requests that run, for who ends the platform and lets them come to their end. */
public final class InFlight {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition allLeft = lock.newCondition();
  private int running; // guarded by lock, as draining
  private boolean draining;

  /**
   * @throws IllegalStateException when no more are taken
   */
  public void enter() {
    lock.lock();
    try {
      if (draining) {
        throw new IllegalStateException("the platform is shut down");
      }
      running++;
    } finally {
      lock.unlock();
    }
  }

  public void leave() {
    lock.lock();
    try {
      running--;
      if (running == 0) {
        allLeft.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes no more, and waits for those that run; whether all have left. */
  public boolean drain(Duration patience) {
    long left = patience.toNanos();
    lock.lock();
    try {
      draining = true;
      while (running > 0 && left > 0) {
        left = allLeft.awaitNanos(left);
      }
      return running == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }
}
