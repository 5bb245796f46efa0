package thaw.app.workspace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A line that a function has logged, as text or as an object of JSON with a level and a message.
 *
 * @param text of the line, or its message
 * @param isFrame whether it is one of those below the first line of an exception
 */
record LogLine(String text, Kind kind, boolean isFrame) {
  /** What a line says of itself. */
  enum Kind {
    /** It has the level of an error, or it names an exception and no level. */
    ERROR,
    /** It names an exception, and has the level of a warning or of information. */
    EXCEPTION,
    WARNING,
    /** It has the level of information or of less. */
    INFORMATION,
    OTHER
  }

  private static final Pattern NAME = Pattern.compile("\\b[A-Z]\\w*(?:Exception|Error)\\b");

  /** The first line of an exception as JVMs and the runtime client write it; no log's line. */
  private static final Pattern HEAD =
      Pattern.compile(
          "^\\s*(?:Exception in thread \"[^\"]*\" )?((?:\\w+\\.)+[\\w$]*(?:Exception|Error)\\b)(?:: .*)?");

  /** The lines below it, and what a message has in its further lines. */
  private static final Pattern FRAME = Pattern.compile("^\\s+(?:at |\\.\\.\\. )|^\\s*Caused by: ");

  private static final Pattern LEVEL =
      Pattern.compile(
          "\\b(?:(ERROR|FATAL|SEVERE|CRITICAL)|(WARN(?:ING)?)|INFO|CONFIG|(DEBUG|TRACE|FINE(?:R|ST)?))\\b");

  /** The platform's own lines, and Thaw's. */
  private static final Pattern OF_PLATFORM =
      Pattern.compile(
          "^(?:(?:START|END|REPORT) RequestId: |INIT_START |INIT_REPORT |RESTORE_|thaw: |EXTENSION\\t"
              + "|TELEMETRY\\t|LOGS\\t|XRAY ).*");

  /** What the JVM and SLF4J say of the program's make, whenever they come upon it. */
  private static final Pattern OF_JVM =
      Pattern.compile(
          "^(?:WARNING: (?:A (?:terminally |restricted |Java agent )|sun\\.misc\\.|java\\.[\\w.$]+::"
              + "|Please consider |Use --|Restricted methods |If a serv|Dynamic loading )"
              + "|Picked up |SLF4J|\\S+ \\S+ VM warning: ).*");

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /** Returns a line of a log; empty for one that the function has not written. */
  static Optional<LogLine> of(String line) {
    if (line.isBlank() || OF_PLATFORM.matcher(line).matches() || OF_JVM.matcher(line).matches()) {
      return Optional.empty();
    }
    return object(line).map(LogLine::ofObject).orElseGet(() -> Optional.of(of(line, line)));
  }

  private static LogLine of(String text, String levelled) {
    boolean isFrame = FRAME.matcher(text).find();
    return new LogLine(text.strip(), kind(text, levelled, isFrame), isFrame);
  }

  private static Kind kind(String text, String levelled, boolean isFrame) {
    if (isFrame) {
      return Kind.OTHER;
    }
    Matcher level = LEVEL.matcher(levelled);
    boolean hasLevel = level.find();
    boolean names = NAME.matcher(text).find();
    if (hasLevel && level.group(1) != null || names && !hasLevel) {
      return Kind.ERROR;
    }
    if (hasLevel && level.group(3) != null) {
      return Kind.INFORMATION;
    }
    if (names) {
      return Kind.EXCEPTION;
    }
    return !hasLevel ? Kind.OTHER : level.group(2) != null ? Kind.WARNING : Kind.INFORMATION;
  }

  private static Optional<JsonNode> object(String line) {
    if (!line.stripLeading().startsWith("{")) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readTree(line)).filter(JsonNode::isObject);
    } catch (JsonProcessingException e) {
      return Optional.empty(); // another text that begins so
    }
  }

  /** Returns the line of an object of a log; another object is a text. */
  private static Optional<LogLine> ofObject(JsonNode object) {
    if (object.path("type").asText().startsWith("platform.") && object.has("record")) {
      return Optional.empty();
    }
    String message = first(object, "message", "msg", "errorMessage").lines().findFirst().orElse("");
    if (message.isBlank()) {
      String text = object.toString();
      return Optional.of(of(text, text));
    }
    String type = first(object, "errorType");
    String level = first(object, "level", "log.level", "severity").toUpperCase(Locale.ROOT);
    return Optional.of(of(type.isEmpty() ? message : type + ": " + message, level));
  }

  private static String first(JsonNode object, String... names) {
    return Stream.of(names)
        .map(name -> object.path(name).asText().strip())
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** Returns the class of the exception whose first line it is. */
  Optional<String> exception() {
    Matcher head = HEAD.matcher(text);
    return head.matches() ? Optional.of(head.group(1)) : Optional.empty();
  }

  boolean namesException() {
    return !isFrame && namesException(text);
  }

  static boolean namesException(String text) {
    return NAME.matcher(text).find();
  }
}
