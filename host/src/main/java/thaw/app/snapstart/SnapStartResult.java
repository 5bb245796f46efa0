package thaw.app.snapstart;

import java.nio.file.Path;
import thaw.app.bench.BenchResult;
import thaw.experiment.Warning;
import thaw.report.snapstart.SnapStartDetails;
import thaw.tuning.SnapStartComparison;

/**
 * The time that restores save over starts without a snapshot, and the file that holds it.
 *
 * @param bench the same cold starts as {@code thaw bench} shows them
 * @param details what is to be said beside figures
 * @param document JSON
 */
public record SnapStartResult(
    SnapStartComparison comparison, BenchResult bench, SnapStartDetails details, Path document) {
  /** Returns whether every function has a verdict for each kind of snapshot that it can have. */
  public boolean isGood() {
    return comparison.isComplete()
        && bench.hasMeantStatuses()
        && bench.leftOut().stream().allMatch(Warning::ofGeneratedPriming);
  }
}
