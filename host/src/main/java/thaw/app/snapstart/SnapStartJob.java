package thaw.app.snapstart;

import thaw.app.bench.BenchJob;
import thaw.app.bench.BenchListener;
import thaw.app.bench.BenchResult;
import thaw.problem.UserMistake;
import thaw.report.snapstart.SnapStartJson;
import thaw.tuning.LambdaPrices;
import thaw.tuning.SnapStartComparison;

/** The job {@code snapstart}: plain starts and restores in turn, and what the latter save. */
public final class SnapStartJob {
  private SnapStartJob() {}

  /**
   * Measures, and writes what was measured. Prints nothing.
   *
   * @throws UserMistake when it cannot be measured as it was asked for
   */
  public static SnapStartResult run(SnapStartRequest request, BenchListener listener)
      throws InterruptedException {
    BenchResult bench = BenchJob.run(request.measured(), listener);
    SnapStartComparison comparison =
        SnapStartComparison.of(
            bench.experiment(), LambdaPrices.published(), request.pricedArchitecture());
    SnapStartResult result =
        new SnapStartResult(comparison, bench, request.out().resolve("snapstart.json"));
    SnapStartJson.write(comparison, bench.experiment(), bench.lambda(), result.document());
    return result;
  }
}
