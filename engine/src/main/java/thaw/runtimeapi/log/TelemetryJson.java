package thaw.runtimeapi.log;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.util.RawValue;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import thaw.json.Json;
import thaw.json.JsonViews;

/**
 * Platform events as the JSON of the Telemetry API. What that API does not know has a type that
 * begins with {@code thaw.}.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html">Telemetry
 *     API event schema</a>
 */
public final class TelemetryJson {
  private static final ObjectMapper MAPPER =
      Json.written()
          .addMixIn(PlatformEvent.InitReport.class, WithMetrics.class)
          .addMixIn(PlatformEvent.RestoreReport.class, WithMetrics.class)
          .addMixIn(PlatformEvent.FunctionLine.class, OfLine.class)
          .addMixIn(PlatformEvent.ExtensionLine.class, OfLine.class)
          .addMixIn(PlatformEvent.Fault.class, OfLine.class)
          .addMixIn(PlatformEvent.LogsDropped.class, OfLogsDropped.class)
          .addMixIn(PlatformEvent.StartedFrom.class, OfStartedFrom.class)
          .addMixIn(PlatformEvent.StartAwaited.class, OfStartAwaited.class)
          .addMixIn(PlatformEvent.HostWasLimit.class, OfHostWasLimit.class)
          .addMixIn(PlatformEvent.OutOfMemory.class, OfOutOfMemory.class)
          .addMixIn(PlatformEvent.LogLimited.class, OfLogLimited.class)
          .addMixIn(HostLimit.class, OfHostLimit.class)
          .addModule(
              new JsonViews()
                  .written(Duration.class, Double.class, TelemetryJson::millis)
                  .written(Instant.class, String.class, TelemetryJson::time)
                  .written(Start.class, String.class, Start::wireName)
                  .written(PlatformEvent.Phase.class, String.class, TelemetryJson::lower)
                  .written(PlatformEvent.Status.class, String.class, TelemetryJson::lower))
          .build();

  /** The beginning of each event's text. */
  private static final String BEGINNING = "{\"time\":\"";

  private TelemetryJson() {}

  private interface WithMetrics {
    @JsonProperty("metrics")
    @JsonSerialize(converter = InMetrics.class)
    Duration duration();
  }

  private interface OfLine {
    @JsonValue
    String text();
  }

  @JsonPropertyOrder({"droppedBytes", "droppedRecords", "reason"})
  private interface OfLogsDropped {}

  private interface OfStartedFrom {
    @JsonProperty("from")
    Start start();
  }

  private interface OfStartAwaited {
    @JsonProperty("waitedMs")
    Duration waited();

    @JsonProperty("startsAtOnce")
    int atOnce();
  }

  private interface OfLogLimited {
    @JsonProperty("heldMs")
    Duration held();

    @JsonProperty("droppedBytes")
    long droppedBytes();
  }

  private interface OfHostWasLimit {
    @JsonUnwrapped
    HostLimit limit();
  }

  private interface OfOutOfMemory {
    @JsonProperty("memorySizeMB")
    int memorySizeMiB();
  }

  private interface OfHostLimit {
    @JsonProperty("waitedMs")
    Duration waited();

    @JsonProperty("ofMs")
    Duration of();
  }

  private record PhaseMetrics(Duration durationMs) {}

  private static final class InMetrics extends StdConverter<Duration, PhaseMetrics> {
    @Override
    public PhaseMetrics convert(Duration duration) {
      return new PhaseMetrics(duration);
    }
  }

  /** Prepares the types of events before any event of a function that is measured is written. */
  public static void prepare() {
    Json.prepare(MAPPER, PlatformEvent.class.getPermittedSubclasses());
    Json.prepare(MAPPER, TelemetryEvent.class);
  }

  /** An object with time, type and record. */
  public static TelemetryEvent of(PlatformEvent.Stamped stamped) {
    return event(stamped, type(stamped.event()), record(stamped.time(), stamped.event()));
  }

  /** The message of the Logs API for a report. */
  public static TelemetryEvent logsReport(
      PlatformEvent.Stamped stamped, PlatformEvent.InvocationReport report) {
    StringBuilder text = new StringBuilder();
    RequestRecords.ofLogs(report, text);
    return event(stamped, "platform.report", new RawValue(text.toString()));
  }

  private static Object record(Instant time, PlatformEvent event) {
    StringBuilder text = new StringBuilder();
    return RequestRecords.add(time, event, text) ? new RawValue(text.toString()) : event;
  }

  /** Adds the members {@code type} and {@code record} of an event. */
  public static void add(Instant time, PlatformEvent event, StringBuilder to) {
    to.append("\"type\":\"").append(type(event)).append("\",\"record\":");
    if (!RequestRecords.add(time, event, to)) {
      to.append(text(event));
    }
  }

