package thaw.report.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.model.FittedModel;
import thaw.model.ModelPhase;
import thaw.presentation.text.TerminalLines;

/** Tells what AWS Lambda is expected to show of each variant, beside the same figure here. */
public final class AsLambda {

  private AsLambda() {}

  static List<LambdaRow> rows(ExperimentResult result, FittedModel fitted) {
    return told(result, fitted).rows();
  }

  private static LambdaTold told(ExperimentResult result, FittedModel fitted) {
    LambdaTold told = new LambdaTold(fitted.model());
    for (VariantResult variant : result.variants()) {
      if (variant.isArchived()) {
        told.addUntold(variant.name() + ". " + LambdaView.NO_ARCHIVE + ".");
      } else if (Beginnings.isRestore(variant)) {
        if (!variant.isPrimed() && !fitted.tellsUnprimed()) {
          told.addUntold(variant.name() + ". " + LambdaView.UNPRIMED);
          continue;
        }
        add(told, variant, ModelPhase.RESTORED, Sample::beginningAndFirstMillis);
      } else {
        add(told, variant, ModelPhase.INIT, sample -> value(sample, Metric.INIT));
        add(told, variant, ModelPhase.FIRST, sample -> value(sample, Metric.HANDLER));
        add(told, variant, ModelPhase.TOTAL, Sample::beginningAndFirstMillis);
      }
    }
    return told;
  }

  private static OptionalDouble value(Sample sample, Metric metric) {
    Double value = sample.values().get(metric);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** Takes starts that did not fail, by the statistic that the model's figures are of. */
  private static void add(
      LambdaTold told,
      VariantResult variant,
      ModelPhase phase,
      Function<Sample, OptionalDouble> of) {
    double[] values =
        variant.samples().stream()
            .filter(sample -> sample.failure() == null)
            .map(of)
            .flatMapToDouble(OptionalDouble::stream)
            .toArray();
    if (values.length > 0) {
      told.add(variant.name(), phase, phase.statistic(), phase.statistic().of(values));
    }
  }

  private static LambdaOutlook outlook(ExperimentResult result, FittedModel fitted) {
    return LambdaView.of(fitted, result.host())
        .of(
            told(result, fitted),
            "No variant has a figure of which the model tells something.",
            List.of());
  }

  /**
   * The member {@code asLambda} of {@code summary.json}; nothing is expected without a CPU limit.
   */
  static JsonNode json(ExperimentResult result, FittedModel fitted) {
    return outlook(result, fitted).json();
  }

  /**
   * @param columns the terminal's width
   * @param ansi whether the terminal understands ANSI colours
   */
  public static String render(
      ExperimentResult result, FittedModel fitted, int columns, boolean ansi) {
    TerminalLines lines = new TerminalLines(columns, ansi);
    lines.section("as expected on Lambda");
    outlook(result, fitted).addTo(lines, "variant");
    return lines.text();
  }
}
