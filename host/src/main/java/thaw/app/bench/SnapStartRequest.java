package thaw.app.bench;

import java.util.List;
import thaw.problem.UserMistake;
import thaw.tuning.LambdaPrices;
import thaw.tuning.SnapStartComparison;
import thaw.tuning.SnapStartVerdict;

/**
 * Functions to be started plain and from snapshots.
 *
 * @param bench the cold starts, at several memory sizes or at the configured one; their event is
 *     also what a primed snapshot has answered before it was taken
 * @param prices for which costs are computed
 */
public record SnapStartRequest(BenchRequest bench, LambdaPrices prices) {
  /** Cold starts of each kind when the user names no number. */
  public static final int USUAL_RUNS = 12;

  public SnapStartRequest {
    if (bench.runs() < SnapStartVerdict.FEWEST_STARTS) {
      throw new UserMistake(
          "--runs must be at least %d: %d, as fewer starts cannot tell a difference"
              .formatted(SnapStartVerdict.FEWEST_STARTS, bench.runs()),
          "use for example --runs " + USUAL_RUNS);
    }
    bench =
        bench.withAxes(
            new Axes(bench.axes().memory(), List.of(), SnapStartComparison.STARTS, List.of()));
  }
}
