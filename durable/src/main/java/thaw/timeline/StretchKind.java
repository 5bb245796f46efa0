package thaw.timeline;

/** What a stretch of an execution's time was for. */
public enum StretchKind {
  QUEUE("on its way to the function", "the engine and the search for an environment", true),
  INIT("init", "a new environment had to be made for it", true),
  RESTORE("restore", "an environment was restored from a snapshot for it", true),
  REPLAY("replay", "from the handler's start until its first new operation", true),
  OWN("own work", "code of the function, within steps and between them", true),
  CHECKPOINT("checkpoints", "from a checkpoint's arrival here until its answer", true),
  STATE("state read", "pages of a state that is too large for the event", true),
  ENDING("response", "from the handler's end until the response was kept", true),
  WAIT("wait", "a wait of the function's", false),
  RETRY("wait for a retry", "the delay before a next attempt", false),
  CALLBACK("callback", "until somebody completed a callback", false),
  CHAINED("chained invoke", "another function worked", false),
  PAUSE("paused", "somebody had paused it", false),
  UNNAMED("without a name", "nothing was recorded of it", false);

  private final String label;
  private final String meaning;
  private final boolean active;

  StretchKind(String label, String meaning, boolean active) {
    this.label = label;
    this.meaning = meaning;
    this.active = active;
  }

  public String label() {
    return label;
  }

  public String meaning() {
    return meaning;
  }

  /** Returns whether an invocation is under way or about to be. */
  public boolean isActive() {
    return active;
  }

  /** Returns whether AWS bills the function's memory meanwhile. */
  boolean isBilled() {
    return switch (this) {
      case INIT, RESTORE, REPLAY, OWN, CHECKPOINT, STATE -> true;
      case QUEUE, ENDING, WAIT, RETRY, CALLBACK, CHAINED, PAUSE, UNNAMED -> false;
    };
  }
}
