package thaw.app.build;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.presentation.text.Text;

/** Why a test fails, as the log of its build says it below the test that failed first. */
public final class TestCause {
  private static final int COLUMNS = 240;

  /** Surefire marks what it has said itself, and Gradle indents a stack. */
  private static final Pattern CAUSE = Pattern.compile("(?:\\[ERROR\\])?\\s*Caused by: (.*)");

  private static final Pattern THROWN =
      Pattern.compile("(?:\\[ERROR\\])?\\s*((?:[\\w$]+\\.)+[\\w$]*(?:Exception|Error)\\b.*)");
  private static final Pattern NEXT =
      Pattern.compile("\\[(?:INFO|ERROR|WARNING)\\]\\s*(?:Tests run:|Running |Results).*|.*FAILED");
  private static final Pattern PLACEHOLDER =
      Pattern.compile("Could not resolve placeholder '([A-Z][A-Z0-9_]*)'");
  private static final Pattern REGION =
      Pattern.compile("Unable to (?:load region from|find a region via)");
  private static final Pattern CREDENTIALS =
      Pattern.compile("Unable to load (?:AWS )?credentials from");

  /** What Testcontainers says. */
  private static final String DOCKER = "Could not find a valid Docker environment";

  private TestCause() {}

  /**
   * Returns the last cause of the first exception.
   *
   * @param failed the line of the test that failed first
   */
  static Optional<String> of(String said, String failed) {
    List<String> below =
        said.substring(Math.max(0, said.indexOf(failed)))
            .lines()
            .skip(1)
            .takeWhile(line -> !NEXT.matcher(line).matches())
            .toList();
    Optional<String> found = Optional.empty();
    for (String line : below) {
      if (line.isBlank() && found.isPresent()) {
        break; // another test of the class
      }
      Matcher cause = CAUSE.matcher(line);
      Matcher thrown = THROWN.matcher(line);
      if (cause.matches()) {
        found = Optional.of(cause.group(1));
      } else if (found.isEmpty() && thrown.matches()) {
        found = Optional.of(thrown.group(1));
      }
    }
    return found.map(line -> Text.cut(line.strip(), COLUMNS));
  }

  /** Returns what to do about tests that do without something which others have. */
  public static Optional<String> remedy(String why) {
    return why.contains(DOCKER)
        ? Optional.of(
            "start Docker, or have the tests that need it skip themselves without it:"
                + " @Testcontainers(disabledWithoutDocker = true)")
        : missing(why).map("set %s, as the tests run with the variables of your shell"::formatted);
  }

  /** Returns whether a client of AWS's SDK has found no region, which most developers have set. */
  static boolean lacksRegion(String said) {
    return REGION.matcher(said).find();
  }

  /** Returns the variables that a test does without which others set in their shell. */
  static Optional<String> missing(String why) {
    Matcher placeholder = PLACEHOLDER.matcher(why);
    return placeholder.find()
        ? Optional.of(placeholder.group(1))
        : REGION.matcher(why).find()
            ? Optional.of("AWS_REGION")
            : CREDENTIALS.matcher(why).find()
                ? Optional.of("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
                : Optional.empty();
  }
}
