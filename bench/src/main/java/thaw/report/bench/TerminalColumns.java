package thaw.report.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import thaw.experiment.Comparison;
import thaw.experiment.Distribution;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.TerminalTable.Cell;
import thaw.presentation.text.TerminalTable.Column;
import thaw.stats.Quantiles;

/**
 * The columns of the terminal's table, and the order in which they are left out where room is
 * short.
 */
final class TerminalColumns {
  private static final Cell MISSING = new Cell(Figures.MISSING, Ink.DIM);

  private final List<VariantResult> variants;
  private final String timeMark;
  private final int ratioDecimals;

  private TerminalColumns(List<VariantResult> variants, boolean cpuUnlimited) {
    this.variants = variants;
    this.timeMark = cpuUnlimited ? Footnotes.CPU_UNLIMITED : "";
    this.ratioDecimals = RatioCell.decimals(variants);
  }

  /**
   * @param busy whether a warning advises to compare by CPU time
   */
  static List<Column> of(List<VariantResult> variants, boolean cpuUnlimited, boolean busy) {
    TerminalColumns columns = new TerminalColumns(variants, cpuUnlimited);
    List<Column> all = new ArrayList<>();
    all.add(columns.column("samples", "(failed)", 0, TerminalColumns::samples));
    all.add(
        columns.column(
            Beginnings.word(variants) + columns.timeMark, "p50 ms", 2, columns.beginning()));
    all.add(columns.time("first", "p50 ms", 3, Metric.HANDLER, Distribution::p50, 0.5));
    all.add(columns.time("total", "p50 ms", 0, Metric.TOTAL, Distribution::p50, 0.5));
    all.add(columns.column(Footnotes.INTERVAL, "of p50", 4, TerminalColumns::spread));
    if (columns.isKnown(0.9)) {
      all.add(columns.time("total", "p90 ms", 7, Metric.TOTAL, Distribution::p90, 0.9));
    }
    if (columns.isKnown(0.99)) {
      all.add(columns.time("total", "p99 ms", 6, Metric.TOTAL, Distribution::p99, 0.99));
    }
    all.add(columns.column("vs", "base", 1, columns::againstBaseline));
    if (busy) {
      all.add(columns.plain("CPU", "p50 ms", 5, Metric.CPU));
    }
    all.add(columns.plain("memory", "p50 MiB", 8, Metric.MAX_MEMORY));
    all.add(columns.plain("classes", "p50", 9, Metric.LOADED_CLASSES));
    return all;
  }

  private Column column(
      String above, String below, int rank, Function<VariantResult, Cell> toCell) {
    return new Column(above, below, rank, variants.stream().map(toCell).toList());
  }

  private Column time(
      String above,
      String below,
      int rank,
      Metric metric,
      ToDoubleFunction<Distribution> figure,
      double p) {
    return column(above + timeMark, below, rank, digits(metric, figure, p));
  }

  private Column plain(String above, String below, int rank, Metric metric) {
    return column(above, below, rank, digits(metric, Distribution::p50, 0.5));
  }

  /** Next to thousands a decimal is noise: there only figures below 10 keep it. */
  private Function<VariantResult, Cell> digits(
      Metric metric, ToDoubleFunction<Distribution> figure, double p) {
    return digits(metric, variant -> variant.distributions().get(metric), figure, p);
  }

  /** A restore stands where init does, and is marked. */
  private Function<VariantResult, Cell> beginning() {
    Function<VariantResult, Cell> figures =
        digits(Metric.INIT, Beginnings::of, Distribution::p50, 0.5);
    return variant -> {
      Cell cell = figures.apply(variant);
      return Beginnings.isRestore(variant)
          ? new Cell(cell.text(), Footnotes.RESTORED, cell.ink())
          : cell;
    };
  }

  private Function<VariantResult, Cell> digits(
      Metric metric,
      Function<VariantResult, @Nullable Distribution> distributions,
      ToDoubleFunction<Distribution> figure,
      double p) {
    double largest =
        variants.stream()
            .map(distributions)
            .mapToDouble(d -> d == null ? 0 : figure.applyAsDouble(d))
            .max()
            .orElse(0);
    return variant -> {
      Distribution distribution = distributions.apply(variant);
      if (distribution == null || !isKnown(distribution, p)) {
        return MISSING;
      }
      double value = figure.applyAsDouble(distribution);
      String text =
          largest >= 1000 && value >= 10
              ? Figures.whole(value)
              : Figures.shown(metric.unit(), value);
      return new Cell(text, Ink.PLAIN);
    };
  }

  private boolean isKnown(double p) {
    return variants.stream()
        .map(variant -> variant.distributions().get(Metric.TOTAL))
        .anyMatch(total -> total != null && isKnown(total, p));
  }

  /**
   * Tells whether there are enough samples for a quantile; with fewer, a high one would be the
   * largest of them.
   */
  private static boolean isKnown(Distribution distribution, double p) {
    return p == 0.5 || distribution.count() >= Quantiles.samplesFor(p);
  }

  private static Cell samples(VariantResult variant) {
    long failures = variant.failures();
    return failures == 0
        ? new Cell(Figures.whole(variant.samples().size()), Ink.PLAIN)
        : new Cell(
            "%s (%s)".formatted(Figures.whole(variant.samples().size()), Figures.whole(failures)),
            Ink.FAILURE);
  }

  private static Cell spread(VariantResult variant) {
    Distribution total = variant.distributions().get(Metric.TOTAL);
    if (total == null || !(total.p50() > 0)) {
      return MISSING;
    }
    double farther = Math.max(total.p50() - total.medianLow(), total.medianHigh() - total.p50());
    String percent = String.format(Locale.ROOT, "%.1f%%", 100 * farther / total.p50());
    return new Cell(percent, Ink.DIM);
  }

  private Cell againstBaseline(VariantResult variant) {
    @Nullable Comparison comparison = variant.againstBaseline();
    if (comparison == null) {
      return variant == variants.getFirst() ? new Cell("base", Ink.DIM) : MISSING;
    }
    String ratio = Figures.ratio(comparison.medianRatio(), ratioDecimals);
    return switch (ComparisonVerdict.of(comparison)) {
      case FASTER -> new Cell(ratio, Ink.FASTER);
      case SLOWER -> new Cell(ratio, Ink.SLOWER);
      case MAY_BE_CHANCE -> new Cell(ratio, Footnotes.MAY_BE_CHANCE, Ink.DIM);
    };
  }
}
