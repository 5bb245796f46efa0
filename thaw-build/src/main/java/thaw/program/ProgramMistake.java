package thaw.program;

import java.util.List;

/** Makes this library's exception of what the program says when it ends early. */
public final class ProgramMistake {
  private static final String PROBLEM = "thaw: ";
  private static final String REMEDY = "Remedy: ";

  private ProgramMistake() {}

  /**
   * Finds cause and remedy in what the program has printed.
   *
   * @param what was to be done, for example {@code run /app}
   * @param lines that it has printed on standard error
   */
  public static ThawException of(String what, int exit, List<String> lines) {
    for (int i = lines.size() - 1; i > 0; i--) {
      if (lines.get(i).startsWith(REMEDY) && lines.get(i - 1).startsWith(PROBLEM)) {
        return new ThawException(
            "thaw could not " + what + ": " + lines.get(i - 1).substring(PROBLEM.length()),
            lines.get(i).substring(REMEDY.length()));
      }
    }
    return new ThawException(
        "thaw ended with "
            + exit
            + " when it was to "
            + what
            + "; it printed:"
            + System.lineSeparator()
            + String.join(System.lineSeparator(), lines),
        "do what these lines say; thaw doctor says what this machine lacks");
  }
}
