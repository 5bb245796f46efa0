package thaw.runtimeapi;

/** The states of a {@link RuntimeSession}, by the names that refusals of the Runtime API have. */
enum RuntimeState {
  STARTING("RuntimeStarted"),
  IDLE("RuntimeReady"),
  RUNNING("RuntimeRunning"),
  STREAMING("RuntimeResponding"),
  ANSWERED("RuntimeResponseSent"),
  INIT_FAILED("RuntimeInitError"),
  ENDED("RuntimeTerminated");

  private final String wireName;

  RuntimeState(String wireName) {
    this.wireName = wireName;
  }

  /** Returns the response to a call that is not legal in this state. */
  StatusResponse refusing(String target) {
    return StatusResponse.invalidTransition(wireName, target);
  }
}
