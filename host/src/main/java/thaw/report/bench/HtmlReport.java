package thaw.report.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.report.page.PageFrame;
import thaw.report.page.PageOutput;
import thaw.report.text.AtomicFile;
import thaw.report.text.Guarantees;

/**
 * An experiment's result as one HTML file that needs no network: it can be opened from disk, sent
 * by mail and printed.
 *
 * <p>Charts are SVG made here, so they need no script; the script only sorts, shows exact figures
 * under the pointer and exports the samples, which the page carries as JSON.
 */
public final class HtmlReport {
  private static final List<Metric> SHOWN_AS_DOTS =
      List.of(
          Metric.TOTAL, Metric.INIT, Metric.RESTORE, Metric.HANDLER, Metric.CPU, Metric.MAX_MEMORY);

  private static final PageFrame FRAME = PageFrame.of("page.css", "tips.js bench.js");

  private HtmlReport() {}

  /** Replaces the file in one step, and creates its folder. */
  public static void write(ExperimentResult result, Path file) {
    AtomicFile.write(file, page(result));
  }

  static String page(ExperimentResult result) {
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
            FRAME.with(data(result)),
            result,
            new PageTop(result),
            BarChart.of(variants),
            dots,
            ResultTable.of(variants, Guarantees.cpuUnlimited(result.host()))));
  }

  /** The summary and every sample. */
  private static JsonNode data(ExperimentResult result) {
    ObjectNode root = SummaryJson.tree(result);
    for (int i = 0; i < result.variants().size(); i++) {
      ArrayNode courses = ((ObjectNode) root.get("variants").get(i)).putArray("course");
      for (var sample : result.variants().get(i).samples()) {
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
}
