package thaw.runtime.background;

import org.jspecify.annotations.Nullable;

/**
 * Tells what a flush has achieved for the events that were accepted before it began.
 *
 * @param remaining how many have not arrived and are kept
 * @param elapsedNanos how long it took
 * @param failure what the sink threw last, or null when it was only a matter of time
 */
public record Flushed(long remaining, long elapsedNanos, @Nullable Exception failure) {
  /** Returns whether nothing remains. */
  public boolean isComplete() {
    return remaining == 0;
  }
}
