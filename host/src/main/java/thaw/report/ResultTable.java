package thaw.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import thaw.experiment.Comparison;
import thaw.experiment.Distribution;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.stats.Quantiles;

/** One row per variant, one group of columns per metric. Cells carry the value they sort by. */
final class ResultTable {
  private static final List<Metric> WITH_QUANTILES =
      List.of(Metric.TOTAL, Metric.INIT, Metric.HANDLER);

  private final List<VariantResult> variants;
  private final List<Metric> medians;
  private final String timeMark;
  private final int ratioDecimals;

  private ResultTable(List<VariantResult> variants, boolean cpuUnlimited) {
    this.variants = variants;
    this.timeMark = cpuUnlimited ? Footnotes.CPU_UNLIMITED : "";
    this.ratioDecimals = Figures.ratioDecimals(variants);
    this.medians = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      if (!WITH_QUANTILES.contains(metric)
          && metric != Metric.RESTORE // where init stands
          && measuredAnywhere(metric)) {
        medians.add(metric);
      }
    }
  }

  static String of(List<VariantResult> variants, boolean cpuUnlimited) {
    ResultTable table = new ResultTable(variants, cpuUnlimited);
    StringBuilder html = new StringBuilder("<thead>\n");
    table.heads(html);
    html.append("</thead>\n<tbody>\n");
    variants.forEach(variant -> table.row(html, variant));
    return html.append("</tbody>\n").toString();
  }

  private boolean measuredAnywhere(Metric metric) {
    return variants.stream().anyMatch(variant -> variant.distributions().containsKey(metric));
  }

  private void heads(StringBuilder html) {
    html.append("<tr><td class=\"name\"></td><td colspan=\"2\"></td>");
    for (Metric metric : WITH_QUANTILES) {
      int columns = metric == Metric.TOTAL ? 5 : 3;
      String label = metric == Metric.INIT ? Beginnings.label(variants) : metric.label();
      String group = label + timeMark + ", " + Figures.unit(metric);
      html.append("<th colspan=\"" + columns + "\" scope=\"colgroup\" class=\"group\">");
      html.append(Html.text(group)).append("</th>");
    }
    if (!medians.isEmpty()) {
      html.append("<th colspan=\"" + medians.size() + "\" scope=\"colgroup\" class=\"group\">");
      html.append("medians</th>");
    }
    html.append("</tr>\n<tr><th scope=\"col\" class=\"name\">variant</th>");
    head(html, "samples", "");
    head(html, "failed", "");
    for (Metric metric : WITH_QUANTILES) {
      head(html, "p50", "group");
      if (metric == Metric.TOTAL) {
        head(html, "vs baseline", "");
        head(html, "p50 within", "");
      }
      head(html, "p90", "");
      head(html, "p99", "");
    }
    for (int i = 0; i < medians.size(); i++) {
      Metric metric = medians.get(i);
      String unit = Figures.unit(metric);
      head(
          html,
          metric.label() + (unit.isEmpty() ? "" : ", " + unit),
          i == 0 ? "group wide" : "wide");
    }
    html.append("</tr>\n");
  }

  private static void head(StringBuilder html, String text, String style) {
    html.append("<th scope=\"col\" class=\"").append(style).append("\">");
    html.append(Html.text(text)).append("</th>");
  }

  private void row(StringBuilder html, VariantResult variant) {
    html.append("<tr><th scope=\"row\" class=\"name\" data-tip=\"");
    html.append(Html.tip(variant.name(), variant.description(), variant.jdk())).append("\">");
    html.append(Html.text(variant.name())).append("</th>");
    cell(html, variant.samples().size(), Figures.whole(variant.samples().size()), "", "");
    String failed = variant.failures() > 0 ? "failed" : "";
    cell(html, variant.failures(), Figures.whole(variant.failures()), failed, "");
    for (Metric metric : WITH_QUANTILES) {
      quantiles(html, metric == Metric.INIT ? variant.beginning() : metric, variant);
    }
    for (int i = 0; i < medians.size(); i++) {
      Distribution distribution = variant.distributions().get(medians.get(i));
      median(html, medians.get(i), distribution, i == 0 ? "group" : "");
    }
    html.append("</tr>\n");
  }

  private void quantiles(StringBuilder html, Metric metric, VariantResult variant) {
    Distribution distribution = variant.distributions().get(metric);
    median(html, metric, distribution, metric == Metric.TOTAL ? "group strong" : "group");
    if (metric == Metric.TOTAL) {
      comparison(html, variant);
      within(html, distribution);
    }
    if (distribution == null) {
      missing(html, "");
      missing(html, "");
      return;
    }
    quantile(html, metric, distribution, distribution.p90(), 0.9);
    quantile(html, metric, distribution, distribution.p99(), 0.99);
  }

  private static void median(
      StringBuilder html, Metric metric, @Nullable Distribution distribution, String style) {
    if (distribution == null) {
      missing(html, style);
      return;
    }
    String tip =
        Html.tip(
            metric.label() + ": median " + Figures.exact(metric, distribution.p50()),
            MetricText.interval(metric, distribution),
            "mean " + Figures.exact(metric, distribution.mean()),
            "from %s to %s"
                .formatted(
                    Figures.exact(metric, distribution.min()),
                    Figures.exact(metric, distribution.max())));
    String mark = metric == Metric.RESTORE ? " " + Footnotes.RESTORED : "";
    cell(html, distribution.p50(), Figures.shown(metric, distribution.p50()) + mark, style, tip);
  }

  private static void quantile(
      StringBuilder html, Metric metric, Distribution distribution, double value, double p) {
    boolean largest = distribution.count() < Quantiles.samplesFor(p);
    String exact = "p" + Math.round(100 * p) + ": " + Figures.exact(metric, value);
    String tip =
        largest
            ? Html.tip(
                exact,
                "the largest of %s; it takes %s to tell them apart"
                    .formatted(
                        Figures.counted(distribution.count(), "sample"),
                        Figures.whole(Quantiles.samplesFor(p))))
            : Html.tip(exact, Figures.counted(distribution.count(), "sample"));
    cell(html, value, Figures.shown(metric, value), largest ? "weak" : "", tip);
  }

  private static void within(StringBuilder html, @Nullable Distribution distribution) {
    if (distribution == null) {
      missing(html, "");
      return;
    }
    String range =
        Figures.shown(Metric.TOTAL, distribution.medianLow())
            + " to "
            + Figures.shown(Metric.TOTAL, distribution.medianHigh());
    double width = distribution.medianHigh() - distribution.medianLow();
    String tip = Html.tip(MetricText.interval(Metric.TOTAL, distribution));
    cell(html, width, range, "", tip);
  }

  private void comparison(StringBuilder html, VariantResult variant) {
    Comparison comparison = variant.againstBaseline();
    if (comparison == null) {
      if (variant == variants.getFirst()) {
        cell(html, 1, "baseline", "weak", "");
      } else {
        missing(html, "");
      }
      return;
    }
    Verdict verdict = Verdict.of(comparison);
    String ratio = Figures.ratio(comparison.medianRatio(), ratioDecimals);
    String p =
        "p " + (comparison.pValue() < 0.001 ? "" : "= ") + Figures.pValue(comparison.pValue());
    String tip =
        Html.tip(
            ratio + " of the baseline's median: " + verdict.words(),
            "two-sided Mann-Whitney U test of the totals, " + p);
    String shown =
        switch (verdict) {
          case FASTER -> ratio + " ▼";
          case SLOWER -> ratio + " ▲";
          case MAY_BE_CHANCE -> ratio + " " + Footnotes.MAY_BE_CHANCE;
        };
    String style =
        switch (verdict) {
          case FASTER -> "faster";
          case SLOWER -> "slower";
          case MAY_BE_CHANCE -> "weak";
        };
    cell(html, comparison.medianRatio(), shown, style, tip);
  }

  private static void missing(StringBuilder html, String style) {
    html.append("<td class=\"").append(style).append("\">").append(Figures.MISSING).append("</td>");
  }

  private static void cell(
      StringBuilder html, double sort, String shown, String style, String tip) {
    html.append("<td data-v=\"").append(sort).append("\" class=\"").append(style).append('"');
    if (!tip.isEmpty()) {
      html.append(" data-tip=\"").append(tip).append('"');
    }
    html.append('>').append(Html.text(shown)).append("</td>");
  }
}
