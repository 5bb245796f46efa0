package thaw.cli;

/** The exit codes that the shell sees. */
public final class ExitCode {
  public static final int DONE = 0;

  /**
   * The command did its work, and the answer is no: the function failed, is over its budget or has
   * grown, a goal was missed, or no remedy gains.
   */
  public static final int ANSWER_IS_NO = 1;

  public static final int USER_MISTAKE = 2;

  /** The things to compare could not be compared, and nothing else is wrong. */
  public static final int NOT_MEASURED = 3;

  /** {@code EX_SOFTWARE} of sysexits.h. */
  public static final int BUG = 70;

  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}
