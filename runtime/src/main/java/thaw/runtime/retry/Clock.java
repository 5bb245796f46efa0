package thaw.runtime.retry;

/**
 * A monotonic clock, and the waiting by it: one thing, so that a test that turns the one has the
 * other. For any thread.
 */
public interface Clock {
  /** Nanoseconds since some moment, as {@link System#nanoTime} has them. */
  long nanos();

  /**
   * Waits. It may return early; whoever waits looks at {@link #nanos} again.
   *
   * @param nanos more than 0
   * @throws InterruptedException when the thread is interrupted before or meanwhile
   */
  void sleep(long nanos) throws InterruptedException;
}
