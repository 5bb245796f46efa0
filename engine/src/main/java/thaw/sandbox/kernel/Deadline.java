package thaw.sandbox.kernel;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition that the kernel signals in no better way, never longer than agreed. */
public final class Deadline {
  private static final long FIRST_PAUSE_NANOS = 50_000;
  private static final long LONGEST_PAUSE_NANOS = 5_000_000;

  private Deadline() {}

  /**
   * @param goal what is waited for, as the end of "gave up after 5000 ms: "
   */
  public static void await(Duration patience, String goal, BooleanSupplier condition) {
    long start = System.nanoTime();
    long pause = FIRST_PAUSE_NANOS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > patience.toNanos()) {
        throw new IllegalStateException("gave up after " + patience.toMillis() + " ms: " + goal);
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_NANOS);
    }
  }
}
