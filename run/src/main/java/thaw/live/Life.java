package thaw.live;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import thaw.pool.life.EnvironmentObservation;
import thaw.pool.life.EnvironmentStatus;
import thaw.pool.life.EnvironmentTimeline;
import thaw.pool.life.InvocationTimeline;
import thaw.pool.life.StartType;
import thaw.runtimeapi.log.HostLimit;
import thaw.runtimeapi.log.Initialization;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.PlatformLog;

/**
 * One environment as its events tell: what it does, and the request that it has, or on managed
 * instances the requests. Of one thread at a time.
 */
final class Life {
  /**
   * The member by which a runtime client's line of JSON names its request, without the first
   * letter.
   */
  private static final String NAMING = "equestId\":\"";

  private final Instant begun;
  private final EnvironmentTimeline timeline = new EnvironmentTimeline();
  private EnvironmentStatus status;
  private LogLines log = new LogLines();
  private Optional<HostLimit> host = Optional.empty();
  private final Map<String, RequestLife> running = new LinkedHashMap<>();
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
        .ifPresent(text -> add(event, speaker, text));
    if (event.event() instanceof PlatformEvent.HostWasLimit(HostLimit limit)) {
      host = Optional.of(limit);
    }
  }

  private void add(PlatformEvent.Stamped event, LogLines.Speaker speaker, String text) {
    if (!isShared()) {
      log.add(event.nanos(), speaker, text);
      return;
    }
    RequestLife request = running.get(requestId(event.event(), text));
    if (request != null) { // what names none of them belongs to nobody
      request.log().add(event.nanos(), speaker, text);
    }
  }

  private static String requestId(PlatformEvent event, String text) {
    return switch (event) {
      case PlatformEvent.ManagedReport both -> both.report().requestId();
      default -> named(text);
    };
  }

  /**
   * Returns the request id that a member of a line in JSON has, such as {@code AWSRequestId}; empty
   * when the line names none.
   */
  private static String named(String text) {
    int begin = text.indexOf(NAMING);
    int id = begin + NAMING.length();
    int end = begin < 0 ? -1 : text.indexOf('"', id);
    return end < 0 ? "" : text.substring(id, end);
  }

  private boolean isShared() {
    return status.initialization().equals(Initialization.MANAGED_INSTANCES.lambdaName());
  }

  /** The invocation that an event of the environment belongs to. */
  @Nullable InvocationTimeline pass(EnvironmentObservation observation) {
    return timeline.accept(observation);
  }

  /** The function has got an event. */
  RequestLife begin(InvocationTimeline invocation, long change) {
    PlatformEvent.Stamped first = invocation.awaitedEvents().getFirst();
    if (isShared()) {
      log = new LogLines();
      first.text().ifPresent(text -> log.add(first.nanos(), LogLines.Speaker.PLATFORM, text));
    } else {
      running.clear(); // its report was lost
    }
    RequestLife request =
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
    running.put(request.id(), request);
    return request;
  }

  /** Its end, when it was seen to begin. */
  Optional<RequestLife> end(
      @Nullable InvocationTimeline invocation, PlatformEvent.InvocationReport report, long change) {
    RequestLife request = running.remove(report.requestId());
    if (request == null || invocation == null) {
      return Optional.empty();
    }
    Steps steps = Steps.of(invocation, report);
    StartType start = invocation.startType();
    RequestLife ended =
        new RequestLife(
            request.id(),
            request.function(),
            request.version(),
            request.environment(),
            request.traceId(),
            request.begun(),
            request.begunNanos(),
            start,
            Optional.of(report),
            steps.responseBytes(),
            steps.totalNanos(),
            steps.all(),
            request.log(),
            start.isCold() ? host : Optional.empty(),
            change);
    if (!isShared()) {
      log = new LogLines();
      host = Optional.empty();
    }
    return Optional.of(ended);
  }

  /** The environment has ended with a request; on managed instances each has had its end before. */
  Optional<RequestLife> abandon(EnvironmentObservation observation, long change) {
    InvocationTimeline invocation = pass(observation);
    if (running.isEmpty()) {
      return Optional.empty();
    }
    RequestLife request = running.values().iterator().next();
    long nanos = observation.event().nanos() - request.begunNanos();
    return end(
        invocation,
        new PlatformEvent.InvocationReport(
            request.id(),
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
