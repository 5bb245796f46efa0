package thaw.app.bench;

import java.nio.file.Path;
import thaw.experiment.Warning;
import thaw.report.bench.SnapStartDetails;
import thaw.tuning.SnapStartComparison;

/**
 * The time that restores save over starts without a snapshot.
 *
 * @param bench the same cold starts as {@code thaw bench} shows them
 * @param details what is to be said beside figures
 */
public record SnapStartResult(
    SnapStartComparison comparison, BenchResult bench, SnapStartDetails details) {
  /** JSON. */
  public Path document() {
    return bench.summary().resolveSibling("snapstart.json");
  }

  /** Returns whether every function has a verdict for each kind of snapshot that it can have. */
  public boolean isGood() {
    return comparison.isComplete()
        && bench.hasMeantStatuses()
        && bench.leftOut().stream().allMatch(Warning::ofGeneratedPriming);
  }
}
