package thaw.app.build;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.service.process.Maven;

/** Finds in the output of a failed build why it failed. Refuses to know who has run it. */
final class BuildErrors {
  /** The most errors that are shown; the output has the others. */
  private static final int MOST = 5;

  /** The most lines of one reason. */
  private static final int MOST_LINES = 12;

  private static final Pattern MAVEN = Pattern.compile("^(?:\\[(?:ERROR|FATAL)] ?)+(.*)$");

  /** The lines that Maven prints around its reasons. */
  private static final Pattern MAVEN_FRAME =
      Pattern.compile(
          "|COMPILATION ERROR :|-> \\[Help .*|To see the full stack trace.*|Re-run Maven"
              + " using.*|For more information about the errors.*|\\[Help \\d+].*|After correcting"
              + " the problems.*|mvn <args> -rf .*|Some problems were encountered.*|The build could"
              + " not read .*|The project \\S+ \\(.*\\) has \\d+ errors?|(?:Please refer to|See) (?:dump files"
              + " |.* for the individual test results).*|Command was .*|Error occurred in starting"
              + " fork, .*|\\S+\\.SurefireBooterForkException: .*");

  /** What Gradle ends every failure with. */
  private static final Pattern GRADLE_FRAME =
      Pattern.compile(
          "\\* Try:|(?:> )?Run with --(?:stacktrace|info|debug|scan|warning-mode)\\b.*|(?:> )?Get more"
              + " help at .*|\\* Get more help at .*|BUILD FAILED in .*|FAILURE: Build failed with an"
              + " exception\\.|\\* What went wrong:|\\d+ actionable tasks?: .*");

  private static final String GOAL = "Failed to execute goal ";

  private static final Pattern RULE =
      Pattern.compile("^Rule \\d+: (?:\\S+\\.)?(\\w+) failed with message:$");
  private static final Pattern WARNED =
      Pattern.compile("^\\[WARNING] Rule \\d+: \\S+ failed with message:\\s*$");

  /** javac's {@code X.java:3: error: ...} and {@code error: ...}, kotlinc's {@code e: ...}. */
  private static final Pattern COMPILER =
      Pattern.compile("^(?:\\S.*\\.(?:java|groovy|scala):\\d+: error: .*|error: .*|e: .*)$");

  /** Of a stack trace only the exceptions say something. */
  private static final Pattern FRAME =
      Pattern.compile("\\s+(?:at \\S+\\(.*\\)|\\.\\.\\. \\d+ more)");

  /** A goal that has run a JVM of its own says only this of its end. */
  private static final Pattern ENDED =
      Pattern.compile("(?s).*(?:exit code: \\d+|Java returned: \\d+|returned non-zero.*)");

  private static final Pattern THROWN = Pattern.compile("^Exception in thread \"[^\"]*\" (.*)$");

  private static final Pattern DETAIL = Pattern.compile("^\\s+(?:symbol|location): .*");
  private static final String GRADLE_REASON = "* What went wrong:";

  private BuildErrors() {}

  /** Returns the reasons in Maven's output; empty when there are none. */
  static List<String> ofMaven(String output) {
    Set<String> reasons = new LinkedHashSet<>();
    List<String> goal = new ArrayList<>();
    List<String> lines = lines(output);
    for (int i = 0; i < lines.size(); i++) {
      Matcher matcher = MAVEN.matcher(lines.get(i));
      if (!matcher.matches()) {
        continue;
      }
      String text = matcher.group(1).strip();
      if (text.isEmpty() && goal.stream().anyMatch(line -> !rule(line).isEmpty())) {
        break; // advice follows
      }
      if (MAVEN_FRAME.matcher(text).matches() || FRAME.matcher(matcher.group(1)).matches()) {
        continue;
      }
      boolean isGoal = text.startsWith(GOAL);
      text = text.replaceFirst(" -> \\[Help \\d+]$", "") + details(lines, i + 1, 2);
      if (isGoal && !goal.isEmpty()) {
        break; // another module's
      }
      // What follows the goal is its reason, or says again what came before.
      (isGoal || !goal.isEmpty() ? goal : reasons).add(text);
    }
    if (!reasons.isEmpty()) {
      return first(reasons);
    }
    List<String> rules = rules(lines);
    if (rules.isEmpty()) {
      rules =
          goal.stream().map(BuildErrors::rule).filter(line -> !line.isEmpty()).distinct().toList();
    }
    List<String> thrown =
        rules.stream().anyMatch(ENDED.asMatchPredicate()) ? thrown(lines) : List.of();
    return Stream.concat(thrown.stream(), rules.stream()).limit(MOST_LINES).toList();
  }

  /** Returns the exception that a JVM of the build has ended with; empty where none did. */
  private static List<String> thrown(List<String> lines) {
    return lines.reversed().stream()
        .map(THROWN::matcher)
        .filter(Matcher::matches)
        .map(each -> each.group(1))
        .limit(1)
        .toList();
  }

  /** What the enforcer before 3.1 has said of rules, as warnings before it failed. */
  private static List<String> rules(List<String> lines) {
    List<String> said = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (WARNED.matcher(lines.get(i)).matches()) {
        said.add(rule(lines.get(i).replaceFirst("^\\[WARNING] ", "")));
        lines.subList(i + 1, lines.size()).stream()
            .takeWhile(line -> !line.startsWith("["))
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .forEach(said::add);
      }
    }
    return said;
  }

  /**
   * The name of a rule without its package, and nothing of a goal that says only that it failed.
   */
  private static String rule(String line) {
    return RULE.matcher(line)
        .replaceFirst("$1:")
        .replaceFirst("^" + GOAL + "\\S+ \\(.*\\) on project \\S+:$", "");
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
    List<String> said =
        lines(output).stream()
            .filter(line -> !line.isBlank() && !FRAME.matcher(line).matches() && !isAdvice(line))
            .toList();
    return said.subList(Math.max(0, said.size() - MOST), said.size());
  }

  /** Returns whether a line is what a tool says around every failure. */
  private static boolean isAdvice(String line) {
    Matcher maven = MAVEN.matcher(line);
    return maven.matches() && MAVEN_FRAME.matcher(maven.group(1).strip()).matches()
        || GRADLE_FRAME.matcher(line.strip()).matches();
  }

  /** Returns what a JVM has said that does not start. */
  static Optional<String> ofJvm(String output) {
    List<String> said = lines(output).stream().filter(line -> !line.isBlank()).toList();
    for (int i = 0; i < said.size(); i++) {
      String line = said.get(i);
      if (line.equals("Error: Could not create the Java Virtual Machine.") && i > 0) {
        return Optional.of(said.get(i - 1).strip());
      }
      if (line.equals("Error occurred during initialization of VM") && i + 1 < said.size()) {
        String cause = said.get(i + 1).strip();
        boolean isAgent = cause.startsWith("agent library failed") && i > 0;
        return Optional.of(isAgent ? said.get(i - 1).strip() : cause);
      }
    }
    return Optional.empty();
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
    return Maven.withoutColours(output).lines().toList();
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
