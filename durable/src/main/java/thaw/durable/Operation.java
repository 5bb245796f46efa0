package thaw.durable;

import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The state of one operation of an execution. What belongs to other types of operation is absent.
 * Times are in milliseconds since 1970, by the engine's clock.
 *
 * @param sequence the place in the order of starts; the execution itself is the first
 * @param changed the execution's count of changes when this one came
 * @param input what the execution or a chained function was given
 * @param result of the last attempt
 * @param replayChildren whether the operations within a context that has ended are replayed
 * @param attempt of a step: how many have ended
 * @param dueMillis when a wait ends, a step has its next attempt or a callback is too late
 * @param seconds of a wait: how long it is
 * @param heartbeatSeconds the longest time between two heartbeats
 * @param heartbeatDueMillis when the next heartbeat is too late
 */
@RecordBuilder
public record Operation(
    int sequence,
    String id,
    @Nullable String parentId,
    @Nullable String name,
    OperationType type,
    @Nullable String subType,
    OperationStatus status,
    long startMillis,
    @Nullable Long endMillis,
    long changed,
    @Nullable String input,
    @Nullable String result,
    @Nullable ErrorObject error,
    boolean replayChildren,
    int attempt,
    @Nullable Long dueMillis,
    @Nullable Integer seconds,
    @Nullable String callbackId,
    @Nullable Integer heartbeatSeconds,
    @Nullable Long heartbeatDueMillis,
    @Nullable Chained chained)
    implements OperationBuilder.With {
  /**
   * A function that the execution waits for.
   *
   * @param function as the caller has named it
   * @param target the function's name
   * @param version the one that runs
   * @param execution the ARN of its execution, when it is durable
   */
  public record Chained(
      String function,
      @Nullable String tenant,
      @Nullable String trace,
      @Nullable String target,
      @Nullable String version,
      @Nullable String execution) {}

  /** Returns whether somebody or something other than the function ends it. */
  public boolean isAwaited() {
    return switch (type) {
      case STEP -> status == OperationStatus.PENDING;
      case WAIT, CALLBACK, CHAINED_INVOKE -> status == OperationStatus.STARTED;
      case EXECUTION, CONTEXT -> false;
    };
  }

  /** Returns when time changes it next; {@link Long#MAX_VALUE} for never. */
  long nextMillis() {
    if (!isAwaited()) {
      return Long.MAX_VALUE;
    }
    long due = dueMillis == null ? Long.MAX_VALUE : dueMillis;
    return heartbeatDueMillis == null ? due : Math.min(due, heartbeatDueMillis);
  }
}
