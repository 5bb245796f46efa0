package thaw.report.bench;

import thaw.experiment.ExperimentResult;
import thaw.tuning.LambdaPrices;
import thaw.tuning.TuneMix;
import thaw.tuning.Tuning;

final class TuneReports {
  private TuneReports() {}

  static Tuning tuning(ExperimentResult result) {
    return Tuning.of(result, LambdaPrices.published(LambdaPrices.X86_64), new TuneMix(0.01, 0.5));
  }
}
