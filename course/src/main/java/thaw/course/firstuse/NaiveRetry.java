package thaw.course.firstuse;

import java.util.function.Supplier;

/** The loop of the published kind: until the time is over, with a pause after each attempt. */
final class NaiveRetry {
  private NaiveRetry() {}

  static boolean retryLambda(long interval, long timeout, Supplier<Boolean> attempt)
      throws InterruptedException {
    long end = System.nanoTime() + timeout * 1_000_000;
    while (System.nanoTime() < end) {
      if (attempt.get()) {
        return true;
      }
      Thread.sleep(interval); // however long the attempt took
    }
    return false;
  }
}
