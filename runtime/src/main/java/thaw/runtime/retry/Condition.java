package thaw.runtime.retry;

import org.jspecify.annotations.Nullable;

/**
 * Decides which attempts are to be made again. This class repeats all that threw an exception, and
 * none that returned. The thread that makes the attempts calls it.
 */
public class Condition {
  /** Makes a condition, for subclasses and {@link Retry} itself. */
  protected Condition() {}

  /**
   * Returns whether to try again after a failure. Never asked of an {@link InterruptedException}.
   *
   * @param failure what the attempt threw
   */
  protected boolean retries(Exception failure) {
    return true;
  }

  /**
   * Returns whether to try again though an attempt has returned.
   *
   * @param value what it returned
   */
  protected boolean retriesResult(@Nullable Object value) {
    return false;
  }
}
