package thaw.live;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import thaw.environment.log.HostLimit;
import thaw.environment.log.PlatformEvent;
import thaw.environment.log.PlatformLog;
import thaw.platform.life.EnvironmentTimeline;
import thaw.platform.life.InvocationTimeline;
import thaw.platform.life.StartType;
import thaw.platform.pool.EnvironmentObservation;
import thaw.platform.pool.EnvironmentStatus;

/**
 * One environment as its events tell: what it does, and the request that it has. Of one thread at a
 * time.
 */
final class Life {
  private final Instant begun;
  private final EnvironmentTimeline timeline = new EnvironmentTimeline();
  private EnvironmentStatus status;
  private LogLines log = new LogLines();
  private Optional<HostLimit> host = Optional.empty();
  private @Nullable RequestLife request;
  private long changed;

  Life(EnvironmentStatus status, Instant begun) {
    this.status = status;
    this.begun = begun;
  }

  EnvironmentStatus status() {
    return status;
  }

  Instant begun() {
    return begun;
  }

  long changed() {
    return changed;
  }

  void become(EnvironmentStatus now, long change) {
    if (!status.equals(now)) {
      status = now;
      changed = change;
    }
  }

  /** A line of the log, or of Thaw's own beside it, where the event has one. */
  void hear(PlatformEvent.Stamped event) {
    LogLines.Speaker speaker =
        switch (event.event()) {
          case PlatformEvent.FunctionLine _ -> LogLines.Speaker.FUNCTION;
          case PlatformEvent.ExtensionLine _ -> LogLines.Speaker.EXTENSION;
          case PlatformEvent.Fault _ -> LogLines.Speaker.FAULT;
          default -> LogLines.Speaker.PLATFORM;
        };
    event
        .text()
        .or(() -> PlatformLog.remark(event.event()))
        .map(PlatformLog::lines)
        .ifPresent(text -> log.add(event.nanos(), speaker, text));
    if (event.event() instanceof PlatformEvent.HostWasLimit(HostLimit limit)) {
      host = Optional.of(limit);
    }
  }

  /** The invocation that an event of the environment belongs to. */
  @Nullable InvocationTimeline pass(EnvironmentObservation observation) {
    return timeline.accept(observation);
  }

  /** The function has got an event. */
  RequestLife begin(InvocationTimeline invocation, long change) {
    PlatformEvent.Stamped first = invocation.awaitedEvents().getFirst();
    RequestLife running =
        new RequestLife(
            invocation.start().requestId(),
            invocation.function(),
            invocation.version(),
            invocation.environment(),
            invocation.start().traceId(),
            first.time(),
            first.nanos(),
            invocation.startType(),
            Optional.empty(),
            0,
            0,
            List.of(),
            log,
            host,
            change);
    request = running;
    return running;
  }

  /** Its end, when it was seen to begin. */
  Optional<RequestLife> end(
      @Nullable InvocationTimeline invocation, PlatformEvent.InvocationReport report, long change) {
    RequestLife running = request;
    request = null;
    if (running == null || invocation == null || !running.id().equals(report.requestId())) {
      return Optional.empty();
    }
    Steps steps = Steps.of(invocation, report);
    StartType start = invocation.startType();
    RequestLife ended =
        new RequestLife(
            running.id(),
            running.function(),
            running.version(),
            running.environment(),
            running.traceId(),
            running.begun(),
            running.begunNanos(),
            start,
            Optional.of(report),
            steps.responseBytes(),
            steps.totalNanos(),
            steps.all(),
            log,
            start.isCold() ? host : Optional.empty(),
            change);
    log = new LogLines();
    host = Optional.empty();
    return Optional.of(ended);
  }

  /** The environment has ended with its request. */
  Optional<RequestLife> abandon(EnvironmentObservation observation, long change) {
    InvocationTimeline invocation = pass(observation);
    RequestLife running = request;
    if (running == null) {
      return Optional.empty();
    }
    long nanos = observation.event().nanos() - running.begunNanos();
    return end(
        invocation,
        new PlatformEvent.InvocationReport(
            running.id(),
            PlatformEvent.Status.ERROR,
            Optional.of("the environment ended"),
            Duration.ofNanos(Math.max(0, nanos)),
            OptionalLong.empty(),
            0,
            status.maxMemoryMiB(),
            Optional.empty(),
            Optional.empty()),
        change);
  }
}
