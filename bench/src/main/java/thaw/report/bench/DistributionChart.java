package thaw.report.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.experiment.Distribution;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.presentation.page.Axis;
import thaw.presentation.page.ChartRow;
import thaw.presentation.page.ChartRow.Dot;
import thaw.presentation.page.ChartRow.Dots;
import thaw.presentation.page.ChartRow.Figure;
import thaw.presentation.page.ChartRow.Mark;
import thaw.presentation.text.Figures;
import thaw.stats.Quantiles;

/**
 * Every sample as a dot, one row per variant; box, interval of the median, median and higher
 * quantiles lie over each other in it.
 */
record DistributionChart(Metric metric, Axis axis, List<ChartRow> rows) {
  private static final int HEIGHT = 46;
  private static final int MIDDLE = HEIGHT / 2;

  /** Half the height of the band that dots and box share. */
  private static final int HALF = 14;

  /** The number of samples below which a box would say more than the dots do. */
  private static final int FEWEST_FOR_A_BOX = 5;

  /** Steps of the golden ratio spread any number of dots evenly, the same way each time. */
  private static final double JITTER = (Math.sqrt(5) - 1) / 2;

  /** Returns whether there is anything to draw. */
  static boolean has(List<VariantResult> variants, Metric metric) {
    return variants.stream().anyMatch(variant -> !measured(variant, metric).isEmpty());
  }

  static DistributionChart of(List<VariantResult> variants, Metric metric) {
    Axis axis = axis(variants, metric);
    List<ChartRow> rows = new ArrayList<>();
    for (int i = 0; i < variants.size(); i++) {
      rows.add(row(variants.get(i), i, metric, axis));
    }
    return new DistributionChart(metric, axis, rows);
  }

  /**
   * Times from start to response have the axis of the chart of medians, unless they differ much.
   */
  private static Axis axis(List<VariantResult> variants, Metric metric) {
    Quantiles range = range(variants, metric).orElseThrow();
    Axis around = Axis.around(range.min(), range.max());
    return metric == Metric.TOTAL && !around.logarithmic() ? BarChart.axis(variants) : around;
  }

  /** Returns the quantiles of all samples that did not fail; empty where there are none. */
  static Optional<Quantiles> range(List<VariantResult> variants, Metric metric) {
    List<Double> all = new ArrayList<>();
    variants.forEach(variant -> all.addAll(values(measured(variant, metric), metric)));
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(Quantiles.of(all.stream().mapToDouble(value -> value).toArray()));
  }

  /** Returns a sentence that compares its axis with that of the chart of medians. */
  String scale() {
    if (axis.logarithmic()) {
      return "This axis is logarithmic, so that small values can be told apart: equal distances are"
          + " equal ratios. The bars above have a linear one.";
    }
    if (metric == Metric.TOTAL) {
      return "The axis is that of the bars above.";
    }
    return axis.low() > 0 ? "This axis does not begin at zero." : "";
  }

  private static ChartRow row(VariantResult variant, int index, Metric metric, Axis axis) {
    List<Sample> samples = measured(variant, metric);
    if (samples.isEmpty()) {
      return ChartRow.of(
          variant.name(),
          List.of(variant.name() + ": no figure"),
          axis,
          HEIGHT,
          Stream.empty(),
          ChartRow.NO_FIGURE);
    }
    Quantiles quantiles =
        Quantiles.of(values(samples, metric).stream().mapToDouble(value -> value).toArray());
    Distribution distribution = variant.distributions().get(metric);
    List<String> lines = new ArrayList<>();
    lines.add(variant.name() + ", " + metric.label());
    lines.add("median " + Figures.exact(metric.unit(), quantiles.median()));
    if (distribution != null) {
      lines.add(MetricText.interval(metric, distribution));
    }
    if (quantiles.count() >= Quantiles.samplesFor(0.9)) {
      lines.add("p90 " + Figures.exact(metric.unit(), quantiles.at(0.9)));
    }
    if (quantiles.count() >= Quantiles.samplesFor(0.99)) {
      lines.add("p99 " + Figures.exact(metric.unit(), quantiles.at(0.99)));
    }
    lines.add(
        "from %s to %s"
            .formatted(
                Figures.exact(metric.unit(), quantiles.min()),
                Figures.exact(metric.unit(), quantiles.max())));
    return new ChartRow(
        variant.name(),
        lines,
        HEIGHT,
        ChartRow.overGrid(axis, HEIGHT, box(quantiles, axis)),
        dots(samples, index, metric, axis),
        median(quantiles, distribution, axis).toList(),
        new Figure(
            Figures.shown(metric.unit(), quantiles.median()),
            Figures.unit(metric.unit()),
            "%s to %s"
                .formatted(
                    Figures.shown(metric.unit(), quantiles.min()),
                    Figures.shown(metric.unit(), quantiles.max()))));
  }

  /** Returns the box, which lies behind the dots. */
  private static Stream<Mark> box(Quantiles quantiles, Axis axis) {
    return quantiles.count() < FEWEST_FOR_A_BOX
        ? Stream.empty()
        : Stream.of(
            Mark.box(
                "box",
                axis.share(quantiles.at(0.25)),
                axis.share(quantiles.at(0.75)),
                MIDDLE - HALF,
                MIDDLE + HALF));
  }

  /**
   * Returns the marks that lie over the dots: the median with its interval, and higher quantiles.
   */
  private static Stream<Mark> median(Quantiles quantiles, @Nullable Distribution of, Axis axis) {
    Stream.Builder<Mark> marks = Stream.builder();
    for (int percent : new int[] {90, 99}) {
      double p = percent / 100.0;
      if (quantiles.count() >= Quantiles.samplesFor(p)) {
        double share = axis.share(quantiles.at(p));
        marks.add(Mark.upright("p" + percent, share, MIDDLE - HALF, MIDDLE + HALF));
      }
    }
    if (of != null) {
      Mark.interval(axis.share(of.medianLow()), axis.share(of.medianHigh()), MIDDLE).forEach(marks);
    }
    return marks
        .add(Mark.upright("median", axis.share(quantiles.median()), MIDDLE - 18, MIDDLE + 18))
        .build();
  }

  private static Dots dots(List<Sample> samples, int variant, Metric metric, Axis axis) {
    String radius = samples.size() <= 10 ? "4.5" : samples.size() <= 40 ? "3.5" : "2.5";
    List<Double> values = values(samples, metric);
    List<Dot> dots = new ArrayList<>();
    for (int i = 0; i < samples.size(); i++) {
      double jitter = (i * JITTER + 0.5) % 1;
      dots.add(
          new Dot(
              axis.share(values.get(i)),
              MIDDLE - HALF + 3 + (2 * HALF - 6) * jitter,
              samples.get(i).number()));
    }
    return new Dots(variant, metric.key(), radius, dots);
  }

  private static List<Sample> measured(VariantResult variant, Metric metric) {
    return variant.samples().stream()
        .filter(sample -> sample.failure() == null)
        .filter(sample -> Double.isFinite(sample.values().getOrDefault(metric, Double.NaN)))
        .toList();
  }

  private static List<Double> values(List<Sample> samples, Metric metric) {
    List<Double> values = new ArrayList<>();
    for (Sample sample : samples) {
      Double value = sample.values().get(metric);
      if (value != null) {
        values.add(value);
      }
    }
    return values;
  }
}
