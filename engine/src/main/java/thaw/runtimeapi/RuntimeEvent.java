package thaw.runtimeapi;

import java.util.Optional;

/**
 * An act of the runtime, stamped with {@link System#nanoTime} when the platform had seen all of it.
 */
public sealed interface RuntimeEvent {
  /** The end of a stream whose caller has taken so many bytes of it. */
  static RuntimeEvent ofStream(
      long firstNanos, long bytes, Optional<InvocationOutcome.Failure> error) {
    return new Streamed(firstNanos, System.nanoTime(), bytes, error);
  }

  /** The end of a stream whose caller wants it as a whole. */
  static RuntimeEvent ofStream(
      long firstNanos, byte[] body, Optional<InvocationOutcome.Failure> error) {
    long now = System.nanoTime();
    if (error.isPresent()) {
      return new ErrorReported(now, error.get().type(), error.get().payload());
    }
    return body.length > PayloadLimits.RESPONSE_BYTES
        ? new ResponseTooLarge(now)
        : new Responded(firstNanos, now, body, false);
  }

  /** It asks for the next event: init is complete, or the invocation is. */
  record NextCalled(long nanos) implements RuntimeEvent {}

  /** It is initialised, its hooks have run, and it can be dumped. */
  record RestoreAwaited(long nanos) implements RuntimeEvent {}

  /**
   * @param firstNanos when its first byte came
   * @param passedOn whether the caller has it already
   */
  record Responded(long firstNanos, long nanos, byte[] body, boolean passedOn)
      implements RuntimeEvent {}

  /**
   * A response whose pieces went to the caller as they came.
   *
   * @param error what the function met after it had begun to respond
   */
  record Streamed(
      long firstNanos, long nanos, long bytes, Optional<InvocationOutcome.Failure> error)
      implements RuntimeEvent {}

  record ResponseTooLarge(long nanos) implements RuntimeEvent {}

  record ErrorReported(long nanos, String type, byte[] body) implements RuntimeEvent {}

  record InitErrorReported(long nanos, String type, byte[] body) implements RuntimeEvent {}

  record Exited(long nanos, RuntimeExit exit) implements RuntimeEvent {
    /** The end of this process, in the form of that of any. */
    public ExtensionFailure asFailure() {
      return new ExtensionFailure(exit.errorType(), exit.message(), nanos);
    }
  }

  /**
   * The failure of an extension, not of the runtime itself: it ends the life of all processes
   * beside the extension.
   */
  record ExtensionFailed(ExtensionFailure failure) implements RuntimeEvent {}
}
