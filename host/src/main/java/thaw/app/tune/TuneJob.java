package thaw.app.tune;

import java.nio.file.Path;
import thaw.app.bench.BenchJob;
import thaw.app.bench.BenchListener;
import thaw.app.bench.BenchResult;
import thaw.problem.UserMistake;
import thaw.report.tune.TuneHtml;
import thaw.report.tune.TuneJson;
import thaw.sandbox.SandboxHost;
import thaw.tuning.Tuning;

/**
 * The job {@code tune}: cold starts at several memory sizes, each with warm invocations after it,
 * and what they would cost.
 */
public final class TuneJob {
  private TuneJob() {}

  /**
   * Measures, and writes what was measured. Prints nothing.
   *
   * @throws UserMistake when it cannot be measured as it was asked for
   */
  public static TuneResult run(TuneRequest request, BenchListener listener)
      throws InterruptedException {
    requireCpuLimit();
    BenchResult bench = BenchJob.run(request.bench(), listener);
    Tuning tuning = Tuning.of(bench.experiment(), request.prices(), request.mix());
    Path out = request.bench().out();
    TuneResult result =
        new TuneResult(tuning, bench, out.resolve("tune.json"), out.resolve("tune.html"));
    TuneJson.write(tuning, bench.experiment(), bench.lambda(), result.document());
    TuneHtml.write(tuning, bench.experiment(), result.page());
    return result;
  }

  /**
   * Requires a limit of CPU time: without it all sizes take the same time, and the smallest one is
   * best by everything.
   */
  private static void requireCpuLimit() {
    if (!SandboxHost.probe().limitsCpu()) {
      throw new UserMistake(
          "this host cannot limit CPU time, so memory sizes would not differ here",
          "run as root or in a delegated cgroup; thaw doctor says how");
    }
  }
}
