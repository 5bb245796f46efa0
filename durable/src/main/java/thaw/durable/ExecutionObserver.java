package thaw.durable;

/** Sees what happens to executions; must be quick. Called by any thread, once it is kept. */
public interface ExecutionObserver {
  /** An event has been added to a history. */
  default void happened(ExecutionArn arn, HistoryEvent event) {}

  /**
   * A checkpoint has been kept.
   *
   * @param requestId of the invocation that has made it
   * @param updates how many it has
   * @param nanos from its arrival until it was kept
   */
  default void checkpointed(ExecutionArn arn, String requestId, int updates, long nanos) {}

  /**
   * A part of the state has been read by an invocation.
   *
   * @param nanos from the request's arrival until it was answered
   */
  default void stateRead(ExecutionArn arn, String requestId, long nanos) {}

  /**
   * An invocation begins.
   *
   * @param millis by the engine's clock
   * @param operations how many its event has
   * @param eventBytes the event's size
   */
  default void invoked(
      ExecutionArn arn, String requestId, long millis, int operations, long eventBytes) {}

  /**
   * The clock has gone ahead, as all executions wait.
   *
   * @param millis the time that it has now
   */
  default void jumped(long millis) {}

  /** Returns an observer that tells two. */
  static ExecutionObserver both(ExecutionObserver first, ExecutionObserver second) {
    return new ExecutionObserver() {
      @Override
      public void happened(ExecutionArn arn, HistoryEvent event) {
        first.happened(arn, event);
        second.happened(arn, event);
      }

      @Override
      public void checkpointed(ExecutionArn arn, String requestId, int updates, long nanos) {
        first.checkpointed(arn, requestId, updates, nanos);
        second.checkpointed(arn, requestId, updates, nanos);
      }

      @Override
      public void stateRead(ExecutionArn arn, String requestId, long nanos) {
        first.stateRead(arn, requestId, nanos);
        second.stateRead(arn, requestId, nanos);
      }

      @Override
      public void invoked(
          ExecutionArn arn, String requestId, long millis, int operations, long eventBytes) {
        first.invoked(arn, requestId, millis, operations, eventBytes);
        second.invoked(arn, requestId, millis, operations, eventBytes);
      }

      @Override
      public void jumped(long millis) {
        first.jumped(millis);
        second.jumped(millis);
      }
    };
  }
}
