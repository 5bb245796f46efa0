package thaw.runtime.background;

import org.jspecify.annotations.Nullable;

/**
 * Tells that not all events of an invocation have been delivered, where the policy is that it must
 * not succeed then ({@link Policy#failIncomplete}).
 */
public final class UndeliveredException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UndeliveredException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
