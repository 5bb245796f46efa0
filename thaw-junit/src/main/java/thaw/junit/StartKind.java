package thaw.junit;

/** Tells what had to be done before an invocation could begin. */
public enum StartKind {
  /** Nothing: the environment had been used before. */
  WARM("warm"),

  /** The environment was restored from a snapshot after init. */
  RESTORED("restored"),

  /** A JVM was started from an archive of the function's classes, and ran init. */
  ARCHIVE("archive"),

  /** A JVM was started without either, and ran init. */
  COLD("cold");

  private final String word;

  StartKind(String word) {
    this.word = word;
  }

  /** Returns whether an environment was started for the invocation. */
  public boolean isStart() {
    return this != WARM;
  }

  /**
   * Returns the name that test reports have: {@code warm}, {@code restored}, {@code archive} or
   * {@code cold}.
   */
  @Override
  public String toString() {
    return word;
  }
}
