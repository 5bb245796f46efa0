package thaw.pool;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An environment between two users, while something is done in it: begun once, by the thread that
 * comes first. Refuses to know what is done. Its state is guarded by the lock of {@link Leases}.
 */
abstract class Interlude {
  private final long overdueNanos; // by System.nanoTime
  private boolean begun;
  private boolean cancelled;
  private @Nullable Thread runner;

  /**
   * @param patience for how long somebody who needs an environment waits for this one
   */
  Interlude(Duration patience) {
    this.overdueNanos = System.nanoTime() + patience.toNanos();
  }

  /** Has it run on a thread of its own, unless it has begun; not called under the lock. */
  abstract void runElsewhere();

  final long patienceNanos(long now) {
    return overdueNanos - now;
  }

  final boolean hasBegun() {
    return begun;
  }

  /** Returns whether the calling thread is the first, and so has to do it. */
  final boolean begin() {
    if (begun) {
      return false;
    }
    begun = true;
    Thread first = Thread.currentThread();
    runner = first;
    if (cancelled) {
      first.interrupt();
    }
    return true;
  }

  /** Interrupts who does it, or will. */
  final void cancel() {
    cancelled = true;
    if (runner != null) {
      runner.interrupt();
    }
  }
}
