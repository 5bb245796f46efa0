package thaw.environment;

import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * When an init phase's time is up. What it lost because the host had no CPU for it does not count:
 * on Lambda it has CPUs of its own.
 *
 * @param nanos the end on an idle host, on the clock of {@link System#nanoTime}
 * @param lostNanos so far
 */
record InitLimit(long nanos, LongSupplier lostNanos) {
  /** Less is not worth another wait. */
  private static final long STEP_NANOS = 10_000_000;

  /** Whatever the host does. */
  static InitLimit at(long nanos) {
    return new InitLimit(nanos, () -> 0);
  }

  /** What a wait with a deadline brings; nothing when it came first. */
  interface Wait<R> {
    R until(long deadlineNanos) throws InterruptedException;
  }

  /** Waits until something has come, or time is up. */
  <R> R await(Wait<R> wait, Predicate<R> came) throws InterruptedException {
    long deadline = nanos;
    while (true) {
      R result = wait.until(deadline);
      if (came.test(result)) {
        return result;
      }
      long extended = nanos + lostNanos.getAsLong();
      if (extended - deadline < STEP_NANOS) {
        return result;
      }
      deadline = extended;
    }
  }
}
