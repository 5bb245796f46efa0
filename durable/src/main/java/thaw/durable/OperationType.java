package thaw.durable;

/** The kinds of operation that a durable function checkpoints. */
public enum OperationType {
  EXECUTION,
  CONTEXT,
  STEP,
  WAIT,
  CALLBACK,
  CHAINED_INVOKE
}
