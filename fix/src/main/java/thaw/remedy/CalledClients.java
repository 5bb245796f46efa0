package thaw.remedy;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.attribution.Explanation;

/** The clients of the AWS SDK 2 that block, as far as the first request was seen to call them. */
final class CalledClients {
  /** A method of a generated client that blocks. */
  private static final Pattern METHOD =
      Pattern.compile(
          "(software\\.amazon\\.awssdk\\.services\\.[\\w.]+\\.)Default(\\w+Client)\\.([a-z]\\w*)");

  private CalledClients() {}

  private static boolean isCall(Explanation.MethodTime method) {
    return METHOD.matcher(method.method()).matches()
        && !method.method().contains("AsyncClient")
        && method.inclusiveMillis() > method.initMillis();
  }

  /** Returns their types, the costliest first. */
  static List<String> of(Explanation explanation) {
    return explanation.methods().stream()
        .filter(CalledClients::isCall)
        .sorted((one, other) -> Double.compare(other.inclusiveMillis(), one.inclusiveMillis()))
        .map(method -> METHOD.matcher(method.method()))
        .filter(Matcher::matches)
        .map(found -> found.group(1) + found.group(2))
        .distinct()
        .toList();
  }

  /** Returns what all the calls take. */
  static double millis(Explanation explanation) {
    return explanation.methods().stream()
        .filter(CalledClients::isCall)
        .mapToDouble(Explanation.MethodTime::inclusiveMillis)
        .sum();
  }
}
