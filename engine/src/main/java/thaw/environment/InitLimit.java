package thaw.environment;

import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The moment at which an init phase's time is up. What it lost because the host had no CPU for it
 * does not count: on Lambda it has CPUs of its own.
 *
 * @param nanos the end on an idle host, on the clock of {@link System#nanoTime}
 * @param lostNanos so far
 * @param looks at what takes long
 */
record InitLimit(long nanos, LongSupplier lostNanos, Looks looks) {
  /** The shortest extension in ns that is worth another wait. */
  private static final long STEP_NANOS = 10_000_000;

  InitLimit(long nanos, LongSupplier lostNanos) {
    this(nanos, lostNanos, Looks.NONE);
  }

  /** Makes a limit that does not care what the host does. */
  static InitLimit at(long nanos) {
    return new InitLimit(nanos, () -> 0);
  }

  /** The looks that the waiting thread takes meanwhile. */
  interface Looks {
    Looks NONE =
        new Looks() {
          @Override
          public long nextNanos() {
            return Long.MAX_VALUE;
          }

          @Override
          public void look() {}
        };

    /** Returns the time of the next look; {@link Long#MAX_VALUE} for never again. */
    long nextNanos();

    /** Afterwards the next one is later. */
    void look() throws InterruptedException;
  }

  /** A wait with a deadline, which brings nothing when the deadline came first. */
  interface Wait<R> {
    R until(long deadlineNanos) throws InterruptedException;
  }

  /** Waits until something has come, or time is up. */
  <R> R await(Wait<R> wait, Predicate<R> came) throws InterruptedException {
    long deadline = nanos;
    while (true) {
      R result = watched(wait, came, deadline);
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

  private <R> R watched(Wait<R> wait, Predicate<R> came, long deadline)
      throws InterruptedException {
    for (long next = looks.nextNanos(); next < deadline; next = looks.nextNanos()) {
      R result = wait.until(next);
      if (came.test(result)) {
        return result;
      }
      looks.look();
    }
    return wait.until(deadline);
  }
}
