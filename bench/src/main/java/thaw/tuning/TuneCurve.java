package thaw.tuning;

import java.util.List;

/**
 * A function over its memory sizes.
 *
 * @param name of the variants, without the memory size
 * @param jdk that ran it
 * @param managed whether its runtime is one of AWS's for Java, which have SnapStart for nothing
 * @param points from the smallest size on
 * @param withoutFigures names of variants that have none
 */
public record TuneCurve(
    String name, String jdk, boolean managed, List<TunePoint> points, List<String> withoutFigures) {
  public TuneCurve {
    points = List.copyOf(points);
    withoutFigures = List.copyOf(withoutFigures);
  }

  /** Returns whether AWS charges its snapshots and restores. */
  public boolean paysSnapshots() {
    return !managed && points.stream().anyMatch(TunePoint::restored);
  }
}
