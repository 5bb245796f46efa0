package thaw.program;

import org.jspecify.annotations.Nullable;

/**
 * Something kept Thaw from doing what a test wanted: the application cannot be run, the program is
 * not there or has ended, a name is unknown, time is up. A function that fails is none of these:
 * its response tells that.
 */
public final class ThawException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String remedy;

  /**
   * @param problem what is wrong, in one sentence
   */
  public ThawException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /**
   * @param problem what is wrong, in one sentence
   * @param cause what has told of it; may be null
   */
  public ThawException(String problem, String remedy, @Nullable Throwable cause) {
    super(problem + System.lineSeparator() + "Remedy: " + remedy, cause);
    this.remedy = remedy;
  }

  /** Returns what the reader can do about it, in one or two sentences. */
  public String remedy() {
    return remedy;
  }
}
