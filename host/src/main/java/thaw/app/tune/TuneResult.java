package thaw.app.tune;

import java.nio.file.Path;
import thaw.app.bench.BenchResult;
import thaw.tuning.Tuning;

/**
 * The times and costs of functions over memory sizes, and the files that hold them.
 *
 * @param bench the same cold starts as {@code thaw bench} shows them
 * @param document JSON
 * @param page HTML
 */
public record TuneResult(Tuning tuning, BenchResult bench, Path document, Path page) {
  /** Returns whether every function has a figure at every size. */
  public boolean isGood() {
    return tuning.isComplete() && bench.isGood();
  }
}
