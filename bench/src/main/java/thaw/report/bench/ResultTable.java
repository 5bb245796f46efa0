package thaw.report.bench;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.experiment.Comparison;
import thaw.experiment.Distribution;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.presentation.page.PageOutput;
import thaw.presentation.text.Figures;
import thaw.stats.Quantiles;

/**
 * One row per variant: the time from start to response with what is sure of it, then medians. Cells
 * carry the value they sort by. It has the width of a page; more of it is in the page's other
 * table.
 */
final class ResultTable {
  private static final List<Metric> MEDIANS =
      List.of(
          Metric.INIT,
          Metric.HANDLER,
          Metric.CPU,
          Metric.THROTTLED,
          Metric.MAX_MEMORY,
          Metric.LOADED_CLASSES,
          Metric.POD_SCHEDULED,
          Metric.POD_CREATED,
          Metric.POD_STARTED,
          Metric.POD_READY,
          Metric.POD_ANSWERED,
          Metric.POD_TOTAL);

  private final List<VariantResult> variants;
  private final List<Metric> medians;
  private final List<Integer> percents;
  private final boolean hasFailures;
  private final String timeMark;
  private final int ratioDecimals;

  private ResultTable(List<VariantResult> variants, boolean cpuUnlimited) {
    this.variants = variants;
    this.timeMark = cpuUnlimited ? Footnotes.CPU_UNLIMITED : "";
    this.ratioDecimals = RatioCell.decimals(variants);
    this.medians = MEDIANS.stream().filter(this::isMeasured).toList();
    this.percents = Stream.of(90, 99).filter(this::isKnown).toList();
    this.hasFailures = variants.stream().anyMatch(variant -> variant.failures() > 0);
  }

  /**
   * A group of column heads that belong together.
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

  /** A restore stands where init does. */
  private boolean isMeasured(Metric metric) {
    return variants.stream()
        .anyMatch(variant -> variant.distributions().containsKey(of(metric, variant)));
  }

  private static Metric of(Metric metric, VariantResult variant) {
    return metric == Metric.INIT ? variant.beginning() : metric;
  }

  /** Returns whether any variant has as many samples as this quantile takes. */
  private boolean isKnown(int percent) {
    return variants.stream()
        .map(variant -> variant.distributions().get(Metric.TOTAL))
        .anyMatch(total -> total != null && total.count() >= Quantiles.samplesFor(percent / 100.0));
  }

  List<Group> groups() {
    List<Group> groups = new ArrayList<>();
    groups.add(
        new Group(
            Metric.TOTAL.label() + timeMark + ", " + Figures.unit(Metric.TOTAL.unit()),
            3 + percents.size()));
    if (!medians.isEmpty()) {
      groups.add(new Group("medians", medians.size()));
    }
    return groups;
  }

  List<Head> heads() {
    List<Head> heads = new ArrayList<>();
    heads.add(new Head(hasFailures ? "samples (failed)" : "samples", ""));
    heads.add(new Head("p50", "group"));
    heads.add(new Head("vs baseline", ""));
    heads.add(new Head("p50 within", ""));
    percents.forEach(percent -> heads.add(new Head("p" + percent, "")));
    for (int i = 0; i < medians.size(); i++) {
      heads.add(new Head(name(medians.get(i)), i == 0 ? "group" : ""));
    }
    return heads;
  }

  private String name(Metric metric) {
    return metric == Metric.INIT
        ? Beginnings.label(variants) + timeMark + ", " + Figures.unit(metric.unit())
        : MetricText.name(metric);
  }

  List<Row> rows() {
    return variants.stream().map(variant -> new Row(variant, cells(variant))).toList();
  }

  private List<Cell> cells(VariantResult variant) {
    List<Cell> cells = new ArrayList<>();
    cells.add(samples(variant));
    Distribution total = variant.distributions().get(Metric.TOTAL);
    cells.add(median(Metric.TOTAL, total, "group strong"));
    cells.add(comparison(variant));
    cells.add(within(total));
    percents.forEach(percent -> cells.add(quantile(total, percent)));
    for (int i = 0; i < medians.size(); i++) {
      Metric metric = of(medians.get(i), variant);
      cells.add(median(metric, variant.distributions().get(metric), i == 0 ? "group" : ""));
    }
    return cells;
  }

  private static Cell samples(VariantResult variant) {
    int samples = variant.samples().size();
    long failures = variant.failures();
    return failures == 0
        ? cell(samples, Figures.whole(samples), "")
        : cell(
            samples,
            "%s (%s)".formatted(Figures.whole(samples), Figures.whole(failures)),
            "failed",
            "%s of %s failed".formatted(Figures.whole(failures), Figures.whole(samples)));
  }

  private static Cell median(Metric metric, @Nullable Distribution distribution, String style) {
    if (distribution == null) {
      return missing(style);
    }
    String mark = metric == Metric.RESTORE ? " " + Footnotes.RESTORED : "";
    return cell(
        distribution.p50(),
        Figures.shown(metric.unit(), distribution.p50()) + mark,
        style,
        metric.label() + ": median " + Figures.exact(metric.unit(), distribution.p50()),
        MetricText.interval(metric, distribution),
        "mean " + Figures.exact(metric.unit(), distribution.mean()),
        "from %s to %s"
            .formatted(
                Figures.exact(metric.unit(), distribution.min()),
                Figures.exact(metric.unit(), distribution.max())));
  }

  /**
   * Returns a quantile's cell. It is empty for too few samples, as the quantile would be the
   * largest of them.
   */
  private static Cell quantile(@Nullable Distribution distribution, int percent) {
    double p = percent / 100.0;
    if (distribution == null || distribution.count() < Quantiles.samplesFor(p)) {
      return missing("");
    }
    double value = percent == 90 ? distribution.p90() : distribution.p99();
    return cell(
        value,
        Figures.shown(Metric.TOTAL.unit(), value),
        "",
        "p" + percent + ": " + Figures.exact(Metric.TOTAL.unit(), value),
        Figures.counted(distribution.count(), "sample"));
  }

  private static Cell within(@Nullable Distribution distribution) {
    return distribution == null
        ? missing("")
        : cell(
            distribution.medianHigh() - distribution.medianLow(),
            Figures.shown(Metric.TOTAL.unit(), distribution.medianLow())
                + " to "
                + Figures.shown(Metric.TOTAL.unit(), distribution.medianHigh()),
            "",
            MetricText.interval(Metric.TOTAL, distribution));
  }

  private Cell comparison(VariantResult variant) {
    Comparison comparison = variant.againstBaseline();
    RatioCell ratio =
        comparison != null
            ? RatioCell.of(comparison, ratioDecimals)
            : variant == variants.getFirst() ? RatioCell.BASELINE : RatioCell.MISSING;
    return ratio.value() == null
        ? missing(ratio.style())
        : cell(ratio.value(), ratio.text(), ratio.style(), ratio.tip().toArray(String[]::new));
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
