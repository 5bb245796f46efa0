package thaw.source;

import java.time.Duration;

/**
 * Tells how long to wait before something is tried again: twice as long each time.
 *
 * @param scale multiplies every wait, so that a test need not last
 */
record Backoff(Duration first, Duration longest, double scale) {
  private static final int DOUBLINGS = 30;

  /**
   * Returns the wait before the next try, at least 1 ms: a wait of nothing would be a loop.
   *
   * @param failures so far, at least one
   */
  Duration after(int failures) {
    long doubled = first.toMillis() << Math.min(failures - 1, DOUBLINGS);
    long millis = doubled <= 0 ? longest.toMillis() : Math.min(doubled, longest.toMillis());
    return Duration.ofMillis(Math.max(1, Math.round(millis * scale)));
  }
}
