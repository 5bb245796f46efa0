package thaw.environment.log;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import thaw.environment.launch.Start;

/**
 * Platform events as the JSON of the Telemetry API. What that API does not know has a type that
 * begins with {@code thaw.}.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html">Telemetry
 *     API event schema</a>
 */
public final class TelemetryJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private TelemetryJson() {}

  /** An object with time, type and record. */
  public static ObjectNode of(PlatformEvent.Stamped stamped) {
    ObjectNode record = JSON.objectNode();
    return switch (stamped.event()) {
      case PlatformEvent.InitStart start -> {
        record.put("initializationType", start.initializationType());
        record.put("phase", lower(start.phase()));
        record.put("runtimeVersion", start.runtimeVersion());
        record.put("runtimeVersionArn", start.runtimeVersionArn());
        record.put("functionName", start.functionName());
        record.put("functionVersion", start.functionVersion());
        yield event(stamped, "platform.initStart", record);
      }
      case PlatformEvent.InitRuntimeDone done -> {
        record.put("initializationType", done.initializationType());
        record.put("phase", lower(done.phase()));
        status(record, done.status(), done.errorType());
        yield event(stamped, "platform.initRuntimeDone", record);
      }
      case PlatformEvent.InitReport report -> {
        record.put("initializationType", report.initializationType());
        record.put("phase", lower(report.phase()));
        status(record, report.status(), report.errorType());
        record.putObject("metrics").put("durationMs", millis(report.duration()));
        yield event(stamped, "platform.initReport", record);
      }
      case PlatformEvent.RestoreStart start -> {
        record.put("runtimeVersion", start.runtimeVersion());
        record.put("runtimeVersionArn", start.runtimeVersionArn());
        record.put("functionName", start.functionName());
        record.put("functionVersion", start.functionVersion());
        yield event(stamped, "platform.restoreStart", record);
      }
      case PlatformEvent.RestoreRuntimeDone done -> {
        status(record, done.status(), done.errorType());
        yield event(stamped, "platform.restoreRuntimeDone", record);
      }
      case PlatformEvent.RestoreReport report -> {
        status(record, report.status(), report.errorType());
        record.putObject("metrics").put("durationMs", millis(report.duration()));
        yield event(stamped, "platform.restoreReport", record);
      }
      case PlatformEvent.InvocationStart start -> {
        record.put("requestId", start.requestId());
        record.put("version", start.version());
        if (!start.traceId().isEmpty()) {
          record.putObject("tracing").put("type", "X-Amzn-Trace-Id").put("value", start.traceId());
        }
        yield event(stamped, "platform.start", record);
      }
      case PlatformEvent.InvocationRuntimeDone done -> {
        record.put("requestId", done.requestId());
        status(record, done.status(), done.errorType());
        spans(record, stamped.time(), done);
        record
            .putObject("metrics")
            .put("durationMs", millis(done.duration()))
            .put("producedBytes", done.producedBytes());
        yield event(stamped, "platform.runtimeDone", record);
      }
      case PlatformEvent.InvocationReport report -> {
        record.put("requestId", report.requestId());
        status(record, report.status(), report.errorType());
        record.set("metrics", metrics(report));
        yield event(stamped, "platform.report", record);
      }
      case PlatformEvent.FunctionLine line ->
          event(stamped, "function", JSON.textNode(line.text()));
      case PlatformEvent.ExtensionLine line ->
          event(stamped, "extension", JSON.textNode(line.text()));
      case PlatformEvent.Fault fault ->
          event(stamped, "platform.fault", JSON.textNode(fault.text()));
      case PlatformEvent.ExtensionState state -> {
        record.put("name", state.name());
        record.put("state", state.state());
        record.set("events", array(state.events()));
        state.errorType().ifPresent(type -> record.put("errorType", type));
        yield event(stamped, "platform.extension", record);
      }
      case PlatformEvent.TelemetrySubscription subscription ->
          event(
              stamped,
              "platform.telemetrySubscription",
              subscription(subscription.name(), subscription.state(), subscription.types()));
      case PlatformEvent.LogsSubscription subscription ->
          event(
              stamped,
              "platform.logsSubscription",
              subscription(subscription.name(), subscription.state(), subscription.types()));
      case PlatformEvent.LogsDropped dropped ->
          event(stamped, "platform.logsDropped", dropped(dropped));
      case PlatformEvent.StartedFrom(Start start) -> {
        record.put("from", start.wireName());
        yield event(stamped, "thaw.startedFrom", record);
      }
      case PlatformEvent.StartAwaited(Duration waited, int atOnce) -> {
        record.put("waitedMs", millis(waited));
        record.put("startsAtOnce", atOnce);
        yield event(stamped, "thaw.startAwaited", record);
      }
      case PlatformEvent.HostWasLimit(HostLimit limit) -> {
        record.put("waitedMs", millis(limit.waited()));
        record.put("ofMs", millis(limit.of()));
        yield event(stamped, "thaw.hostWasLimit", record);
      }
      case PlatformEvent.HungAt(List<String> frames) -> {
        record.set("frames", array(frames));
        yield event(stamped, "thaw.hungAt", record);
      }
      case PlatformEvent.Frozen _ -> event(stamped, "thaw.frozen", record);
      case PlatformEvent.Thawed _ -> event(stamped, "thaw.thawed", record);
      case PlatformEvent.Ended ended ->
          event(stamped, "thaw.ended", record.put("reason", ended.reason()));
    };
  }

  public static ObjectNode event(
      PlatformEvent.Stamped stamped, String type, com.fasterxml.jackson.databind.JsonNode record) {
    ObjectNode event = JSON.objectNode();
    event.put("time", time(stamped.time()));
    event.put("type", type);
    event.set("record", record);
    return event;
  }

  private static void status(
      ObjectNode record, PlatformEvent.Status status, Optional<String> errorType) {
    record.put("status", lower(status));
    errorType.ifPresent(type -> record.put("errorType", type));
  }

  /** How long the first byte of the response took, and how long the rest. */
  private static void spans(
      ObjectNode record, Instant end, PlatformEvent.InvocationRuntimeDone done) {
    if (done.responseLatency().isEmpty()) {
      return;
    }
    Instant start = end.minus(done.duration());
    Duration latency = done.responseLatency().get();
    ArrayNode spans = record.putArray("spans");
    spans.add(span("responseLatency", start, latency));
    done.responseDuration()
        .ifPresent(duration -> spans.add(span("responseDuration", start.plus(latency), duration)));
  }

  private static ObjectNode span(String name, Instant start, Duration duration) {
    return JSON.objectNode()
        .put("name", name)
        .put("start", time(start))
        .put("durationMs", millis(duration));
  }

  public static ObjectNode metrics(PlatformEvent.InvocationReport report) {
    ObjectNode metrics = JSON.objectNode();
    metrics.put("durationMs", millis(report.duration()));
    // Readers insist on it; where nothing limits the CPU there is no bill.
    metrics.put("billedDurationMs", report.billedMillis().orElse(0));
    metrics.put("memorySizeMB", report.memorySizeMiB());
    metrics.put("maxMemoryUsedMB", report.maxMemoryMiB());
    report.init().ifPresent(init -> metrics.put("initDurationMs", millis(init)));
    report
        .restore()
        .ifPresent(restore ->
            metrics
                .put("restoreDurationMs", millis(restore.duration()))
                .put("billedRestoreDurationMs", restore.billedMillis()));
    return metrics;
  }

  private static ObjectNode subscription(String name, String state, List<String> types) {
    ObjectNode record = JSON.objectNode().put("name", name).put("state", state);
    record.set("types", array(types));
    return record;
  }

  private static ObjectNode dropped(PlatformEvent.LogsDropped dropped) {
    return JSON.objectNode()
        .put("droppedBytes", dropped.droppedBytes())
        .put("droppedRecords", dropped.droppedRecords())
        .put("reason", dropped.reason());
  }

  private static ArrayNode array(List<String> words) {
    ArrayNode array = JSON.arrayNode();
    words.forEach(array::add);
    return array;
  }

  /** {@code 2026-01-31T10:00:00.123Z}; by hand, as every request needs six of them. */
  static String time(Instant instant) {
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
  private static double millis(Duration duration) {
    return duration.toNanos() / 1000 / 1000.0;
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
