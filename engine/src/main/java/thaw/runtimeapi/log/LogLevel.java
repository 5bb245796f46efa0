package thaw.runtimeapi.log;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import thaw.json.Json;

/**
 * The levels of a log in JSON, the most detailed first.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html">Log-level
 *     filtering</a>
 */
public enum LogLevel {
  TRACE,
  DEBUG,
  INFO,
  WARN,
  ERROR,
  FATAL;

  /** What the runtime clients of Python and .NET call levels. */
  private static final Map<String, LogLevel> OTHER_NAMES =
      Map.of("INFORMATION", INFO, "WARNING", WARN, "CRITICAL", FATAL);

  private static final Set<String> TIMES = Set.of("timestamp", "time", "@timestamp", "Timestamp");

  /** Returns the level of that name, in letters of either case. */
  public static Optional<LogLevel> named(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    for (LogLevel level : values()) {
      if (level.name().equals(upper)) {
        return Optional.of(level);
      }
    }
    return Optional.ofNullable(OTHER_NAMES.get(upper));
  }

  /**
   * Returns the level that a line names: an object with {@code level} and a time of RFC 3339.
   * Lambda takes any other line for INFO.
   */
  static Optional<LogLevel> of(String line) {
    if (!line.stripLeading().startsWith("{")) {
      return Optional.empty();
    }
    Optional<LogLevel> level = Optional.empty();
    boolean timed = false;
    try (JsonParser parser = Json.FACTORY.createParser(line)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        if (parser.nextToken() != JsonToken.VALUE_STRING) {
          parser.skipChildren();
        } else if (name.equals("level")) {
          level = named(parser.getText());
        } else if (TIMES.contains(name)) {
          timed |= isTime(parser.getText());
        }
      }
      boolean whole = parser.currentToken() == JsonToken.END_OBJECT && parser.nextToken() == null;
      return whole && timed ? level : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // another text that begins so
    }
  }

  private static boolean isTime(String text) {
    try {
      OffsetDateTime.parse(text);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
