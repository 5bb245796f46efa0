package thaw.report.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.experiment.VariantSetting;
import thaw.experiment.gate.GateResult;
import thaw.presentation.page.PageFrame;
import thaw.presentation.page.PageOutput;
import thaw.presentation.text.AtomicFile;
import thaw.report.gate.GateTable;

/**
 * An experiment's result as one HTML file that needs no network: it can be opened from disk, sent
 * by mail and printed.
 *
 * <p>Bars and samples are SVG made here, so they need no script. The script sorts, shows exact
 * figures under the pointer, exports the samples, which the page carries as JSON, and draws what
 * has two axes: time over memory, and the course of the measurement.
 */
public final class HtmlReport {
  private static final List<Metric> SHOWN_AS_DOTS =
      List.of(
          Metric.TOTAL,
          Metric.INIT,
          Metric.RESTORE,
          Metric.HANDLER,
          Metric.CPU,
          Metric.MAX_MEMORY,
          Metric.POD_TOTAL,
          Metric.POD_SCHEDULED,
          Metric.POD_CREATED,
          Metric.POD_STARTED,
          Metric.POD_READY,
          Metric.POD_ANSWERED);

  private static final PageFrame FRAME =
      PageFrame.of(
          "page.css uPlot.min.css report/bench.css",
          "tips.js basics.js copy.js charts.js uPlot.iife.min.js report/bench.js report/bench-charts.js");

  private HtmlReport() {}

  /** Replaces the file in one step, and creates its folder. */
  public static void write(ExperimentResult result, Path file) {
    AtomicFile.write(file, page(result, Optional.empty(), Optional.empty()));
  }

  /**
   * The same with a command for each variant that explains its start.
   *
   * @param gate the comparison with another measurement or build, where there is one
   * @param source what was measured, as {@code thaw why} takes it
   */
  public static void write(
      ExperimentResult result, Optional<GateResult> gate, String source, Path file) {
    AtomicFile.write(file, page(result, gate, Optional.of(source)));
  }

  /**
   * The same with an answer to another question first.
   *
   * @param lead what the page begins with
   */
  public static void write(ExperimentResult result, Lead lead, String source, Path file) {
    AtomicFile.write(file, page(result, Optional.empty(), Optional.of(lead), Optional.of(source)));
  }

  static String page(ExperimentResult result, Optional<GateResult> gate, Optional<String> source) {
    return page(result, gate, Optional.empty(), source);
  }

  static String page(
      ExperimentResult result,
      Optional<GateResult> gate,
      Optional<Lead> lead,
      Optional<String> source) {
    List<VariantResult> variants = result.variants();
    List<DistributionChart> dots =
        SHOWN_AS_DOTS.stream()
            .filter(metric -> DistributionChart.has(variants, metric))
            .map(metric -> DistributionChart.of(variants, metric))
            .toList();
    return PageOutput.text(out ->
        JtebenchGenerated.render(
            out,
            PageOutput.NO_INTERCEPTOR,
            FRAME.with(data(result, source)),
            result,
            new PageTop(result),
            Headline.of(result, gate),
            BarChart.of(variants),
            dots,
            SampleCourse.of(variants),
            ResultTable.of(variants, Guarantees.cpuUnlimited(result.host())),
            gate.map(GateTable::of),
            lead,
            source));
  }

  /** The summary, every sample, and what the charts need of each variant. */
  private static JsonNode data(ExperimentResult result, Optional<String> source) {
    ObjectNode root = SummaryJson.tree(result);
    for (int i = 0; i < result.variants().size(); i++) {
      VariantResult variant = result.variants().get(i);
      ObjectNode written = (ObjectNode) root.get("variants").get(i);
      written.put("line", variant.line());
      written.put("beginning", variant.beginning().key());
      MemoryCost.of(variant)
          .ifPresent(cost ->
              written.put("gbSeconds", cost.gbSeconds()).put("usdOfMillion", cost.usdOfMillion()));
      why(variant, source).ifPresent(command -> written.put("why", command));
      ArrayNode ratios = written.putArray("against");
      for (VariantResult baseline : result.variants()) {
        ratios.addPOJO(RatioCell.of(variant, baseline, RatioCell.decimals(result.variants())));
      }
      ArrayNode courses = written.putArray("course");
      for (Sample sample : variant.samples()) {
        ObjectNode node = courses.addObject();
        node.put("number", sample.number());
        node.put("startedAt", sample.startedAt().toString());
        sample.values().forEach((metric, value) -> node.put(metric.key(), value));
        if (sample.failure() != null) {
          node.put("failure", sample.failure().type());
        }
      }
    }
    return root;
  }

  /** The command that explains this variant's start. */
  static Optional<String> why(VariantResult variant, Optional<String> source) {
    return source.flatMap(named ->
        variant
            .setting()
            .flatMap(VariantSetting::whyOptions)
            .map(options -> "thaw why " + named + " " + options));
  }
}
