package thaw.app.snapstart;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import thaw.app.bench.BenchJob;
import thaw.app.bench.BenchListener;
import thaw.app.bench.BenchResult;
import thaw.problem.UserMistake;
import thaw.remedy.priming.GeneratedPriming;
import thaw.report.snapstart.PrimingFiles;
import thaw.report.snapstart.SnapStartDetails;
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
        new SnapStartResult(
            comparison, bench, details(bench, request), request.out().resolve("snapstart.json"));
    SnapStartJson.write(
        comparison, bench.experiment(), result.details(), bench.lambda(), result.document());
    return result;
  }

  private static SnapStartDetails details(BenchResult bench, SnapStartRequest request) {
    List<SnapStartDetails.Written> primings = new ArrayList<>();
    for (GeneratedPriming priming : bench.primings().values()) {
      Path folder = request.out().resolve("priming").resolve(priming.function());
      primings.add(PrimingFiles.write(priming, folder));
    }
    return new SnapStartDetails(primings);
  }
}
