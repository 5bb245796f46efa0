package thaw.runtimeapi;

/**
 * The end of a runtime process by itself, with the words in which Lambda reports it.
 *
 * @param exitCode 128 + n for signal n, as shells have it
 * @param outOfMemory whether the kernel ended it for needing more than its memory size
 */
public record RuntimeExit(int exitCode, boolean outOfMemory) {
  public static final String ERROR_TYPE = "Runtime.ExitError";
  public static final String OUT_OF_MEMORY = "Runtime.OutOfMemory";

  private static final int SIGNAL_BASE = 128;
  private static final int SIGKILL = 9;

  /** Returns whether an error of this type means that the runtime process ended by itself. */
  public static boolean isType(String errorType) {
    return errorType.equals(ERROR_TYPE) || errorType.equals(OUT_OF_MEMORY);
  }

  /** Returns whether it was killed, by the kernel or by somebody, and so did not end by itself. */
  public boolean isKill() {
    return exitCode == SIGNAL_BASE + SIGKILL;
  }

  public String errorType() {
    return outOfMemory ? OUT_OF_MEMORY : ERROR_TYPE;
  }

  public String message() {
    if (exitCode == 0) {
      return "Runtime exited without providing a reason";
    }
    String signal =
        switch (exitCode - SIGNAL_BASE) {
          case 6 -> "aborted";
          case 7 -> "bus error";
          case SIGKILL -> "killed";
          case 11 -> "segmentation fault";
          default -> "";
        };
    return "Runtime exited with error: "
        + (signal.isEmpty() ? "exit status " + exitCode : "signal: " + signal);
  }
}
