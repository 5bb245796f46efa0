package thaw.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;

/**
 * An experiment's result as one HTML file that needs no network: it can be opened from disk, sent
 * by mail and printed.
 *
 * <p>Charts are SVG made here, so they need no script; the script only sorts, shows exact figures
 * under the pointer and exports the samples, which the page carries as JSON. The page's content
 * security policy allows nothing from elsewhere and no script or style but the template's own, by
 * digest: should a name from a user ever get past the escaping, it still cannot run.
 */
public final class HtmlReport {
  private static final List<Metric> SHOWN_AS_DOTS =
      List.of(
          Metric.TOTAL, Metric.INIT, Metric.RESTORE, Metric.HANDLER, Metric.CPU, Metric.MAX_MEMORY);

  private HtmlReport() {}

  /** Replaces the file in one step, and creates its folder. */
  public static void write(ExperimentResult result, Path file) {
    AtomicFile.write(file, page(result));
  }

  static String page(ExperimentResult result) {
    Template template = Template.ofResource("page.html");
    Map<String, String> fillings = new HashMap<>(new PageTop(result).fillings());
    fillings.putAll(new PageSections(result).fillings());
    fillings.putAll(PagePolicy.fillings(template));
    fillings.put("beginning", Beginnings.label(result.variants()));
    fillings.put("bars", BarChart.of(result.variants()));
    fillings.put("distributions", distributions(result.variants()));
    fillings.put(
        "table", ResultTable.of(result.variants(), Guarantees.cpuUnlimited(result.host())));
    fillings.put("data", data(result));
    return template.fill(fillings);
  }

  /** One chart per metric, of which the page shows the chosen one without any script. */
  private static String distributions(List<VariantResult> variants) {
    List<Metric> metrics =
        SHOWN_AS_DOTS.stream().filter(metric -> DistributionChart.has(variants, metric)).toList();
    if (metrics.isEmpty()) {
      return "<p>No variant has a sample that did not fail.</p>\n";
    }
    StringBuilder html = new StringBuilder();
    for (Metric metric : metrics) {
      html.append(
          """
          <input type="radio" name="metric" id="show-%s"%s/><label for="show-%s">%s</label>
          """
              .formatted(
                  metric.key(),
                  metric == metrics.getFirst() ? " checked=\"checked\"" : "",
                  metric.key(),
                  Html.text(metric.label())));
    }
    for (Metric metric : metrics) {
      html.append("<div class=\"panel\">\n<h3>").append(Html.text(metric.label()));
      html.append("</h3>\n").append(DistributionChart.of(variants, metric)).append("</div>\n");
    }
    return html.toString();
  }

  /** The summary and every sample; {@code <} is escaped, so no text can end the script element. */
  private static String data(ExperimentResult result) {
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
    return root.toString().replace("<", "\\u003c");
  }
}
