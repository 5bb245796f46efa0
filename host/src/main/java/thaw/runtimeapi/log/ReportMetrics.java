package thaw.runtimeapi.log;

import java.time.Duration;
import java.util.Optional;

/** The figures of a REPORT, by the names that the Telemetry and the Logs API have for them. */
public record ReportMetrics(
    Duration durationMs,
    long billedDurationMs,
    int memorySizeMB,
    long maxMemoryUsedMB,
    Optional<Duration> initDurationMs,
    Optional<Duration> restoreDurationMs,
    Optional<Long> billedRestoreDurationMs) {
  public static ReportMetrics of(PlatformEvent.InvocationReport report) {
    return new ReportMetrics(
        report.duration(),
        // Readers insist on it; where nothing limits the CPU there is no bill.
        report.billedMillis().orElse(0),
        report.memorySizeMiB(),
        report.maxMemoryMiB(),
        report.init(),
        report.restore().map(PlatformEvent.Restored::duration),
        report.restore().map(PlatformEvent.Restored::billedMillis));
  }
}
