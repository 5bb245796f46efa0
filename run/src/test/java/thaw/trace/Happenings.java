package thaw.trace;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import thaw.pool.life.EnvironmentObservation;
import thaw.runtimeapi.log.PlatformEvent;

/** What a platform would tell, at times of the test's choice: milliseconds after its begin. */
final class Happenings {
  private static final long MILLI = 1_000_000;

  private final Traces traces;
  private final EpochClock clock = EpochClock.compared();
  private final long beginNanos = System.nanoTime();

  Happenings(Traces traces) {
    this.traces = traces;
  }

  long nanos(double millis) {
    return beginNanos + (long) (millis * MILLI);
  }

  long epochNanos(double millis) {
    return clock.epochNanos(nanos(millis));
  }

  void arrives(String request, double millis, String callersTrace) {
    traces.arrived(
        request,
        HttpTiming.arrived("POST", "/f", TraceHeader.of(callersTrace), false, nanos(millis)));
  }

  void isQueued(String request, double millis) {
    traces.arrived(
        request, HttpTiming.arrived("POST", "/f", Optional.empty(), true, nanos(millis)));
  }

  void answered(String request, int status, double millis) {
    traces.answered(request, status, nanos(millis));
  }

  void happens(String environment, double millis, PlatformEvent event) {
    traces.accept(
        new EnvironmentObservation(
            "orders",
            "$LATEST",
            environment,
            new PlatformEvent.Stamped(Instant.now(), nanos(millis), event, Optional.empty())));
  }

  void init(String environment, String type, double from, double to) {
    initStart(environment, type, PlatformEvent.Phase.INIT, from);
    initReport(environment, type, PlatformEvent.Phase.INIT, to);
  }

  void initStart(String environment, String type, PlatformEvent.Phase phase, double at) {
    happens(environment, at, new PlatformEvent.InitStart(type, phase, "", "", "orders", "1"));
  }

  void initReport(String environment, String type, PlatformEvent.Phase phase, double at) {
    happens(
        environment,
        at,
        new PlatformEvent.InitReport(
            type, phase, PlatformEvent.Status.SUCCESS, Optional.empty(), Duration.ZERO));
  }

  void restore(String environment, double from, double to) {
    happens(environment, from, new PlatformEvent.RestoreStart("", "", "orders", "1"));
    happens(
        environment,
        to,
        new PlatformEvent.RestoreReport(
            PlatformEvent.Status.SUCCESS, Optional.empty(), Duration.ZERO));
  }

  void starts(String environment, String request, double at, String told) {
    happens(environment, at, new PlatformEvent.InvocationStart(request, "$LATEST", told));
  }

  void thaws(String environment, double at) {
    happens(environment, at, new PlatformEvent.Thawed());
  }

  /**
   * @param millis start of the invocation, its response, the next call, the events
   */
  void ends(
      String environment,
      String request,
      PlatformEvent.Status status,
      double start,
      double responded,
      double ready,
      double done) {
    happens(
        environment,
        done,
        new PlatformEvent.InvocationRuntimeDone(
            request,
            status,
            Optional.empty(),
            Duration.ofNanos((long) ((ready - start) * MILLI)),
            0,
            responded < 0
                ? Optional.empty()
                : Optional.of(Duration.ofNanos((long) ((responded - start) * MILLI))),
            Optional.empty()));
    happens(
        environment,
        done + 1,
        new PlatformEvent.InvocationReport(
            request,
            status,
            Optional.empty(),
            Duration.ZERO,
            OptionalLong.of(10),
            512,
            80,
            Optional.empty(),
            Optional.empty()));
  }

  /** A span of a function. */
  Received span(String traceId, String id, String parent, double from, double to) {
    return new Received(
        new Span(
            traceId,
            id,
            Optional.ofNullable(parent),
            id,
            Span.Origin.XRAY,
            epochNanos(from),
            epochNanos(to),
            false,
            java.util.Map.of()),
        false,
        Optional.empty(),
        Optional.empty());
  }

  void receives(Received... spans) {
    traces.received(List.of(spans));
  }
}
