package thaw.runtimeapi.log;

import java.time.Instant;
import java.util.Optional;

/**
 * The lines of the platform in a function's log whose format is JSON, at the level INFO, which is
 * AWS's default. They are the events of the Telemetry API.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html">Log-level
 *     filtering</a>
 */
final class PlatformJson {
  private PlatformJson() {}

  /** An event with its line in JSON, when it has one. */
  static PlatformEvent.Stamped stamped(Instant time, long nanos, PlatformEvent event) {
    return new PlatformEvent.Stamped(time, nanos, event, text(time, event));
  }

  private static Optional<String> text(Instant time, PlatformEvent event) {
    return switch (event) {
      case PlatformEvent.FunctionLine(String text) -> Optional.of(text);
      case PlatformEvent.ExtensionLine(String text) -> Optional.of(text);
      case PlatformEvent.InitReport report
          when report.status() == PlatformEvent.Status.SUCCESS
              && report.initializationType().equals(Initialization.ON_DEMAND.lambdaName()) ->
          Optional.empty();
      case PlatformEvent.InitRuntimeDone done when done.status() == PlatformEvent.Status.SUCCESS ->
          Optional.empty();
      case PlatformEvent.RestoreRuntimeDone done
          when done.status() == PlatformEvent.Status.SUCCESS ->
          Optional.empty();
      case PlatformEvent.InvocationRuntimeDone done
          when done.status() == PlatformEvent.Status.SUCCESS ->
          Optional.empty();
      case PlatformEvent.Message _ -> Optional.of(TelemetryJson.line(time, event));
      case PlatformEvent.OwnEvent _ -> Optional.empty();
    };
  }
}
