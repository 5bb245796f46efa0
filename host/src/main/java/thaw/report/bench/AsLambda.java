package thaw.report.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import thaw.experiment.Distribution;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.json.Json;
import thaw.model.FittedModel;
import thaw.model.LambdaEstimate;
import thaw.model.LambdaModel;
import thaw.model.ModelFile;
import thaw.model.ModelPhase;
import thaw.model.PublishedRestores;
import thaw.report.text.Figures;
import thaw.report.text.Guarantees;
import thaw.report.text.Ink;
import thaw.report.text.TerminalLines;
import thaw.report.text.TerminalTable;
import thaw.report.text.TerminalTable.Cell;
import thaw.report.text.TerminalTable.Column;
import thaw.report.text.Text;

/** What AWS Lambda is expected to show of each variant, beside the median here. */
public final class AsLambda {
  private static final Map<ModelPhase, Metric> PLAIN =
      Map.of(
          ModelPhase.INIT, Metric.INIT,
          ModelPhase.FIRST, Metric.HANDLER,
          ModelPhase.TOTAL, Metric.TOTAL);
  private static final Map<ModelPhase, Metric> RESTORED = Map.of(ModelPhase.RESTORED, Metric.TOTAL);

  private static final ObjectMapper MAPPER = Json.written().build();

  private AsLambda() {}

  /** One phase of one variant. */
  record Row(String variant, ModelPhase phase, double localMillis, LambdaEstimate expected) {}

  static List<Row> rows(ExperimentResult result, LambdaModel model) {
    List<Row> rows = new ArrayList<>();
    for (VariantResult variant : result.variants()) {
      Map<ModelPhase, Metric> phases = Beginnings.isRestore(variant) ? RESTORED : PLAIN;
      for (ModelPhase phase : ModelPhase.values()) {
        Optional.ofNullable(phases.get(phase))
            .map(metric -> variant.distributions().get(metric))
            .map(Distribution::p50)
            .ifPresent(local ->
                model
                    .expected(phase, local)
                    .ifPresent(told -> rows.add(new Row(variant.name(), phase, local, told))));
      }
    }
    return rows;
  }

  private record Document(
      String measured,
      String machine,
      int published,
      int own,
      double confidence,
      List<Expected> expected) {}

  private record Expected(
      String variant,
      String phase,
      double localMillis,
      double lambdaMillis,
      double lowMillis,
      double highMillis) {
    static Expected of(Row row) {
      return new Expected(
          row.variant(),
          row.phase().name().toLowerCase(Locale.ROOT),
          row.localMillis(),
          row.expected().millis(),
          row.expected().low(),
          row.expected().high());
    }
  }

  /**
   * The member {@code asLambda} of {@code summary.json}; nothing is expected without a CPU limit.
   */
  public static JsonNode json(ExperimentResult result, FittedModel fitted) {
    ModelFile file = fitted.file();
    return MAPPER.valueToTree(
        new Document(
            file.measured(),
            file.machine(),
            file.fitted(),
            fitted.own().size(),
            LambdaModel.CONFIDENCE,
            Guarantees.cpuUnlimited(result.host())
                ? List.of()
                : rows(result, fitted.model()).stream().map(Expected::of).toList()));
  }

  /**
   * @param columns the terminal's width
   * @param ansi whether the terminal understands ANSI colours
   */
  public static String render(
      ExperimentResult result, FittedModel fitted, int columns, boolean ansi) {
    ModelFile file = fitted.file();
    TerminalLines lines = new TerminalLines(columns, ansi);
    List<Row> rows = rows(result, fitted.model());
    lines.section("as expected on Lambda");
    if (Guarantees.cpuUnlimited(result.host())) {
      lines.wrapped(
          "", "Nothing limits the CPU here, so these times tell nothing of Lambda's.", Ink.ALARM);
      return lines.text();
    }
    if (rows.isEmpty()) {
      lines.wrapped("", "No variant has a figure of which the model tells something.", Ink.PLAIN);
      return lines.text();
    }
    List<Column> all =
        List.of(
            column("", "phase", rows, each -> each.phase().label()),
            column("here", "p50 ms", rows, each -> Figures.millis(each.localMillis())),
            column("Lambda", "ms", rows, each -> Figures.millis(each.expected().millis())),
            column("Lambda", "from", rows, each -> Figures.millis(each.expected().low())),
            column("Lambda", "to", rows, each -> Figures.millis(each.expected().high())));
    List<String> names = rows.stream().map(each -> Text.clean(each.variant())).toList();
    lines.addAll(TerminalTable.fit("variant", names, all, lines.columns()).lines(ansi));
    lines.wrapped(
        "",
        "from, to: %s of new functions are expected to lie there. The model rests on %s, taken on %s on %s: on another machine the figures are rougher than that. docs/measured/lambda-model.md has its errors.%s"
            .formatted(
                Figures.percent(LambdaModel.CONFIDENCE),
                Figures.counted(file.fitted(), "published figure"),
                file.measured(),
                Text.clean(file.machine()),
                fitted.own().isEmpty()
                    ? ""
                    : " Of %s its factors are those of %s of your own account."
                        .formatted(
                            String.join(", ", fitted.phases()),
                            Figures.counted(fitted.own().size(), "figure"))),
        Ink.DIM);
    if (rows.stream().anyMatch(row -> row.phase() == ModelPhase.RESTORED)) {
      lines.wrapped(
          "restored: ",
          "the figures of restored functions are of such as were primed, and whose version is often restored. The first restore of a version, with the first request, took %s ms for a handler that does nothing: docs/snapstart-failures.md"
              .formatted(Figures.millis(PublishedRestores.read().leastMillis())),
          Ink.DIM);
    }
    file.remarks().forEach(each -> lines.wrapped("of the fit: ", Text.clean(each), Ink.DIM));
    return lines.text();
  }

  private static Column column(
      String above, String below, List<Row> rows, Function<Row, String> text) {
    return new Column(
        above, below, 0, rows.stream().map(each -> new Cell(text.apply(each), Ink.PLAIN)).toList());
  }
}
