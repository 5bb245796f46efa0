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

  /** An invocation begins. */
  default void invoked(ExecutionArn arn, String requestId, int operations) {}

  /**
   * The clock has gone ahead, as all executions wait.
   *
   * @param millis the time that it has now
   */
  default void jumped(long millis) {}
}
