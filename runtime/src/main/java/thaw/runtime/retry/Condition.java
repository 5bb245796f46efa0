package thaw.runtime.retry;

import org.jspecify.annotations.Nullable;

/**
 * Which attempts are to be made again. This one: all that threw an exception, none that returned.
 * Subclasses are asked by the thread that makes the attempts.
 */
public class Condition {
  /** For subclasses, and {@link Retry} itself. */
  protected Condition() {}

  /**
   * Whether to try again after a failure. Never asked of an {@link InterruptedException}.
   *
   * @param failure what the attempt threw
   */
  protected boolean retries(Exception failure) {
    return true;
  }

  /**
   * Whether to try again though an attempt has returned.
   *
   * @param value what it returned
   */
  protected boolean retriesResult(@Nullable Object value) {
    return false;
  }
}
