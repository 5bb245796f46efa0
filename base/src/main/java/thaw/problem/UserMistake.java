package thaw.problem;

/**
 * A mistake that the user can mend: a cause in one line and what to do about it. Caught once, in
 * {@code main}, and shown without a stack trace; the program then ends with exit code 2.
 */
public final class UserMistake extends RuntimeException {
  private final String remedy;

  /**
   * @param cause one line: the constraint, then the fact ("must be 128..10240: memoryMiB=64")
   * @param remedy what to do, as an imperative sentence
   */
  public UserMistake(String cause, String remedy) {
    super(cause, null, false, false);
    this.remedy = remedy;
  }

  /** Returns what to do, as an imperative sentence. */
  public String remedy() {
    return remedy;
  }
}
