package thaw.runtimeapi.log;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import thaw.json.Json;

/**
 * The records of those events that every request has, in the JSON of the Telemetry API: by hand, as
 * a mapper takes several times as long, and a warm request is short (docs/decisions/0009).
 */
final class RequestRecords {
  private static final long NANOS_PER_MICRO = 1000;
  private static final long LARGEST_PLAIN_MICROS = 10_000_000_000L - 1; // 1E7 ms has an exponent

  private RequestRecords() {}

  /**
   * Adds an event's record.
   *
   * @return false for events of other kinds
   */
  static boolean add(Instant time, PlatformEvent event, StringBuilder to) {
    switch (event) {
      case PlatformEvent.InvocationStart start -> start(start, to);
      case PlatformEvent.InvocationRuntimeDone done -> done(time, done, to);
      case PlatformEvent.InvocationReport report -> report(report, to);
      case PlatformEvent.ManagedReport report -> managed(time, report, to);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static void start(PlatformEvent.InvocationStart start, StringBuilder to) {
    begin(start.requestId(), to);
    text("version", start.version(), to);
    tracing(start.traceId(), to);
    to.append('}');
  }

  private static void tracing(String traceId, StringBuilder to) {
    if (!traceId.isEmpty()) {
      to.append(",\"tracing\":{\"type\":\"X-Amzn-Trace-Id\"");
      text("value", traceId, to);
      to.append('}');
    }
  }

  private static void done(
      Instant end, PlatformEvent.InvocationRuntimeDone done, StringBuilder to) {
    begin(done.requestId(), to);
    status(done.status(), done.errorType(), to);
    spans(end, done, to);
    to.append(",\"metrics\":{\"durationMs\":");
    millis(done.duration(), to);
    to.append(",\"producedBytes\":").append(done.producedBytes()).append("}}");
  }

  private static void spans(
      Instant end, PlatformEvent.InvocationRuntimeDone done, StringBuilder to) {
    if (done.responseLatency().isPresent()) {
      Duration latency = done.responseLatency().get();
      Instant start = end.minus(done.duration());
      to.append(",\"spans\":[");
      span("responseLatency", start, latency, to);
      if (done.responseDuration().isPresent()) {
        to.append(',');
        span("responseDuration", start.plus(latency), done.responseDuration().get(), to);
      }
      to.append(']');
    }
  }

  /** It has no figure that is not of one request. */
  private static void managed(Instant end, PlatformEvent.ManagedReport both, StringBuilder to) {
    PlatformEvent.InvocationReport report = both.report();
    begin(report.requestId(), to);
    status(report.status(), report.errorType(), to);
    to.append(",\"metrics\":{\"durationMs\":");
    millis(report.duration(), to);
    to.append('}');
    tracing(both.traceId(), to);
    spans(end, both.done(), to);
    to.append('}');
  }

  private static void span(String name, Instant start, Duration duration, StringBuilder to) {
    to.append("{\"name\":\"").append(name).append("\",\"start\":\"");
    to.append(TelemetryJson.time(start)).append("\",\"durationMs\":");
    millis(duration, to);
    to.append('}');
  }

  private static void report(PlatformEvent.InvocationReport report, StringBuilder to) {
    begin(report.requestId(), to);
    status(report.status(), report.errorType(), to);
    metrics(report, to);
    to.append('}');
  }

  /** Adds the record that the Logs API has of a report. */
  static void ofLogs(PlatformEvent.InvocationReport report, StringBuilder to) {
    begin(report.requestId(), to);
    metrics(report, to);
    to.append('}');
  }

  private static void metrics(PlatformEvent.InvocationReport report, StringBuilder to) {
    to.append(",\"metrics\":{\"durationMs\":");
    millis(report.duration(), to);
    // Readers insist on it; where nothing limits the CPU there is no bill.
    to.append(",\"billedDurationMs\":").append(report.billedMillis().orElse(0));
    to.append(",\"memorySizeMB\":").append(report.memorySizeMiB());
    to.append(",\"maxMemoryUsedMB\":").append(report.maxMemoryMiB());
    if (report.init().isPresent()) {
      to.append(",\"initDurationMs\":");
      millis(report.init().get(), to);
    }
    if (report.restore().isPresent()) {
      PlatformEvent.Restored restored = report.restore().get();
      to.append(",\"restoreDurationMs\":");
      millis(restored.duration(), to);
      to.append(",\"billedRestoreDurationMs\":").append(restored.billedMillis());
    }
    to.append('}');
  }

  private static void begin(String requestId, StringBuilder to) {
    to.append("{\"requestId\":");
    Json.quote(requestId, to);
  }

  private static void status(
      PlatformEvent.Status status, Optional<String> errorType, StringBuilder to) {
    to.append(",\"status\":\"").append(TelemetryJson.lower(status)).append('"');
    if (errorType.isPresent()) {
      text("errorType", errorType.get(), to);
    }
  }

  private static void text(String name, String value, StringBuilder to) {
    to.append(",\"").append(name).append("\":");
    Json.quote(value, to);
  }

  /** Writes milliseconds as a number with at least one decimal. */
  private static void millis(Duration duration, StringBuilder to) {
    long micros = duration.toNanos() / NANOS_PER_MICRO;
    if (micros < 0 || micros > LARGEST_PLAIN_MICROS) {
      to.append(TelemetryJson.millis(duration));
      return;
    }
    to.append(micros / 1000).append('.');
    int rest = (int) (micros % 1000);
    to.append((char) ('0' + rest / 100));
    if (rest % 100 != 0) {
      to.append((char) ('0' + rest / 10 % 10));
    }
    if (rest % 10 != 0) {
      to.append((char) ('0' + rest % 10));
    }
  }
}