  /** The text of {@link #of}. */
  static String line(Instant time, PlatformEvent event) {
    StringBuilder line = new StringBuilder(512).append(BEGINNING).append(time(time));
    add(time, event, line.append("\","));
    return line.append('}').toString();
  }

  /**
   * An event's text, when it is the event as {@link #line} has it, as in a log in JSON; not that of
   * a fault, whose readers want its words.
   */
  public static Optional<String> logged(PlatformEvent.Stamped stamped) {
    boolean isSaidByPlatform =
        stamped.event() instanceof PlatformEvent.Message
            && !(stamped.event() instanceof PlatformEvent.Fault);
    return isSaidByPlatform
        ? stamped.text().filter(text -> text.startsWith(BEGINNING))
        : Optional.empty();
  }

  /** The same with another type and another record, as {@link #text} has it. */
  public static TelemetryEvent event(PlatformEvent.Stamped stamped, String type, Object record) {
    return new TelemetryEvent(time(stamped.time()), type, record);
  }

  /** The JSON of an object with such parts: enums in lower case, durations in milliseconds. */
  public static String text(Object view) {
    return Json.text(MAPPER, view);
  }

  private static String type(PlatformEvent event) {
    return switch (event) {
      case PlatformEvent.InitStart _ -> "platform.initStart";
      case PlatformEvent.InitRuntimeDone _ -> "platform.initRuntimeDone";
      case PlatformEvent.InitReport _ -> "platform.initReport";
      case PlatformEvent.RestoreStart _ -> "platform.restoreStart";
      case PlatformEvent.RestoreRuntimeDone _ -> "platform.restoreRuntimeDone";
      case PlatformEvent.RestoreReport _ -> "platform.restoreReport";
      case PlatformEvent.InvocationStart _ -> "platform.start";
      case PlatformEvent.InvocationRuntimeDone _ -> "platform.runtimeDone";
      case PlatformEvent.InvocationReport _, PlatformEvent.ManagedReport _ -> "platform.report";
      case PlatformEvent.FunctionLine _ -> "function";
      case PlatformEvent.ExtensionLine _ -> "extension";
      case PlatformEvent.Fault _ -> "platform.fault";
      case PlatformEvent.ExtensionState _ -> "platform.extension";
      case PlatformEvent.TelemetrySubscription _ -> "platform.telemetrySubscription";
      case PlatformEvent.LogsSubscription _ -> "platform.logsSubscription";
      case PlatformEvent.LogsDropped _ -> "platform.logsDropped";
      case PlatformEvent.StartedFrom _ -> "thaw.startedFrom";
      case PlatformEvent.JdkStandsIn _ -> "thaw.jdkStandsIn";
      case PlatformEvent.StartAwaited _ -> "thaw.startAwaited";
      case PlatformEvent.HostWasLimit _ -> "thaw.hostWasLimit";
      case PlatformEvent.OutOfMemory _ -> "thaw.outOfMemory";
      case PlatformEvent.ClassTooNew _ -> "thaw.classTooNew";
      case PlatformEvent.PackageClosed _ -> "thaw.packageClosed";
      case PlatformEvent.ResourceMissing _ -> "thaw.resourceMissing";
      case PlatformEvent.DatabaseMissing _ -> "thaw.databaseMissing";
      case PlatformEvent.ObjectMissing _ -> "thaw.objectMissing";
      case PlatformEvent.EndedIdle _ -> "thaw.endedIdle";
      case PlatformEvent.HungAt _ -> "thaw.hungAt";
      case PlatformEvent.LogLimited _ -> "thaw.logLimited";
      case PlatformEvent.LinesLeftOut _ -> "thaw.linesLeftOut";
      case PlatformEvent.Frozen _ -> "thaw.frozen";
      case PlatformEvent.Thawed _ -> "thaw.thawed";
      case PlatformEvent.Ended _ -> "thaw.ended";
    };
  }

  /** {@code 2026-01-31T10:00:00.123Z}; by hand, as every request needs six of them. */
  public static String time(Instant instant) {
    LocalDateTime utc =
        LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC);
    StringBuilder text = new StringBuilder(24);
    digits(text, utc.getYear(), 1000).append('-');
    digits(text, utc.getMonthValue(), 10).append('-');
    digits(text, utc.getDayOfMonth(), 10).append('T');
    digits(text, utc.getHour(), 10).append(':');
    digits(text, utc.getMinute(), 10).append(':');
    digits(text, utc.getSecond(), 10).append('.');
    return digits(text, utc.getNano() / 1_000_000, 100).append('Z').toString();
  }

  private static StringBuilder digits(StringBuilder to, int number, int highest) {
    for (int place = highest; place > 0; place /= 10) {
      to.append((char) ('0' + number / place % 10));
    }
    return to;
  }

  /** Milliseconds with the precision of a microsecond, as AWS computes them. */
  static double millis(Duration duration) {
    return duration.toNanos() / 1000 / 1000.0;
  }

  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
