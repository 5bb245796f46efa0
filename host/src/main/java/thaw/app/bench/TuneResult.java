package thaw.app.bench;

import java.nio.file.Path;
import thaw.tuning.Tuning;

/**
 * The times and costs of functions over memory sizes.
 *
 * @param bench the same cold starts as {@code thaw bench} shows them
 */
public record TuneResult(Tuning tuning, BenchResult bench) {
  /** JSON. */
  public Path document() {
    return bench.summary().resolveSibling("tune.json");
  }

  /** HTML. */
  public Path page() {
    return bench.summary().resolveSibling("tune.html");
  }

  /** Returns whether every function has a figure at every size. */
  public boolean isGood() {
    return tuning.isComplete() && bench.isGood();
  }
}
