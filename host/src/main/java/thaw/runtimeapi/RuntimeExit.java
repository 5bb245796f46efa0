package thaw.runtimeapi;

/** The words with which Lambda reports that a runtime process ended by itself. */
public final class RuntimeExit {
  public static final String ERROR_TYPE = "Runtime.ExitError";

  private static final int SIGNAL_BASE = 128;

  private RuntimeExit() {}

  /**
   * @param exitCode 128 + n for signal n, as shells have it
   */
  public static String message(int exitCode) {
    if (exitCode == 0) {
      return "Runtime exited without providing a reason";
    }
    String signal =
        switch (exitCode - SIGNAL_BASE) {
          case 6 -> "aborted";
          case 7 -> "bus error";
          case 9 -> "killed";
          case 11 -> "segmentation fault";
          default -> "";
        };
    return "Runtime exited with error: "
        + (signal.isEmpty() ? "exit status " + exitCode : "signal: " + signal);
  }
}
