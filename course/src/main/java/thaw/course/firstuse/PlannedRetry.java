package thaw.course.firstuse;

import java.util.function.Supplier;

/** Attempts by a plan: time says when one is due, and never how many there are. */
final class PlannedRetry {
  private PlannedRetry() {}

  static boolean retryLambda(long interval, long timeout, Supplier<Boolean> attempt)
      throws InterruptedException {
    long start = System.nanoTime();
    for (long due = 0; due < timeout; due += interval) {
      long early = start + due * 1_000_000 - System.nanoTime();
      if (early > 0) {
        Thread.sleep(early / 1_000_000, (int) (early % 1_000_000));
      }
      if (attempt.get()) { // at once when it is late
        return true;
      }
    }
    return false;
  }
}
