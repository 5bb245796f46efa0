package thaw.pool.life;

import java.util.Optional;
import thaw.json.Json;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.TelemetryJson;

/**
 * The platform's events as lines of JSON, the timeline that other programs and later commands read:
 *
 * <pre>
 * {"time": "2026-01-31T10:00:00.123Z",   wall clock, to label the event
 *  "nanos": 123456789,                   monotonic clock of this machine, for differences
 *  "function": "hello", "version": "$LATEST",
 *  "environment": "2026/01/31/[$LATEST]0123456789abcdef0123456789abcdef",
 *  "type": "platform.report",            of Lambda's Telemetry API, or thaw.*
 *  "record": {"requestId": ...},         of the same schema
 *  "text": "REPORT RequestId: ..."}      the line in the function's log, when it has one
 * </pre>
 *
 * <p>In a log in JSON the platform's own lines are their time, type and record. Here these members
 * come first then, and {@code logged} is true in place of a text.
 *
 * <p>The report of a request on managed instances has no memory, as on AWS. Here {@code
 * memorySizeMB} and {@code maxMemoryUsedMB}, as other reports have them in their record, come
 * behind the environment.
 *
 * <p>Events of one environment are in order; {@code environment} joins them to one timeline, and
 * {@code record.requestId} those of one request.
 */
public final class EventLine {
  private static final String NANOS = ",\"nanos\":";

  private EventLine() {}

  /** The line in the function's log of an event that is {@code logged}. */
  public static String logged(String line) {
    return line.substring(0, line.lastIndexOf(NANOS)) + "}";
  }

  /** Returns the line of an event, without a line feed. */
  public static String of(EnvironmentObservation observation) {
    PlatformEvent.Stamped event = observation.event();
    StringBuilder line = new StringBuilder(1024);
    Optional<String> json = TelemetryJson.logged(event);
    if (json.isPresent()) {
      line.append(json.get(), 0, json.get().length() - 1);
    } else {
      line.append("{\"time\":\"").append(TelemetryJson.time(event.time())).append('"');
    }
    line.append(NANOS).append(event.nanos());
    line.append(",\"function\":");
    Json.quote(observation.function(), line);
    line.append(",\"version\":");
    Json.quote(observation.version(), line);
    line.append(",\"environment\":");
    Json.quote(observation.environment(), line);
    if (event.event() instanceof PlatformEvent.ManagedReport(var _, var report, var _)) {
      line.append(",\"memorySizeMB\":").append(report.memorySizeMiB());
      line.append(",\"maxMemoryUsedMB\":").append(report.maxMemoryMiB());
    }
    if (json.isPresent()) {
      return line.append(",\"logged\":true}").toString();
    }
    TelemetryJson.add(event.time(), event.event(), line.append(','));
    if (event.text().isPresent()) {
      line.append(",\"text\":");
      Json.quote(event.text().get(), line);
    }
    return line.append('}').toString();
  }
}
