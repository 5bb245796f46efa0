package thaw.live;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import thaw.environment.launch.Initialization;
import thaw.environment.log.HostLimit;
import thaw.environment.log.PlatformEvent;
import thaw.environment.log.PlatformLog;
import thaw.platform.pool.EnvironmentStatus;
import thaw.platform.pool.Observation;

/**
 * One environment as its events tell: what it does, and the request that it has. Of one thread at a
 * time.
 */
final class Life {
  /** A request that waited for an environment's start gets it at once, on a busy machine too. */
  private static final long AT_ONCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Instant begun;
  private final List<PlatformEvent.Stamped> borders = new ArrayList<>();
  private EnvironmentStatus status;
  private LogLines log = new LogLines();
  private Optional<HostLimit> host = Optional.empty();
  private @Nullable Request request;
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

  /** A border between two steps of a request, or of what comes before it. */
  void pass(PlatformEvent.Stamped event) {
    if (event.event() instanceof PlatformEvent.InitStart
        || event.event() instanceof PlatformEvent.RestoreStart) {
      if (request == null) {
        borders.clear();
      }
    }
    borders.add(event);
  }

  /** The function gets an event. */
  Request begin(Observation observation, PlatformEvent.InvocationStart start, long change) {
    PlatformEvent.Stamped now = observation.event();
    if (!waitedForStart(now)) {
      borders.clear();
    }
    borders.add(now);
    PlatformEvent.Stamped first = borders.getFirst();
    Request running =
        new Request(
            start.requestId(),
            observation.function(),
            observation.version(),
            observation.environment(),
            start.traceId(),
            first.time(),
            first.nanos(),
            beginning(first.event()),
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

  private boolean waitedForStart(PlatformEvent.Stamped now) {
    return !borders.isEmpty() && now.nanos() - borders.getLast().nanos() < AT_ONCE_NANOS;
  }

  private Request.Start beginning(PlatformEvent first) {
    boolean ahead =
        status.initialization().equals(Initialization.PROVISIONED_CONCURRENCY.lambdaName());
    return switch (first) {
      case PlatformEvent.InitStart _ when !ahead -> Request.Start.INIT;
      case PlatformEvent.RestoreStart _ when !ahead -> Request.Start.RESTORE;
      default -> Request.Start.WARM;
    };
  }

  /** Its end, when it was seen to begin. */
  Optional<Request> end(
      PlatformEvent.Stamped now, PlatformEvent.InvocationReport report, long change) {
    Request running = request;
    request = null;
    if (running == null || !running.id().equals(report.requestId())) {
      return Optional.empty();
    }
    borders.add(now);
    Steps steps = new Steps(List.copyOf(borders), report);
    Request ended =
        new Request(
            running.id(),
            running.function(),
            running.version(),
            running.environment(),
            running.traceId(),
            running.begun(),
            running.begunNanos(),
            start(running, report),
            Optional.of(report),
            steps.responseBytes(),
            steps.totalNanos(),
            steps.all(),
            log,
            start(running, report).isCold() ? host : Optional.empty(),
            change);
    borders.clear();
    log = new LogLines();
    host = Optional.empty();
    return Optional.of(ended);
  }

  /** The environment has ended with its request. */
  Optional<Request> abandon(Observation observation, long change) {
    Request running = request;
    if (running == null) {
      return Optional.empty();
    }
    PlatformEvent.Stamped now = observation.event();
    long nanos = now.nanos() - running.begunNanos();
    return end(
        now,
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

  /**
   * What Lambda bills as init or restore is a cold start, also where the environment had been
   * started a while before the request came; so is an init that had to be done again.
   */
  private Request.Start start(Request running, PlatformEvent.InvocationReport report) {
    boolean ahead =
        status.initialization().equals(Initialization.PROVISIONED_CONCURRENCY.lambdaName());
    if (running.start().isCold() || ahead) {
      return running.start();
    }
    if (report.restore().isPresent()) {
      return Request.Start.RESTORE;
    }
    boolean again =
        borders.stream().anyMatch(border -> border.event() instanceof PlatformEvent.InitStart);
    return report.init().isPresent() || again ? Request.Start.INIT : Request.Start.WARM;
  }
}
