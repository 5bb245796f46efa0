package thaw.experiment.pods;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import thaw.experiment.Metric;

/** Keeps when the steps of pods were seen here. */
public final class PodClock {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Map<String, Map<Step, Long>> seen = new ConcurrentHashMap<>();

  /** The steps of a pod, in this order. */
  public enum Step {
    MADE,
    SCHEDULED,
    CREATED,
    STARTED
  }

  /** Notes that a step of a pod is seen now, unless it was seen before. */
  public void see(String pod, Step step) {
    seen.computeIfAbsent(pod, _ -> new ConcurrentHashMap<>()).putIfAbsent(step, System.nanoTime());
  }

  /** Those phases whose beginning and end were seen; none of a pod whose creation was not. */
  public Map<Metric, Double> phases(String pod) {
    Map<Step, Long> at = seen.getOrDefault(pod, Map.of());
    Map<Metric, Double> phases = new EnumMap<>(Metric.class);
    if (at.containsKey(Step.MADE)) {
      put(phases, Metric.POD_SCHEDULED, at.get(Step.MADE), at.get(Step.SCHEDULED));
      put(phases, Metric.POD_CREATED, at.get(Step.SCHEDULED), at.get(Step.CREATED));
      put(phases, Metric.POD_STARTED, at.get(Step.CREATED), at.get(Step.STARTED));
    }
    return phases;
  }

  private static void put(
      Map<Metric, Double> phases, Metric phase, @Nullable Long from, @Nullable Long to) {
    if (from != null && to != null) {
      phases.put(phase, Math.max(0, to - from) / NANOS_PER_MILLI); // two watches, two threads
    }
  }
}
