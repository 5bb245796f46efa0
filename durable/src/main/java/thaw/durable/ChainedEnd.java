package thaw.durable;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a function has ended that an execution waits for. */
record ChainedEnd(OperationStatus status, @Nullable String result, @Nullable ErrorObject error) {

  static ChainedEnd failed(Rejected reason) {
    String type =
        reason.reason() == Rejected.Reason.NOT_FOUND
            ? "ResourceNotFoundException"
            : "InvalidParameterValueException";
    return failed(ErrorObject.of(type, reason.text()));
  }

  static ChainedEnd failed(@Nullable ErrorObject error) {
    return new ChainedEnd(OperationStatus.FAILED, null, error);
  }

  /**
   * @param answer of a plain function
   */
  static ChainedEnd returned(byte[] answer) {
    PayloadLimit limit = PayloadLimit.of("CHAINED_INVOKE output");
    if (answer.length > limit.bytes()) {
      return failed(new ErrorObject(limit.refusal(), null, null, List.of()));
    }
    return new ChainedEnd(
        OperationStatus.SUCCEEDED,
        answer.length == 0 ? null : new String(answer, StandardCharsets.UTF_8),
        null);
  }

  /**
   * @param child an execution that has ended
   */
  static ChainedEnd of(ExecutionHead child) {
    return switch (child.status()) {
      case SUCCEEDED -> new ChainedEnd(OperationStatus.SUCCEEDED, child.result(), null);
      case TIMED_OUT ->
          new ChainedEnd(
              OperationStatus.TIMED_OUT,
              null,
              ErrorObject.of(
                  "ChainedInvoke.Timeout",
                  "CHAINED_INVOKE timed out after %d seconds."
                      .formatted(child.terms().executionTimeoutSeconds())));
      case STOPPED -> new ChainedEnd(OperationStatus.STOPPED, null, child.error());
      case FAILED, DELETING -> failed(child.error());
      case RUNNING, PAUSING, PAUSED ->
          throw new IllegalArgumentException("has not ended: " + child.arn());
    };
  }

  /** Ends the operation that waits. */
  void apply(Change change, Operation waiting) {
    Operation ended = change.endAwaited(waiting, status, result, error);
    EventType type =
        switch (status) {
          case SUCCEEDED -> EventType.CHAINED_INVOKE_SUCCEEDED;
          case TIMED_OUT -> EventType.CHAINED_INVOKE_TIMED_OUT;
          case STOPPED -> EventType.CHAINED_INVOKE_STOPPED;
          case FAILED -> EventType.CHAINED_INVOKE_FAILED;
          case STARTED, PENDING, READY, CANCELLED ->
              throw new IllegalArgumentException("is no end: " + status);
        };
    change.event(
        type,
        ended,
        status == OperationStatus.SUCCEEDED ? Details.result(result) : Details.error(error));
  }
}
