package thaw.runtimeapi.extensions;

import java.util.List;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.TelemetryEvent;
import thaw.runtimeapi.log.TelemetryJson;

/**
 * Platform events as the JSON of the older Logs API: fewer of them, with fewer fields.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/runtimes-logs-api.html">Lambda Logs
 *     API</a>
 */
public final class LogsJson {
  /** The schema version that added {@code platform.runtimeDone}. */
  static final String WITH_RUNTIME_DONE = "2021-03-18";

  private LogsJson() {}

  private record LogsStart(String requestId, String version) {}

  private record LogsRuntimeDone(String requestId, PlatformEvent.Status status) {}

  private record LogsEnd(String requestId) {}

  /** The messages for this event, none for what the API does not know. */
  public static List<TelemetryEvent> of(PlatformEvent.Stamped stamped, String schemaVersion) {
    return switch (stamped.event()) {
      case PlatformEvent.InvocationStart start ->
          List.of(
              TelemetryJson.event(
                  stamped, "platform.start", new LogsStart(start.requestId(), start.version())));
      case PlatformEvent.InvocationRuntimeDone done ->
          schemaVersion.equals(WITH_RUNTIME_DONE)
              ? List.of(
                  TelemetryJson.event(
                      stamped,
                      "platform.runtimeDone",
                      new LogsRuntimeDone(done.requestId(), known(done.status()))))
              : List.of();
      case PlatformEvent.InvocationReport report ->
          List.of(
              TelemetryJson.event(stamped, "platform.end", new LogsEnd(report.requestId())),
              TelemetryJson.logsReport(stamped, report));
      // Recorded messages of this API end with the line feed.
      case PlatformEvent.FunctionLine line ->
          List.of(TelemetryJson.event(stamped, "function", line.text() + "\n"));
      case PlatformEvent.ExtensionLine line ->
          List.of(TelemetryJson.event(stamped, "extension", line.text() + "\n"));
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
          PlatformEvent.ManagedReport _, // this API is not there
          PlatformEvent.OwnEvent _ ->
          List.of();
    };
  }

  /** This API knows {@code success}, {@code failure} and {@code timeout}. */
  private static PlatformEvent.Status known(PlatformEvent.Status status) {
    return status == PlatformEvent.Status.ERROR ? PlatformEvent.Status.FAILURE : status;
  }
}
