package thaw.model;

/** A part of a cold start that has a line of its own. */
public enum ModelPhase {
  INIT("init"),
  FIRST("first invocation"),
  TOTAL("start to response"),
  /** From a snapshot that was taken after a first call. */
  RESTORED("start to response, restored");

  private final String label;

  ModelPhase(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
