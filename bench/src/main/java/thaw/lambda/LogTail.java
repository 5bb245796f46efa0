package thaw.lambda;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The last 4 KB of an invocation's log, which Lambda sends with the response ({@code
 * LogType=Tail}), in its text or its JSON format.
 *
 * <pre>
 * REPORT RequestId: ID⇥Duration: 3.01 ms⇥Billed Duration: 4 ms⇥Memory Size: 128 MB⇥Max Memory Used: 36 MB⇥Init Duration: 110.10 ms⇥
 *   or in place of Init Duration:  ⇥Restore Duration: 511.25 ms⇥Billed Restore Duration: 303 ms⇥
 *   and of failures at the end:    ⇥Status: timeout    ⇥Status: error⇥Error Type: Runtime.ExitError
 * INIT_REPORT Init Duration: 9999.79 ms⇥Phase: init⇥Status: timeout
 * RESTORE_REPORT Restore Duration: 511.25 ms
 *
 * {"time":"...","type":"platform.report","record":{"requestId":"ID","metrics":{"durationMs":3.01,
 *   "billedDurationMs":4,"memorySizeMB":128,"maxMemoryUsedMB":36,"initDurationMs":110.1},"status":"success"}}
 * {"time":"...","type":"platform.initReport","record":{"phase":"init","metrics":{"durationMs":125.33}, ...}}
 * </pre>
 *
 * The text is as recorded on AWS; the JSON is that of the Telemetry API's schema. A line that only
 * looks like one of these is the function's own.
 *
 * @param report that of the invocation; absent where the log has none
 * @param beginnings of its environment, oldest first
 * @param sources the lines that report and beginnings are from, as they came
 * @param lines all of it, the first one perhaps cut off
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html">Telemetry
 *     API event schema</a>
 */
