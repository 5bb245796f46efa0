package thaw.lambdaapi;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.json.Json;

/**
 * Filter patterns of CloudWatch Logs: members of JSON that equal texts, joined by {@code ||} and
 * {@code &&}, and words that a line has.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html">
 *     Filter pattern syntax</a>
 */
final class LogFilter {
  private static final Pattern JSON = Pattern.compile("\\s*\\{(.*)}\\s*", Pattern.DOTALL);
  private static final Pattern EQUALITY =
      Pattern.compile(
          "\\s*\\$\\.([\\w.]+)\\s*(!?=)\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^\\s\"()&|]+))\\s*");
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  private LogFilter() {}

  /** Returns what lines must be like; empty when the pattern is of another kind. */
  static Optional<Predicate<String>> of(String pattern) {
    Matcher json = JSON.matcher(pattern);
    return json.matches() ? any(json.group(1)).map(LogFilter::ofRecords) : words(pattern.strip());
  }

  private static Predicate<String> ofRecords(Predicate<JsonNode> record) {
    return line ->
        Json.read(line.getBytes(StandardCharsets.UTF_8))
            .filter(JsonNode::isObject)
            .filter(record)
            .isPresent();
  }

  private static Optional<Predicate<JsonNode>> any(String expression) {
    return joined(split(expression, "||"), LogFilter::all, Predicate::or);
  }

  private static Optional<Predicate<JsonNode>> all(String expression) {
    return joined(split(expression, "&&"), LogFilter::one, Predicate::and);
  }

  private static Optional<Predicate<JsonNode>> one(String expression) {
    String text = expression.strip();
    if (text.startsWith("(") && text.endsWith(")")) {
      return any(text.substring(1, text.length() - 1));
    }
    Matcher equality = EQUALITY.matcher(text);
    if (!equality.matches()) {
      return Optional.empty();
    }
    String path = "/" + equality.group(1).replace('.', '/');
    String quoted = equality.group(3);
    String wanted = quoted == null ? equality.group(4) : quoted.replaceAll("\\\\(.)", "$1");
    boolean equal = equality.group(2).equals("=");
    return Optional.of(record -> {
      JsonNode value = record.at(path);
      return !value.isMissingNode() && value.asText().equals(wanted) == equal;
    });
  }

  private interface Joining {
    Predicate<JsonNode> join(Predicate<JsonNode> left, Predicate<JsonNode> right);
  }

  private static Optional<Predicate<JsonNode>> joined(
      List<String> parts,
      Function<String, Optional<Predicate<JsonNode>>> reading,
      Joining joining) {
    Predicate<JsonNode> all = null;
    for (String part : parts) {
      Optional<Predicate<JsonNode>> next = reading.apply(part);
      if (next.isEmpty()) {
        return Optional.empty();
      }
      all = all == null ? next.get() : joining.join(all, next.get());
    }
    return Optional.ofNullable(all);
  }

  /** Splits at an operator that is neither in quotes nor in parentheses. */
  private static List<String> split(String expression, String operator) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int begin = 0;
    boolean quoted = false;
    for (int i = 0; i < expression.length(); i++) {
      char c = expression.charAt(i);
      if (quoted && c == '\\') {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && c == '(') {
        depth++;
      } else if (!quoted && c == ')') {
        depth--;
      } else if (!quoted && depth == 0 && expression.startsWith(operator, i)) {
        parts.add(expression.substring(begin, i));
        begin = i + operator.length();
        i = begin - 1;
      }
    }
    parts.add(expression.substring(begin));
    return parts;
  }

  /** All words must be there, in any order. */
  private static Optional<Predicate<String>> words(String pattern) {
    if (Stream.of("[", "%", "?", "-", "{").anyMatch(pattern::startsWith)) {
      return Optional.empty();
    }
    List<String> words = new ArrayList<>();
    WORD.matcher(pattern)
        .results()
        .forEach(word -> words.add(word.group(1) == null ? word.group(2) : word.group(1)));
    return Optional.of(line -> words.stream().allMatch(line::contains));
  }
}
