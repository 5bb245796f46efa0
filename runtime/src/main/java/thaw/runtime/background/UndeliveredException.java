package thaw.runtime.background;

import org.jspecify.annotations.Nullable;

/**
 * Not all events of an invocation have been delivered, and the policy is that it must not succeed
 * then ({@link Policy#failIncomplete}).
 */
public final class UndeliveredException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UndeliveredException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
