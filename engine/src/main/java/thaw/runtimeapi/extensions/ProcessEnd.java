package thaw.runtimeapi.extensions;

/** Tells how a process ended, in the words of AWS. */
final class ProcessEnd {
  private static final int SIGNAL_BASE = 128;

  private ProcessEnd() {}

  /**
   * @param exitCode 128 + n for signal n, as shells have it
   */
  static String ofExtension(int exitCode) {
    if (exitCode == 0) {
      return "exit code 0";
    }
    return switch (exitCode - SIGNAL_BASE) {
      case 6 -> "signal: aborted";
      case 7 -> "signal: bus error";
      case 9 -> "signal: killed";
      case 11 -> "signal: segmentation fault";
      case 15 -> "signal: terminated";
      default -> "exit status " + exitCode;
    };
  }
}
