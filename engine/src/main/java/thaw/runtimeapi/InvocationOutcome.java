package thaw.runtimeapi;

/** Tells how an invocation ended, as its caller sees it. */
public sealed interface InvocationOutcome {
  /** Returns what the caller gets as the body. */
  byte[] payload();

  /** The handler returned. */
  record Success(byte[] payload) implements InvocationOutcome {}

  /**
   * The caller gets {@code FunctionError: Unhandled} and the payload.
   *
   * @param type for example {@code Runtime.ExitError}, or the exception's class
   * @param message one line
   */
  record Failure(String type, String message, byte[] payload) implements InvocationOutcome {}
}
