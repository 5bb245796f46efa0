package thaw.steady;

/**
 * Something of this program's own that went wrong, for those who take exceptions only: an {@code
 * Error} ends a thread, and with it all that only this thread would have done.
 */
public final class InternalFault extends RuntimeException {
  private InternalFault(Throwable cause) {
    super(String.valueOf(cause), cause);
  }

  public InternalFault(String message, Throwable cause) {
    super(message, cause);
  }

  /** The problem itself when it is an exception that may be thrown anywhere. */
  public static RuntimeException of(Throwable problem) {
    return problem instanceof RuntimeException exception ? exception : new InternalFault(problem);
  }
}
