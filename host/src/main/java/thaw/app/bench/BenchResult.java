package thaw.app.bench;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.experiment.BudgetResult;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Variant;
import thaw.experiment.Warning;
import thaw.experiment.gate.GateResult;
import thaw.model.FittedModel;
import thaw.remedy.priming.UsedPriming;

/**
 * The result of a measurement, and where it is written.
 *
 * @param leftOut variants that could not be measured
 * @param statuses that functions behind APIs may answer; empty for all below 400
 * @param samples a JSON line for each
 * @param summary JSON
 * @param page HTML
 * @param gate the comparison with another measurement or build, where one was asked for
 * @param lambda what tells the figures that AWS Lambda is expected to show, where it was asked for
 * @param primings that were generated for variants, by their names
 * @param started what was measured, as it was started
 */
@RecordBuilder
public record BenchResult(
    ExperimentResult experiment,
    List<Warning> leftOut,
    List<Integer> statuses,
    Path samples,
    Path summary,
    Path page,
    Optional<GateResult> gate,
    Optional<FittedModel> lambda,
    Map<String, UsedPriming> primings,
    List<Variant> started)
    implements BenchResultBuilder.With {
  /**
   * Returns whether all was measured, something succeeded, nothing is over its budget or has grown.
   */
  public boolean isGood() {
    boolean anySuccess =
        experiment.variants().stream()
            .anyMatch(variant -> variant.failures() < variant.samples().size());
    boolean over = experiment.budget().map(BudgetResult::isOver).orElse(false);
    boolean grown = gate.map(GateResult::isOver).orElse(false);
    return anySuccess && leftOut.isEmpty() && !over && hasMeantStatuses() && !grown;
  }

  /** Returns whether functions have answered the statuses that were expected, if any were. */
  boolean hasMeantStatuses() {
    return statuses.isEmpty() || !experiment.answeredOtherwise(statuses);
  }

  /** The names of variants that have grown; none where nothing was compared. */
  List<String> overVariants() {
    return gate.map(GateResult::overVariants).orElse(List.of());
  }

  /** {@code gate.json}, where something was compared. */
  public Optional<Path> comparison() {
    return gate.map(_ -> summary.resolveSibling("gate.json"));
  }

  /** Returns whether something was to be compared and could not be. */
  public boolean isOpen() {
    return gate.map(GateResult::isOpen).orElse(false);
  }
}
