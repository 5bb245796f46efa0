package thaw.platform.pool;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import thaw.environment.launch.Initialization;
import thaw.environment.log.PlatformEvent;

/** Which environments there are and what they do, as their events tell. Thread-safe. */
public final class Census {
  private final Map<String, EnvironmentStatus> alive = new ConcurrentHashMap<>();

  /** Events of one environment come in order. */
  public void accept(Observation observation) {
    alive.compute(observation.environment(), (_, before) -> after(before, observation));
  }

  private static @Nullable EnvironmentStatus after(
      @Nullable EnvironmentStatus before, Observation observation) {
    Instant now = observation.event().time();
    return switch (observation.event().event()) {
      case PlatformEvent.InitStart start ->
          before == null
              ? begun(observation, start.initializationType(), now)
              : before.in(
                  start.phase() == PlatformEvent.Phase.INIT
                      ? EnvironmentStatus.State.INITIALISING
                      : before.state(),
                  now);
      case PlatformEvent.RestoreStart _ ->
          before == null
              ? begun(observation, Initialization.SNAP_START.lambdaName(), now)
              : before.in(EnvironmentStatus.State.INITIALISING, now);
      case PlatformEvent.RestoreReport _ ->
          before == null ? null : before.in(EnvironmentStatus.State.IDLE, now);
      case PlatformEvent.InitReport report ->
          before == null || report.phase() == PlatformEvent.Phase.INVOKE
              ? before
              : before.in(EnvironmentStatus.State.IDLE, now);
      case PlatformEvent.InvocationStart start ->
          before == null ? null : before.running(start.requestId(), now);
      case PlatformEvent.InvocationReport report ->
          before == null ? null : before.reported(report.maxMemoryMiB(), now);
      case PlatformEvent.Frozen _ ->
          before == null ? null : before.in(EnvironmentStatus.State.FROZEN, now);
      case PlatformEvent.Ended _ -> null;
      default -> before;
    };
  }

  private static EnvironmentStatus begun(
      Observation observation, String initialization, Instant now) {
    return new EnvironmentStatus(
        observation.function(),
        observation.version(),
        observation.environment(),
        initialization,
        EnvironmentStatus.State.INITIALISING,
        now,
        0,
        Optional.empty(),
        0);
  }

  /** Empty when it has ended, or has not begun. */
  public Optional<EnvironmentStatus> find(String environment) {
    return Optional.ofNullable(alive.get(environment));
  }

  /** By function and version, those that were used last first. */
  public List<EnvironmentStatus> environments() {
    return alive.values().stream()
        .sorted(
            Comparator.comparing(EnvironmentStatus::function)
                .thenComparing(EnvironmentStatus::version)
                .thenComparing(Comparator.comparing(EnvironmentStatus::since).reversed()))
        .toList();
  }
}
