package thaw.runtimeapi.log;

import java.time.Instant;
import java.util.Optional;

/**
 * The lines of the platform in a function's log whose format is JSON: the events of the Telemetry
 * API, each of the level that AWS gives it.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html">Log-level
 *     filtering</a>
 */
final class PlatformJson {
  private PlatformJson() {}

  /**
   * An event with its line in JSON, when it has one.
   *
   * @param least the level below which there are no lines
   */
  static PlatformEvent.Stamped stamped(
      Instant time, long nanos, PlatformEvent event, LogLevel least) {
    return new PlatformEvent.Stamped(time, nanos, event, text(time, event, least));
  }

  private static Optional<String> text(Instant time, PlatformEvent event, LogLevel least) {
    return switch (event) {
      case PlatformEvent.FunctionLine(String text) -> Optional.of(text);
      case PlatformEvent.ExtensionLine(String text) -> Optional.of(text);
      case PlatformEvent.Fault _, PlatformEvent.OwnEvent _ -> Optional.empty();
      case PlatformEvent.Message message ->
          level(message).compareTo(least) < 0
              ? Optional.empty()
              : Optional.of(TelemetryJson.line(time, event));
    };
  }

  /** As in AWS's table of the levels of system logs. */
  private static LogLevel level(PlatformEvent.Message message) {
    return switch (message) {
      case PlatformEvent.InitStart start -> named(start.runtimeVersion());
      case PlatformEvent.RestoreStart start -> named(start.runtimeVersion());
      case PlatformEvent.InitRuntimeDone done -> after(done.status(), LogLevel.DEBUG);
      case PlatformEvent.RestoreRuntimeDone done -> after(done.status(), LogLevel.DEBUG);
      case PlatformEvent.InvocationRuntimeDone done -> after(done.status(), LogLevel.DEBUG);
      case PlatformEvent.InitReport report ->
          after(
              report.status(),
              report.initializationType().equals(Initialization.ON_DEMAND.lambdaName())
                  ? LogLevel.DEBUG
                  : LogLevel.INFO);
      case PlatformEvent.RestoreReport report -> after(report.status(), LogLevel.INFO);
      case PlatformEvent.InvocationReport report -> after(report.status(), LogLevel.INFO);
      case PlatformEvent.ManagedReport both -> after(both.report().status(), LogLevel.INFO);
      case PlatformEvent.ExtensionState extension ->
          extension.errorType().isPresent() ? LogLevel.WARN : LogLevel.INFO;
      case PlatformEvent.InvocationStart _,
          PlatformEvent.TelemetrySubscription _,
          PlatformEvent.LogsSubscription _ ->
          LogLevel.INFO;
      case PlatformEvent.LogsDropped _, PlatformEvent.Fault _ -> LogLevel.WARN;
    };
  }

  private static LogLevel named(String runtimeVersion) {
    return runtimeVersion.isEmpty() ? LogLevel.DEBUG : LogLevel.INFO;
  }

  private static LogLevel after(PlatformEvent.Status status, LogLevel success) {
    return status == PlatformEvent.Status.SUCCESS ? success : LogLevel.WARN;
  }
}
