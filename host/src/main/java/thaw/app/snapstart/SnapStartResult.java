package thaw.app.snapstart;

import java.nio.file.Path;
import thaw.app.bench.BenchResult;
import thaw.tuning.SnapStartComparison;

/**
 * What restores save, and where it is written.
 *
 * @param bench the same cold starts as {@code thaw bench} shows them
 * @param document JSON
 */
public record SnapStartResult(SnapStartComparison comparison, BenchResult bench, Path document) {
  /** Whether every function has a verdict for each kind of snapshot. */
  public boolean isGood() {
    return comparison.isComplete() && bench.isGood();
  }
}
