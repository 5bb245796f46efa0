package thaw.live;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import thaw.pool.life.EnvironmentObservation;
import thaw.runtimeapi.log.Initialization;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.PlatformEvent.Phase;
import thaw.runtimeapi.log.PlatformEvent.Status;

/** Events of environments, as a platform tells them, on a clock of the test's own. */
final class ToldObservations {
  private static final Instant BEGIN = Instant.parse("2026-01-31T10:00:00Z");

  private final List<EnvironmentObservation> observations = new ArrayList<>();
  private final Set<String> shared = new HashSet<>();
  private long nanos = 1_000_000_000;

  /** What was told since the last call. */
  List<EnvironmentObservation> taken() {
    List<EnvironmentObservation> taken = List.copyOf(observations);
    observations.clear();
    return taken;
  }

  ToldObservations after(long millis) {
    nanos += TimeUnit.MILLISECONDS.toNanos(millis);
    return this;
  }

  ToldObservations event(String function, String environment, PlatformEvent event) {
    nanos += 1_000;
    observations.add(
        new EnvironmentObservation(
            function,
            "$LATEST",
            environment,
            new PlatformEvent.Stamped(BEGIN.plusNanos(nanos), nanos, event)));
    return this;
  }

  ToldObservations init(String function, String environment, String type, long millis) {
    if (type.equals(Initialization.MANAGED_INSTANCES.lambdaName())) {
      shared.add(environment);
    }
    event(function, environment, initStart(function, type, Phase.INIT));
    after(millis);
    event(
        function,
        environment,
        new PlatformEvent.InitRuntimeDone(type, Phase.INIT, Status.SUCCESS, Optional.empty()));
    return event(
        function,
        environment,
        new PlatformEvent.InitReport(
            type, Phase.INIT, Status.SUCCESS, Optional.empty(), Duration.ofMillis(millis)));
  }

  static PlatformEvent.InitStart initStart(String function, String type, Phase phase) {
    return new PlatformEvent.InitStart(type, phase, "java:25.v1", "arn:x", function, "$LATEST");
  }

  ToldObservations start(String function, String environment, String id) {
    return event(
        function, environment, new PlatformEvent.InvocationStart(id, "$LATEST", "Root=1-2-3"));
  }

  ToldObservations say(String function, String environment, String line) {
    return event(function, environment, new PlatformEvent.FunctionLine(line));
  }

  /** The request's end after so long. */
  ToldObservations end(
      String function,
      String environment,
      String id,
      long millis,
      Status status,
      Optional<Duration> init) {
    after(millis);
    Duration duration = Duration.ofMillis(millis);
    var done =
        new PlatformEvent.InvocationRuntimeDone(
            id,
            status,
            error(status),
            duration,
            17,
            Optional.of(duration),
            Optional.of(Duration.ZERO));
    var report =
        new PlatformEvent.InvocationReport(
            id,
            status,
            error(status),
            duration,
            OptionalLong.of(millis + init.map(Duration::toMillis).orElse(0L)),
            512,
            60,
            init,
            Optional.empty());
    return shared.contains(environment)
        ? event(function, environment, new PlatformEvent.ManagedReport(done, report, "Root=1-2-3"))
        : event(function, environment, done).event(function, environment, report);
  }

  private static Optional<String> error(Status status) {
    return status == Status.SUCCESS ? Optional.empty() : Optional.of("Some.Error");
  }

  ToldObservations warm(String function, String environment, String id) {
    return start(function, environment, id)
        .end(function, environment, id, 3, Status.SUCCESS, Optional.empty());
  }

  ToldObservations cold(String function, String environment, String id) {
    return init(function, environment, "on-demand", 100)
        .start(function, environment, id)
        .end(function, environment, id, 5, Status.SUCCESS, Optional.of(Duration.ofMillis(100)));
  }

  static FunctionFacts facts(String name) {
    return new FunctionFacts(
        name,
        "java25",
        "com.example.Handler",
        512,
        20,
        true,
        0,
        java.util.Map.of(),
        Optional.empty());
  }
}
