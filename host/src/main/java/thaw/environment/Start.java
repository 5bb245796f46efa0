package thaw.environment;

/** How a runtime process comes to life. Results name it, so that no figure has another's name. */
public enum Start {
  /** As Lambda starts a function without SnapStart. */
  PLAIN("plain"),
  /** From a snapshot, its memory mapped. */
  RESTORED("restored"),
  /** From a snapshot, its memory copied, for mapped memory failed. */
  RESTORED_BY_COPYING("restored by copying");

  private final String words;

  Start(String words) {
    this.words = words;
  }

  /** For people and for results. */
  public String words() {
    return words;
  }
}
