package thaw.program;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells why cold starts are not good, in the words of a failed build: cause and remedy.
 *
 * @param lenient what the user gives to the build so that it passes when nothing could be told
 * @param explain what the user calls to have a function explained, but for the function's name
 */
public record CheckFailure(String lenient, String explain) {
  /** Rows of a table, and sentences, that say what is wrong. */
  private static final Pattern CAUSE =
      Pattern.compile("\\bOVER\\b|(?<!\\()\\bfailed\\b|not measured|could not|left out|too close");

  private static final int SHOWN = 8;

  /**
   * Finds the causes in what the program has printed.
   *
   * @param out folder of the result, as the user is to read it
   * @param function null when it was not named
   */
  public String of(ProgramCall ended, String out, @Nullable String function) {
    List<String> causes =
        ended.output().stream()
            .filter(line -> CAUSE.matcher(line).find())
            .map(String::strip)
            .limit(SHOWN)
            .collect(Collectors.toList());
    boolean unknown = ended.outcome() == ProgramOutcome.NOT_MEASURED;
    return String.join(
        System.lineSeparator(),
        unknown
            ? "What cold starts are compared with could not be measured, or not be told:"
            : "Cold starts are over their limits, or fail:",
        causes.isEmpty()
            ? "  (the log above says which)"
            : "  " + String.join(System.lineSeparator() + "  ", causes),
        unknown
            ? "Remedy: do what the log above says of it; " + lenient + " lets such a build pass"
            : "Remedy: read "
                + out
                + "/report.html, and look for the reason with "
                + explain
                + (function == null ? "NAME" : function)
                + "; when it is meant to be so, raise the limit in budget.yaml");
  }
}
