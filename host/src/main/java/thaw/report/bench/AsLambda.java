package thaw.report.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.experiment.Distribution;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.model.FittedModel;
import thaw.model.LambdaModel;
import thaw.model.ModelPhase;
import thaw.report.text.LambdaOutlook;
import thaw.report.text.LambdaRow;
import thaw.report.text.LambdaView;
import thaw.report.text.TerminalLines;

/** What AWS Lambda is expected to show of each variant, beside the median here. */
public final class AsLambda {
  private static final Map<ModelPhase, Metric> PLAIN =
      Map.of(
          ModelPhase.INIT, Metric.INIT,
          ModelPhase.FIRST, Metric.HANDLER,
          ModelPhase.TOTAL, Metric.TOTAL);
  private static final Map<ModelPhase, Metric> RESTORED = Map.of(ModelPhase.RESTORED, Metric.TOTAL);

  private AsLambda() {}

  static List<LambdaRow> rows(ExperimentResult result, LambdaModel model) {
    List<LambdaRow> rows = new ArrayList<>();
    for (VariantResult variant : result.variants()) {
      Map<ModelPhase, Metric> phases = Beginnings.isRestore(variant) ? RESTORED : PLAIN;
      for (ModelPhase phase : ModelPhase.values()) {
        Optional.ofNullable(phases.get(phase))
            .map(metric -> variant.distributions().get(metric))
            .map(Distribution::p50)
            .ifPresent(
                local -> LambdaRow.of(variant.name(), phase, local, model).forEach(rows::add));
      }
    }
    return rows;
  }

  private static LambdaOutlook outlook(ExperimentResult result, FittedModel fitted) {
    return LambdaView.of(fitted, result.host())
        .of(
            rows(result, fitted.model()),
            "No variant has a figure of which the model tells something.",
            List.of());
  }

  /**
   * The member {@code asLambda} of {@code summary.json}; nothing is expected without a CPU limit.
   */
  public static JsonNode json(ExperimentResult result, FittedModel fitted) {
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
