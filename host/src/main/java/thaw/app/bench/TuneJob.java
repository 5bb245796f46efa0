package thaw.app.bench;

import thaw.problem.UserMistake;
import thaw.report.bench.TuneFiles;
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
    TuneFiles.write(tuning, bench.experiment(), bench.lambda(), request.bench().out());
    return new TuneResult(tuning, bench);
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
