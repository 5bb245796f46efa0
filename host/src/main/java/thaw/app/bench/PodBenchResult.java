package thaw.app.bench;

import java.nio.file.Path;
import thaw.experiment.ExperimentResult;

/**
 * The result of a measurement in pods, and where it is written.
 *
 * @param experiment variants are split by the CPU model of the node
 * @param samples a JSON line for each
 * @param summary JSON
 * @param page HTML
 */
public record PodBenchResult(
    ExperimentResult experiment, int wanted, Path samples, Path summary, Path page) {
  /** Returns whether all was measured, and something of each variant succeeded. */
  public boolean isGood() {
    return experiment.variants().stream().mapToInt(each -> each.samples().size()).sum() >= wanted
        && experiment.variants().stream().allMatch(each -> each.failures() < each.samples().size());
  }
}
