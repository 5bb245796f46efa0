package thaw.app.build;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds in the output of a failed build why it failed. Refuses to know who has run it. */
final class BuildErrors {
  /** The most errors that are shown; the output has the others. */
  private static final int MOST = 5;

  private static final Pattern ESCAPES = Pattern.compile("\u001b\\[[0-9;]*m");
  private static final Pattern MAVEN = Pattern.compile("^(?:\\[(?:ERROR|FATAL)] ?)+(.*)$");

  /** The lines that Maven prints around its reasons. */
  private static final Pattern MAVEN_FRAME =
      Pattern.compile(
          "|COMPILATION ERROR :|-> \\[Help .*|To see the full stack trace.*|Re-run Maven"
              + " using.*|For more information about the errors.*|\\[Help \\d+].*|After correcting"
              + " the problems.*|mvn <args> -rf .*|Some problems were encountered.*|The build could"
              + " not read .*|The project \\S+ \\(.*\\) has \\d+ errors?");

  private static final String GOAL = "Failed to execute goal ";

  /** javac's {@code X.java:3: error: ...} and {@code error: ...}, kotlinc's {@code e: ...}. */
  private static final Pattern COMPILER =
      Pattern.compile("^(?:\\S.*\\.(?:java|groovy|scala):\\d+: error: .*|error: .*|e: .*)$");

  private static final Pattern DETAIL = Pattern.compile("^\\s+(?:symbol|location): .*");
  private static final String GRADLE_REASON = "* What went wrong:";

  private BuildErrors() {}

  /** Returns the reasons in Maven's output; empty when there are none. */
  static List<String> ofMaven(String output) {
    Set<String> reasons = new LinkedHashSet<>();
    Set<String> goals = new LinkedHashSet<>();
    List<String> lines = lines(output);
    for (int i = 0; i < lines.size(); i++) {
      Matcher matcher = MAVEN.matcher(lines.get(i));
      if (!matcher.matches() || MAVEN_FRAME.matcher(matcher.group(1).strip()).matches()) {
        continue;
      }
      String text = matcher.group(1).strip().replaceFirst(" -> \\[Help \\d+]$", "");
      if (!goals.isEmpty() && !reasons.isEmpty()) {
        break; // what follows the goal says the same again
      }
      (text.startsWith(GOAL) ? goals : reasons).add(text + details(lines, i + 1, 2));
    }
    return first(reasons.isEmpty() ? goals : reasons);
  }

  /** Returns the reasons in Gradle's output; empty when there are none. */
  static List<String> ofGradle(String output) {
    Set<String> reasons = new LinkedHashSet<>();
    List<String> lines = lines(output);
    for (int i = 0; i < lines.size(); i++) {
      if (COMPILER.matcher(lines.get(i)).matches()) {
        // The line of code and a mark below it stand between.
        reasons.add(lines.get(i) + details(lines, i + 1, 4));
      }
    }
    int summary = lines.indexOf(GRADLE_REASON);
    if (reasons.isEmpty() && summary >= 0) {
      lines.subList(summary + 1, lines.size()).stream()
          .map(String::strip)
          .takeWhile(line -> !line.startsWith("* "))
          .filter(line -> !line.isEmpty())
          .forEach(reasons::add);
    }
    return first(reasons);
  }

  /**
   * Returns the last lines of a program that failed before it could report an error in its own
   * form.
   */
  static List<String> lastWords(String output) {
    List<String> said = lines(output).stream().filter(line -> !line.isBlank()).toList();
    return said.subList(Math.max(0, said.size() - MOST), said.size());
  }

  /** Returns the network problem that made a build fail, if there was one. */
  static Optional<String> ofNetwork(String output) {
    return lines(output).stream()
        .filter(line ->
            Stream.of(
                    "Could not resolve",
                    "Could not transfer",
                    "Could not GET",
                    "Could not HEAD",
                    "Non-resolvable",
                    "UnknownHostException",
                    "Connection refused",
                    "timed out",
                    "offline mode")
                .anyMatch(line::contains))
        .findFirst();
  }

  private static List<String> first(Set<String> reasons) {
    return reasons.stream().limit(MOST).toList();
  }

  private static List<String> lines(String output) {
    return ESCAPES.matcher(output).replaceAll("").lines().toList();
  }

  /**
   * Returns the details that the compiler prints below its message, such as the symbol that it has
   * not found.
   */
  private static String details(List<String> lines, int from, int reach) {
    List<String> details = new ArrayList<>();
    for (int i = from; i < Math.min(from + reach, lines.size()); i++) {
      String line = lines.get(i).replaceFirst("^\\[(?:ERROR|FATAL)]", "");
      if (DETAIL.matcher(line).matches()) {
        details.add(line.strip().replaceAll("\\s+", " "));
      }
    }
    return details.isEmpty() ? "" : " (" + String.join(", ", details) + ")";
  }
}
