package thaw.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import thaw.experiment.Distribution;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Host;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.experiment.Warning;
import thaw.stats.Quantiles;

/** What the page says below the charts: every figure, what went wrong, how it was measured. */
final class PageSections {
  private final ExperimentResult result;

  PageSections(ExperimentResult result) {
    this.result = result;
  }

  Map<String, String> fillings() {
    return Map.of(
        "budget", result.budget().map(BudgetSection::of).orElse(""),
        "footnotes", footnotes(),
        "failures", failures(),
        "warnings", warnings(),
        "method", method(),
        "statistics", statistics(),
        "host", host(),
        "variants", variants(),
        "metrics", metrics(),
        "every-figure", everyFigure());
  }

  /** What the marks of the table mean. */
  private String footnotes() {
    StringBuilder notes = new StringBuilder();
    for (Footnotes.Note note : Footnotes.of(result)) {
      if (!note.mark().equals(Footnotes.INTERVAL)) {
        notes.append("<li>").append(Html.text(note.mark())).append(' ');
        notes.append(Html.text(note.text())).append("</li>\n");
      }
    }
    return notes.isEmpty() ? "" : "<ul class=\"footnotes\">\n" + notes + "</ul>\n";
  }

  private String failures() {
    List<FailureGroup> groups = FailureGroup.of(result.variants());
    if (groups.isEmpty()) {
      return "";
    }
    StringBuilder rows = new StringBuilder();
    for (FailureGroup group : groups) {
      rows.append("<tr><th scope=\"row\" class=\"name\">").append(Html.text(group.variant()));
      rows.append("</th><td>").append(Figures.whole(group.count())).append(" of ");
      rows.append(Figures.whole(group.samples())).append("</td><td class=\"text\"><code>");
      rows.append(Html.text(group.type())).append("</code></td><td class=\"text\">");
      rows.append(Html.text(group.message())).append("</td></tr>\n");
    }
    return """
    <section id="failures">
    <h2>Failures</h2>
    <p>Failed samples are in no figure above. Failures that differ in the request's identifier
    only are counted together.</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Failures">
    <table><thead><tr><th scope="col" class="name">variant</th><th scope="col">failed</th>\
    <th scope="col" class="text">type</th><th scope="col" class="text">message of the first</th>\
    </tr></thead>
    <tbody>
    %s</tbody></table>
    </div>
    </section>
    """
        .formatted(rows);
  }

  private String warnings() {
    if (result.warnings().isEmpty()) {
      return "";
    }
    StringBuilder warnings = new StringBuilder("<section id=\"warnings\">\n<h2>Warnings</h2>\n");
    for (Warning warning : result.warnings()) {
      warnings.append(
          """
          <div class="warning"><h3>%s</h3>
          <dl><dt>evidence</dt><dd>%s</dd><dt>remedy</dt><dd>%s</dd></dl></div>
          """
              .formatted(
                  Html.text(warning.message()),
                  Html.text(warning.evidence()),
                  Html.text(warning.remedy())));
    }
    return warnings.append("</section>\n").toString();
  }

  private String method() {
    return result.method().isEmpty() ? "" : Html.list(result.method());
  }

  private String host() {
    Host host = result.host();
    List<String> missing = host.missingGuarantees();
    return Html.pair("CPU", host.cpuModel() + ", " + Figures.counted(host.cpus(), "logical CPU"))
        + Html.pair("memory", Figures.whole(host.memoryMiB()) + " MiB")
        + Html.pair("kernel", host.kernel())
        + Html.pair("cgroup", host.cgroup())
        + Html.pair("missing", missing.isEmpty() ? "nothing" : String.join("; ", missing));
  }

  /** Description, JDK and code of each variant. */
  private String variants() {
    StringBuilder rows = new StringBuilder();
    for (VariantResult variant : result.variants()) {
      rows.append("<tr><th scope=\"row\" class=\"name\">").append(Html.text(variant.name()));
      rows.append("</th><td class=\"text\">").append(Html.text(variant.description()));
      rows.append("</td><td class=\"text\">").append(Html.text(variant.jdk()));
      rows.append("</td><td class=\"text\">").append(Html.text(variant.start()));
      rows.append("</td><td class=\"text\"><code class=\"digest\">");
      rows.append(Html.text(variant.codeSha256())).append("</code></td></tr>\n");
    }
    return rows.toString();
  }

  private String metrics() {
    StringBuilder meanings = new StringBuilder();
    for (Metric metric : Metric.values()) {
      String unit = Figures.unit(metric);
      String term = metric.label() + (unit.isEmpty() ? "" : ", " + unit);
      meanings.append(Html.pair(term, MetricText.meaning(metric)));
    }
    return meanings.toString();
  }

  /** Every figure of every metric, as rows. */
  private String everyFigure() {
    StringBuilder rows = new StringBuilder();
    for (Metric metric : Metric.values()) {
      for (VariantResult variant : result.variants()) {
        Distribution d = variant.distributions().get(metric);
        if (d != null) {
          String term = metric.label();
          rows.append("<tr><th scope=\"row\" class=\"name\">").append(Html.text(variant.name()));
          rows.append("</th><td class=\"text\">").append(Html.text(term));
          rows.append("</td><td class=\"text\">").append(Html.text(Figures.unit(metric)));
          rows.append("</td><td>").append(Figures.whole(d.count()));
          double[] figures = {
            d.min(), d.p50(), d.medianLow(), d.medianHigh(), d.p90(), d.p99(), d.max(), d.mean()
          };
          for (double figure : figures) {
            rows.append("</td><td>").append(Figures.digits(metric, figure));
          }
          rows.append("</td></tr>\n");
        }
      }
    }
    return rows.toString();
  }

  /** How the report computes, whatever the experiment. */
  private static String statistics() {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        "Quantiles follow definition 8 of Hyndman and Fan. They cannot lie beyond the largest"
            + " sample: p90 of fewer than %s and p99 of fewer than %s samples are that sample, and"
                .formatted(
                    Figures.whole(Quantiles.samplesFor(0.9)),
                    Figures.whole(Quantiles.samplesFor(0.99)))
            + " are shown faint.");
    sentences.add(
        "The interval of a median is distribution-free, from order statistics: 95 %. Fewer than 6"
            + " samples have none; then it is the whole range, which holds the true median with"
            + " 93.8 % (5 samples), 87.5 % (4), 75 % (3) or 50 % (2).");
    sentences.add(
        "A variant is called faster or slower than the baseline where the two-sided Mann-Whitney U"
            + " test of the totals gives p < %s. Of 20 comparisons without any difference one is"
                .formatted(Verdict.SIGNIFICANCE)
            + " expected to pass that by chance.");
    return Html.list(sentences);
  }
}
