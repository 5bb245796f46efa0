package thaw.platform.pool;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.util.Optional;
import thaw.environment.log.TelemetryEvent;
import thaw.environment.log.TelemetryJson;
import thaw.json.JsonViews;

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
 * <p>Events of one environment are in order; {@code environment} joins them to one timeline, and
 * {@code record.requestId} those of one request.
 */
public final class EventLine {
  private EventLine() {}

  private record EventView(
      String time,
      long nanos,
      String function,
      String version,
      String environment,
      String type,
      @JsonSerialize(using = JsonViews.OfAnyType.class) Object record,
      Optional<String> text) {}

  /** Without a line feed. */
  public static String of(EnvironmentObservation observation) {
    TelemetryEvent event = TelemetryJson.of(observation.event());
    return TelemetryJson.text(
        new EventView(
            event.time(),
            observation.event().nanos(),
            observation.function(),
            observation.version(),
            observation.environment(),
            event.type(),
            event.record(),
            observation.text()));
  }
}
