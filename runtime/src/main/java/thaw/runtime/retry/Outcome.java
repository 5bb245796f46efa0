package thaw.runtime.retry;

import org.jspecify.annotations.Nullable;

/**
 * Tells what became of all attempts.
 *
 * @param end why there was no further one
 * @param attempts how many were made; 0 only when the deadline was over before the first
 * @param elapsedNanos from the call to the end of the last attempt
 * @param value what the last attempt returned, whether or not the condition was content with it;
 *     null when it threw
 * @param failure what the last attempt threw, else null
 */
public record Outcome<T>(
    End end, int attempts, long elapsedNanos, @Nullable T value, @Nullable Exception failure) {

  /** The reason why there was no further attempt. */
  public enum End {
    /** The last one returned what the condition is content with. */
    SUCCESS,
    /** All that the plan has were made. */
    ATTEMPTS_MADE,
    /** The condition does not retry what the last one threw. */
    NOT_RETRIED,
    /** The next one would have begun at the caller's deadline or later. */
    DEADLINE
  }

  /** Returns whether the last attempt returned what the condition is content with. */
  public boolean succeeded() {
    return end == End.SUCCESS;
  }

  /**
   * The value of a success.
   *
   * @throws RetryException when there was none, with the last attempt's exception as cause if it
   *     threw one
   */
  public @Nullable T get() {
    if (end == End.SUCCESS) {
      return value;
    }
    throw new RetryException(this);
  }
}