record LogTail(
    Optional<Report> report, List<Beginning> beginnings, List<String> sources, List<String> lines) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The fields of a line. Longer names stand first, as "Duration" ends several others. */
  private static final Pattern FIELD =
      Pattern.compile(
          "(RequestId|Billed Restore Duration|Restore Duration|Init Duration|Billed Duration"
              + "|Duration|Memory Size|Max Memory Used|Phase|Status|Error Type): (\\S+)");

  private static final String SUCCESS = "success";

  LogTail {
    beginnings = List.copyOf(beginnings);
    sources = List.copyOf(sources);
    lines = List.copyOf(lines);
  }

  /**
   * @param text decoded
   * @param requestId whose report is looked for
   */
  static LogTail of(String text, String requestId) {
    Optional<Report> report = Optional.empty();
    List<Beginning> beginnings = new ArrayList<>();
    List<String> sources = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (String line : lines) {
      Optional<Report> found = report(line).filter(each -> each.requestId().equals(requestId));
      Optional<Beginning> beginning = beginning(line);
      beginning.ifPresent(beginnings::add);
      if (found.isPresent() || beginning.isPresent()) {
        sources.add(line.stripTrailing());
      }
      report = found.isPresent() ? found : report;
    }
    return new LogTail(report, beginnings, sources, lines);
  }

  /** Returns whether the environment was new. A warm one that failed and was reset is not. */
  boolean isCold() {
    return initMillis().isPresent() || restoreMillis().isPresent();
  }

  /**
   * Returns the init duration of REPORT, else that of an init phase that failed, which only
   * INIT_REPORT tells.
   */
  OptionalDouble initMillis() {
    OptionalDouble reported =
        report.isPresent() ? report.get().initMillis() : OptionalDouble.empty();
    // A snapshot's init was long before: its INIT_REPORT is that of publishing.
    return reported.isPresent() || restoreMillis().isPresent()
        ? reported
        : first(Beginning.Kind.INIT);
  }

  /** Returns the restore duration of REPORT, else that of a restore that failed. */
  OptionalDouble restoreMillis() {
    OptionalDouble reported =
        report.isPresent() ? report.get().restoreMillis() : OptionalDouble.empty();
    return reported.isPresent() ? reported : first(Beginning.Kind.RESTORE);
  }

  private OptionalDouble first(Beginning.Kind kind) {
    return beginnings.stream()
        .filter(each -> each.kind() == kind && each.isFirst())
        .mapToDouble(Beginning::millis)
        .findFirst();
  }

  static Optional<Report> report(String line) {
    if (line.startsWith("{")) {
      return record(line, "platform.report").flatMap(LogTail::reportOf);
    }
    return line.startsWith("REPORT RequestId: ") ? reportOf(fields(line)) : Optional.empty();
  }

  static Optional<Beginning> beginning(String line) {
    if (line.startsWith("INIT_REPORT ")) {
      return beginningOf(Beginning.Kind.INIT, "Init Duration", fields(line));
    }
    if (line.startsWith("RESTORE_REPORT ")) {
      return beginningOf(Beginning.Kind.RESTORE, "Restore Duration", fields(line));
    }
    if (!line.startsWith("{")) {
      return Optional.empty();
    }
    return record(line, "platform.initReport")
        .flatMap(record -> beginningOf(Beginning.Kind.INIT, record))
        .or(() ->
            record(line, "platform.restoreReport")
                .flatMap(record -> beginningOf(Beginning.Kind.RESTORE, record)));
  }

  // ---- text ----

  private static Map<String, String> fields(String line) {
    Map<String, String> fields = new HashMap<>();
    Matcher matcher = FIELD.matcher(line);
    while (matcher.find()) {
      fields.putIfAbsent(matcher.group(1), matcher.group(2));
    }
    return fields;
  }

  private static Optional<Report> reportOf(Map<String, String> fields) {
    OptionalDouble duration = number(fields, "Duration");
    String requestId = fields.get("RequestId");
    if (duration.isEmpty() || requestId == null) {
      return Optional.empty();
    }
    return Optional.of(
        new Report(
            requestId,
            duration.getAsDouble(),
            whole(number(fields, "Billed Duration")),
            whole(number(fields, "Memory Size")).orElse(0),
            whole(number(fields, "Max Memory Used")).orElse(0),
            number(fields, "Init Duration"),
            number(fields, "Restore Duration"),
            whole(number(fields, "Billed Restore Duration")),
            status(Optional.ofNullable(fields.get("Status"))),
            Optional.ofNullable(fields.get("Error Type"))));
  }

  private static Optional<Beginning> beginningOf(
      Beginning.Kind kind, String name, Map<String, String> fields) {
    return beginning(
        kind,
        number(fields, name),
        Optional.ofNullable(fields.get("Phase")),
        Optional.ofNullable(fields.get("Status")),
        Optional.ofNullable(fields.get("Error Type")));
  }

  private static Optional<Beginning> beginning(
      Beginning.Kind kind,
      OptionalDouble millis,
      Optional<String> phase,
      Optional<String> status,
      Optional<String> errorType) {
    return millis.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Beginning(
                kind, millis.getAsDouble(), phase.map(LogTail::lower), status(status), errorType));
  }

  private static OptionalDouble number(Map<String, String> fields, String name) {
    String text = fields.get(name);
    try {
      return text == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
    } catch (NumberFormatException e) {
      return OptionalDouble.empty(); // a line of the function's that looks like it
    }
  }

  // ---- JSON ----

  private static Optional<JsonNode> record(String line, String type) {
    if (!line.contains(type)) {
      return Optional.empty();
    }
    try {
      JsonNode event = JSON.readTree(line);
      return event.path("type").asText().equals(type)
          ? Optional.of(event.path("record"))
          : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty(); // cut off, or the function's own
    }
  }

  private static Optional<Report> reportOf(JsonNode record) {
    JsonNode metrics = record.path("metrics");
    if (!metrics.path("durationMs").isNumber() || !record.path("requestId").isTextual()) {
      return Optional.empty();
    }
    return Optional.of(
        new Report(
            record.path("requestId").asText(),
            metrics.path("durationMs").asDouble(),
            whole(number(metrics, "billedDurationMs")),
            metrics.path("memorySizeMB").asLong(),
            metrics.path("maxMemoryUsedMB").asLong(),
            number(metrics, "initDurationMs"),
            number(metrics, "restoreDurationMs"),
            whole(number(metrics, "billedRestoreDurationMs")),
            status(text(record, "status")),
            text(record, "errorType")));
  }

  private static Optional<Beginning> beginningOf(Beginning.Kind kind, JsonNode record) {
    return beginning(
        kind,
        number(record.path("metrics"), "durationMs"),
        text(record, "phase"),
        text(record, "status"),
        text(record, "errorType"));
  }

  private static OptionalDouble number(JsonNode node, String name) {
    JsonNode value = node.path(name);
    return value.isNumber() ? OptionalDouble.of(value.asDouble()) : OptionalDouble.empty();
  }

  private static Optional<String> text(JsonNode node, String name) {
    JsonNode value = node.path(name);
    return value.isTextual() ? Optional.of(value.asText()) : Optional.empty();
  }

  // ---- both ----

  private static OptionalLong whole(OptionalDouble number) {
    return number.isPresent()
        ? OptionalLong.of(Math.round(number.getAsDouble()))
        : OptionalLong.empty();
  }

  private static Optional<String> status(Optional<String> written) {
    return written.map(LogTail::lower).filter(status -> !status.equals(SUCCESS));
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
