package thaw.durable;

/** The state of an execution. */
public enum ExecutionStatus {
  RUNNING,
  SUCCEEDED,
  FAILED,
  TIMED_OUT,
  STOPPED,

  /** Its data goes, which takes no time here. */
  DELETING,

  /** It pauses at the next checkpoint of the invocation that runs. */
  PAUSING,

  PAUSED;

  /** Returns whether nothing of the execution changes any more. */
  public boolean hasEnded() {
    return switch (this) {
      case RUNNING, PAUSING, PAUSED -> false;
      case SUCCEEDED, FAILED, TIMED_OUT, STOPPED, DELETING -> true;
    };
  }
}
