package thaw.app.bench;

import java.nio.file.Path;
import java.util.List;
import thaw.experiment.BudgetResult;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Warning;

/**
 * What was measured, and where it is written.
 *
 * @param leftOut variants that could not be measured
 * @param statuses that functions behind APIs may answer; empty for all below 400
 * @param samples a JSON line for each
 * @param summary JSON
 * @param page HTML
 */
public record BenchResult(
    ExperimentResult experiment,
    List<Warning> leftOut,
    List<Integer> statuses,
    Path samples,
    Path summary,
    Path page) {
  /** Whether all was measured, something succeeded, and nothing is over its budget. */
  public boolean isGood() {
    boolean anySuccess =
        experiment.variants().stream()
            .anyMatch(variant -> variant.failures() < variant.samples().size());
    boolean over = experiment.budget().map(BudgetResult::isOver).orElse(false);
    boolean otherwise = !statuses.isEmpty() && experiment.answeredOtherwise(statuses);
    return anySuccess && leftOut.isEmpty() && !over && !otherwise;
  }
}
