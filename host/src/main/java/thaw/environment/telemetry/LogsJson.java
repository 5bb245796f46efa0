package thaw.environment.telemetry;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import thaw.environment.log.PlatformEvent;
import thaw.environment.log.TelemetryJson;

/**
 * Platform events as the JSON of the older Logs API: fewer of them, with fewer fields.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/runtimes-logs-api.html">Lambda Logs
 *     API</a>
 */
public final class LogsJson {
  /** The schema version that added {@code platform.runtimeDone}. */
  static final String WITH_RUNTIME_DONE = "2021-03-18";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private LogsJson() {}

  /** The messages for this event, none for what the API does not know. */
  public static List<ObjectNode> of(PlatformEvent.Stamped stamped, String schemaVersion) {
    ObjectNode record = JSON.objectNode();
    return switch (stamped.event()) {
      case PlatformEvent.InvocationStart start -> {
        record.put("requestId", start.requestId()).put("version", start.version());
        yield List.of(TelemetryJson.event(stamped, "platform.start", record));
      }
      case PlatformEvent.InvocationRuntimeDone done -> {
        record.put("requestId", done.requestId());
        record.put("status", status(done.status()));
        yield schemaVersion.equals(WITH_RUNTIME_DONE)
            ? List.of(TelemetryJson.event(stamped, "platform.runtimeDone", record))
            : List.of();
      }
      case PlatformEvent.InvocationReport report -> {
        record.put("requestId", report.requestId());
        record.set("metrics", TelemetryJson.metrics(report));
        ObjectNode end = JSON.objectNode().put("requestId", report.requestId());
        yield List.of(
            TelemetryJson.event(stamped, "platform.end", end),
            TelemetryJson.event(stamped, "platform.report", record));
      }
      // Recorded messages of this API end with the line feed.
      case PlatformEvent.FunctionLine line ->
          List.of(TelemetryJson.event(stamped, "function", JSON.textNode(line.text() + "\n")));
      case PlatformEvent.ExtensionLine line ->
          List.of(TelemetryJson.event(stamped, "extension", JSON.textNode(line.text() + "\n")));
      case PlatformEvent.Fault _,
          PlatformEvent.ExtensionState _,
          PlatformEvent.LogsSubscription _,
          PlatformEvent.LogsDropped _ ->
          List.of(TelemetryJson.of(stamped));
      case PlatformEvent.InitStart _,
          PlatformEvent.InitRuntimeDone _,
          PlatformEvent.InitReport _,
          PlatformEvent.RestoreStart _,
          PlatformEvent.RestoreRuntimeDone _,
          PlatformEvent.RestoreReport _,
          PlatformEvent.TelemetrySubscription _,
          PlatformEvent.StartedFrom _,
          PlatformEvent.StartAwaited _,
          PlatformEvent.HostWasLimit _,
          PlatformEvent.HungAt _,
          PlatformEvent.Frozen _,
          PlatformEvent.Thawed _,
          PlatformEvent.Ended _ ->
          List.of();
    };
  }

  /** This API knows {@code success}, {@code failure} and {@code timeout}. */
  private static String status(PlatformEvent.Status status) {
    return (status == PlatformEvent.Status.ERROR ? PlatformEvent.Status.FAILURE : status)
        .name()
        .toLowerCase(Locale.ROOT);
  }
}
