package thaw.maven;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import thaw.program.ProgramCall;
import thaw.program.ProgramOutcome;

/** Why cold starts are not good, in the words of a failed build: cause and remedy. */
final class CheckFailure {
  /** Rows of a table, and sentences, that say what is wrong. */
  private static final Pattern CAUSE =
      Pattern.compile("\\bOVER\\b|(?<!\\()\\bfailed\\b|not measured|could not|left out|too close");

  private static final int SHOWN = 8;

  private CheckFailure() {}

  static String of(ProgramCall ended, String out, @Nullable String function) {
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
            ? "Remedy: do what the log above says of it; -Dthaw.notMeasured=warn lets such a build"
                + " pass"
            : "Remedy: read "
                + out
                + "/report.html, and look for the reason with mvn thaw:why -Dthaw.function="
                + (function == null ? "NAME" : function)
                + "; when it is meant to be so, raise the limit in budget.yaml");
  }
}
