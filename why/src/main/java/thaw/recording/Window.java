package thaw.recording;

import thaw.environment.Reading;

/**
 * A stretch of a cold start that the platform saw the borders of, with what was counted at both.
 *
 * @param kind what happened in it
 * @param beginNanos {@link System#nanoTime}
 * @param endNanos of the runtime's call for the next event
 */
public record Window(Kind kind, long beginNanos, long endNanos, Reading before, Reading after) {
  public Window {
    if (endNanos < beginNanos) {
      throw new IllegalArgumentException("ends before it begins: " + kind);
    }
  }

  /** Tells what happens between two calls for an event. */
  public enum Kind {
    INIT,
    RESTORE,
    FIRST_INVOCATION,
    LATER_INVOCATION
  }

  public long nanos() {
    return endNanos - beginNanos;
  }

  /** Returns whether a moment lies in it. */
  public boolean covers(long nanos) {
    return nanos >= beginNanos && nanos < endNanos;
  }
}
