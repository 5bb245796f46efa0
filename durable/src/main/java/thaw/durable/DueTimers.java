package thaw.durable;

import java.util.Comparator;
import java.util.List;

/** What time alone changes of an execution, once it has come. */
final class DueTimers {
  private DueTimers() {}

  /** Returns when time changes the execution next; {@link Long#MAX_VALUE} for never. */
  static long next(ExecutionHead head, Iterable<Operation> operations) {
    long next = head.latestMillis();
    if (head.retryMillis() != null && head.status() == ExecutionStatus.RUNNING) {
      next = Math.min(next, head.retryMillis());
    }
    for (Operation operation : operations) {
      next = Math.min(next, operation.nextMillis());
    }
    return next;
  }

  /** Changes what is due by now, in the order in which it became due. */
  static void fire(Change change) {
    long now = change.nowMillis();
    ExecutionHead head = change.head();
    if (head.status().hasEnded()) {
      return;
    }
    long latest = head.latestMillis();
    List<Operation> due =
        change
            .all()
            .filter(operation -> operation.nextMillis() <= Math.min(now, latest))
            .sorted(Comparator.comparingLong(Operation::nextMillis))
            .toList();
    due.forEach(operation -> fire(change, operation));
    if (latest <= now) {
      change.end(
          ExecutionStatus.TIMED_OUT,
          null,
          ErrorObject.of(
              "Execution.Timeout",
              "Execution timed out after %d seconds."
                  .formatted(head.terms().executionTimeoutSeconds())));
    } else if (head.retryMillis() != null && head.retryMillis() <= now) {
      change.head(edit -> edit.retryMillis(null));
    }
  }

  private static void fire(Change change, Operation operation) {
    switch (operation.type()) {
      case WAIT -> {
        Operation ended = change.endAwaited(operation, OperationStatus.SUCCEEDED, null, null);
        change.event(
            EventType.WAIT_SUCCEEDED, ended, Details.none().put("Duration", operation.seconds()));
      }
      case STEP -> change.ready(operation);
      case CALLBACK -> {
        boolean heartbeat =
            operation.heartbeatDueMillis() != null
                && operation.heartbeatDueMillis() == operation.nextMillis();
        ErrorObject error =
            heartbeat
                ? ErrorObject.of("Callback.Heartbeat", "Callback timed out on heartbeat")
                : ErrorObject.of("Callback.Timeout", "Callback timed out");
        Operation ended = change.endAwaited(operation, OperationStatus.TIMED_OUT, null, error);
        change.event(EventType.CALLBACK_TIMED_OUT, ended, Details.error(error));
      }
      case EXECUTION, CONTEXT, CHAINED_INVOKE ->
          throw new IllegalStateException("has no time of its own: " + operation);
    }
  }
}
