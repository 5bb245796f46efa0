package thaw.environment;

import java.time.Duration;
import java.util.Optional;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.log.EventLog;
import thaw.runtimeapi.log.Initialization;
import thaw.runtimeapi.log.PlatformEvent;

/** Writes how a runtime process came to be ready: by the init phase, or by a restore. */
record Phases(EnvironmentSpec spec, PlatformEvent.Phase phase, EventLog eventLog) {
  private String runtimeVersion() {
    return spec.program().family() + ".v" + spec.program().version();
  }

  private String initialization() {
    return spec.initialization().lambdaName();
  }

  void begin() {
    eventLog.add(
        spec.snapshot().isPresent()
            ? new PlatformEvent.RestoreStart(
                runtimeVersion(), spec.runtimeVersionArn(), spec.function().name(), spec.version())
            : new PlatformEvent.InitStart(
                initialization(),
                phase,
                runtimeVersion(),
                spec.runtimeVersionArn(),
                spec.function().name(),
                spec.version()));
    if (spec.program() instanceof RuntimeProgram.Java java && java.standIn().isPresent()) {
      eventLog.add(new PlatformEvent.JdkStandsIn(java.label()));
    }
    if (spec.lacksSnapshot() && spec.initialization() != Initialization.SNAP_START) {
      eventLog.add(new PlatformEvent.StartedFrom(spec.start()));
    }
  }

  void end(InitOutcome outcome, Duration took) {
    PlatformEvent.Status status =
        switch (outcome) {
          case InitOutcome.Ready _ -> PlatformEvent.Status.SUCCESS;
          case InitOutcome.TimedOut _ -> PlatformEvent.Status.TIMEOUT;
          case InitOutcome.Failed _ -> PlatformEvent.Status.ERROR;
        };
    Optional<String> type =
        outcome instanceof InitOutcome.Failed failed
            ? Optional.of(failed.type())
            : Optional.empty();
    if (spec.snapshot().isPresent()) {
      eventLog.add(new PlatformEvent.RestoreRuntimeDone(status, type));
      eventLog.add(new PlatformEvent.RestoreReport(status, type, took));
    } else {
      eventLog.add(new PlatformEvent.InitRuntimeDone(initialization(), phase, status, type));
      eventLog.add(new PlatformEvent.InitReport(initialization(), phase, status, type, took));
    }
  }
}
