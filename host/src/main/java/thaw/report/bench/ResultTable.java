package thaw.report.bench;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import thaw.experiment.Comparison;
import thaw.experiment.Distribution;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.report.page.PageOutput;
import thaw.report.text.ComparisonVerdict;
import thaw.report.text.Figures;
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

  /**
   * Of heads that belong together.
   *
   * @param columns how many there are
   */
  record Group(String text, int columns) {}

  /**
   * A column's head.
   *
   * @param style classes of the style sheet
   */
  record Head(String text, String style) {}

  /**
   * One of a variant's figures.
   *
   * @param value which it is sorted by; nothing where it was not measured
   * @param tip lines under the pointer
   */
  record Cell(@Nullable String value, String text, String style, @Nullable Content tip) {}

  /** A variant's line. */
  record Row(VariantResult variant, List<Cell> cells) {}

  static ResultTable of(List<VariantResult> variants, boolean cpuUnlimited) {
    return new ResultTable(variants, cpuUnlimited);
  }

  private boolean measuredAnywhere(Metric metric) {
    return variants.stream().anyMatch(variant -> variant.distributions().containsKey(metric));
  }

  List<Group> groups() {
    List<Group> groups = new ArrayList<>();
    for (Metric metric : WITH_QUANTILES) {
      String label = metric == Metric.INIT ? Beginnings.label(variants) : metric.label();
      groups.add(
          new Group(
              label + timeMark + ", " + Figures.unit(metric), metric == Metric.TOTAL ? 5 : 3));
    }
    if (!medians.isEmpty()) {
      groups.add(new Group("medians", medians.size()));
    }
    return groups;
  }

  List<Head> heads() {
    List<Head> heads = new ArrayList<>();
    heads.add(new Head("samples", ""));
    heads.add(new Head("failed", ""));
    for (Metric metric : WITH_QUANTILES) {
      heads.add(new Head("p50", "group"));
      if (metric == Metric.TOTAL) {
        heads.add(new Head("vs baseline", ""));
        heads.add(new Head("p50 within", ""));
      }
      heads.add(new Head("p90", ""));
      heads.add(new Head("p99", ""));
    }
    for (int i = 0; i < medians.size(); i++) {
      heads.add(new Head(MetricText.name(medians.get(i)), i == 0 ? "group wide" : "wide"));
    }
    return heads;
  }

  List<Row> rows() {
    return variants.stream().map(variant -> new Row(variant, cells(variant))).toList();
  }

  private List<Cell> cells(VariantResult variant) {
    List<Cell> cells = new ArrayList<>();
    int samples = variant.samples().size();
    long failures = variant.failures();
    cells.add(cell(samples, Figures.whole(samples), ""));
    cells.add(cell(failures, Figures.whole(failures), failures > 0 ? "failed" : ""));
    for (Metric metric : WITH_QUANTILES) {
      quantiles(cells, metric == Metric.INIT ? variant.beginning() : metric, variant);
    }
    for (int i = 0; i < medians.size(); i++) {
      Metric metric = medians.get(i);
      cells.add(median(metric, variant.distributions().get(metric), i == 0 ? "group" : ""));
    }
    return cells;
  }

  private void quantiles(List<Cell> cells, Metric metric, VariantResult variant) {
    Distribution distribution = variant.distributions().get(metric);
    cells.add(median(metric, distribution, metric == Metric.TOTAL ? "group strong" : "group"));
    if (metric == Metric.TOTAL) {
      cells.add(comparison(variant));
      cells.add(within(distribution));
    }
    cells.add(quantile(metric, distribution, 0.9));
    cells.add(quantile(metric, distribution, 0.99));
  }

  private static Cell median(Metric metric, @Nullable Distribution distribution, String style) {
    if (distribution == null) {
      return missing(style);
    }
    String mark = metric == Metric.RESTORE ? " " + Footnotes.RESTORED : "";
    return cell(
        distribution.p50(),
        Figures.shown(metric, distribution.p50()) + mark,
        style,
        metric.label() + ": median " + Figures.exact(metric, distribution.p50()),
        MetricText.interval(metric, distribution),
        "mean " + Figures.exact(metric, distribution.mean()),
        "from %s to %s"
            .formatted(
                Figures.exact(metric, distribution.min()),
                Figures.exact(metric, distribution.max())));
  }

  private static Cell quantile(Metric metric, @Nullable Distribution distribution, double p) {
    if (distribution == null) {
      return missing("");
    }
    double value = p == 0.9 ? distribution.p90() : distribution.p99();
    boolean largest = distribution.count() < Quantiles.samplesFor(p);
    String samples = Figures.counted(distribution.count(), "sample");
    return cell(
        value,
        Figures.shown(metric, value),
        largest ? "weak" : "",
        "p" + Math.round(100 * p) + ": " + Figures.exact(metric, value),
        largest
            ? "the largest of %s; it takes %s to tell them apart"
                .formatted(samples, Figures.whole(Quantiles.samplesFor(p)))
            : samples);
  }

  private static Cell within(@Nullable Distribution distribution) {
    return distribution == null
        ? missing("")
        : cell(
            distribution.medianHigh() - distribution.medianLow(),
            Figures.shown(Metric.TOTAL, distribution.medianLow())
                + " to "
                + Figures.shown(Metric.TOTAL, distribution.medianHigh()),
            "",
            MetricText.interval(Metric.TOTAL, distribution));
  }

  private Cell comparison(VariantResult variant) {
    Comparison comparison = variant.againstBaseline();
    if (comparison == null) {
      return variant == variants.getFirst() ? cell(1, "baseline", "weak") : missing("");
    }
    ComparisonVerdict verdict = ComparisonVerdict.of(comparison);
    String ratio = Figures.ratio(comparison.medianRatio(), ratioDecimals);
    String mark =
        switch (verdict) {
          case FASTER -> "▼";
          case SLOWER -> "▲";
          case MAY_BE_CHANCE -> Footnotes.MAY_BE_CHANCE;
        };
    String style =
        switch (verdict) {
          case FASTER -> "faster";
          case SLOWER -> "slower";
          case MAY_BE_CHANCE -> "weak";
        };
    return cell(
        comparison.medianRatio(),
        ratio + " " + mark,
        style,
        ratio + " of the baseline's median: " + verdict.words(),
        "two-sided Mann-Whitney U test of the totals, p "
            + (comparison.pValue() < 0.001 ? "" : "= ")
            + Figures.pValue(comparison.pValue()));
  }

  private static Cell missing(String style) {
    return new Cell(null, Figures.MISSING, style, null);
  }

  private static Cell cell(double value, String text, String style, String... tip) {
    return new Cell(
        String.valueOf(value),
        text,
        style,
        tip.length == 0 ? null : PageOutput.lines(List.of(tip)));
  }
}
