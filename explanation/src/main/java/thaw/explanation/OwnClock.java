package thaw.explanation;

import java.util.List;
import java.util.Map;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.CauseShare;
import thaw.attribution.Explanation.Phase;

/**
 * Moments of a cold start as they would have been, had other programs on the host not taken the
 * CPUs. What they took of a phase is spread evenly over it, because nothing tells when it was.
 */
record OwnClock(List<Stretch> stretches) {
  /** Leaves nothing out. */
  static final OwnClock OF_THE_WALL = new OwnClock(List.of());

  /**
   * A phase from which other programs took something.
   *
   * @param from milliseconds since the start of the process
   * @param hostMillis of {@code wallMillis}
   */
  record Stretch(double from, double wallMillis, double hostMillis) {
    private double takenUntil(double moment) {
      return hostMillis * Math.clamp((moment - from) / wallMillis, 0, 1);
    }
  }

  /**
   * @param starts of phases, by their label
   */
  static OwnClock of(Explanation explanation, Map<String, Double> starts) {
    return new OwnClock(
        explanation.phases().stream()
            .filter(phase -> hostMillis(phase) > 0 && phase.wallMillis() > 0)
            .map(phase ->
                new Stretch(
                    starts.getOrDefault(phase.name().label(), 0.0),
                    phase.wallMillis(),
                    hostMillis(phase)))
            .toList());
  }

  /** Returns the milliseconds that other programs took of a phase. */
  static double hostMillis(Phase phase) {
    return phase.causes().stream()
        .filter(share -> share.cause() == Cause.HOST_CONTENTION)
        .mapToDouble(CauseShare::millis)
        .sum();
  }

  boolean leavesOut() {
    return !stretches.isEmpty();
  }

  double at(double moment) {
    return moment - stretches.stream().mapToDouble(each -> each.takenUntil(moment)).sum();
  }
}
