package thaw.durable;

/** The state of an operation. */
public enum OperationStatus {
  STARTED,

  /** A step waits for its next attempt. */
  PENDING,

  /** The time of a step's next attempt has come. */
  READY,

  SUCCEEDED,
  FAILED,
  CANCELLED,
  TIMED_OUT,
  STOPPED
}
