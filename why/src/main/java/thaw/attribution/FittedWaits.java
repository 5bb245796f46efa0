package thaw.attribution;

import java.util.List;

/**
 * Fits waits to a blocked time that was counted. How long a sleep or a peer takes does not depend
 * on how busy this machine is; how long other threads of it take does. So the former keep the size
 * that they were seen to have, and the latter get the rest.
 */
final class FittedWaits {
  private FittedWaits() {}

  /**
   * @param waits with the size that each was seen to have
   * @param nanos that they have together; nothing is lost unless there are no waits
   */
  static List<Part> fitted(List<Part> waits, double nanos) {
    double outside = sum(waits, true);
    double inside = sum(waits, false);
    double kept = inside > 0 ? Math.min(outside, nanos) : nanos;
    double ofOutside = outside > 0 ? kept / outside : 0;
    double ofInside = inside > 0 ? (nanos - kept) / inside : 0;
    return waits.stream()
        .map(wait -> wait.withWeight(wait.weight() * (wait.waitsOutside() ? ofOutside : ofInside)))
        .toList();
  }

  private static double sum(List<Part> waits, boolean outside) {
    return waits.stream()
        .filter(wait -> wait.waitsOutside() == outside)
        .mapToDouble(Part::weight)
        .sum();
  }
}
