package thaw.pool.life;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Knows which environments there are and what they do, from their events. Thread-safe. */
public final class EnvironmentRegistry {
  private final Map<String, EnvironmentStatus> alive = new ConcurrentHashMap<>();

  /** Events of one environment come in order. */
  public void accept(EnvironmentObservation observation) {
    alive.compute(
        observation.environment(), (_, before) -> EnvironmentStatus.after(before, observation));
  }

  /** Returns the environments by function and version, those that were used last first. */
  public List<EnvironmentStatus> statuses() {
    return alive.values().stream()
        .sorted(
            Comparator.comparing(EnvironmentStatus::function)
                .thenComparing(EnvironmentStatus::version)
                .thenComparing(Comparator.comparing(EnvironmentStatus::since).reversed()))
        .toList();
  }
}
