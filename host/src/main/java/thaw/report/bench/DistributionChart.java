package thaw.report.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.experiment.Distribution;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.report.page.Axis;
import thaw.report.page.ChartRow;
import thaw.report.page.ChartRow.Dot;
import thaw.report.page.ChartRow.Dots;
import thaw.report.page.ChartRow.Figure;
import thaw.report.page.ChartRow.Mark;
import thaw.report.text.Figures;
import thaw.stats.Quantiles;

/** Every sample as a dot, one row per variant, with box, median and higher quantiles. */
record DistributionChart(Metric metric, Axis axis, List<ChartRow> rows) {
  private static final int HEIGHT = 58;

  /** Below this a box would say more than the dots do. */
  private static final int FEWEST_FOR_A_BOX = 5;

  /** Steps of the golden ratio spread any number of dots evenly, the same way each time. */
  private static final double JITTER = (Math.sqrt(5) - 1) / 2;

  /** Whether there is anything to draw. */
  static boolean has(List<VariantResult> variants, Metric metric) {
    return variants.stream().anyMatch(variant -> !measured(variant, metric).isEmpty());
  }

  static DistributionChart of(List<VariantResult> variants, Metric metric) {
    List<Double> all = new ArrayList<>();
    variants.forEach(variant -> all.addAll(values(measured(variant, metric), metric)));
    Quantiles range = Quantiles.of(all.stream().mapToDouble(value -> value).toArray());
    Axis axis = Axis.around(range.min(), range.max());
    List<ChartRow> rows = new ArrayList<>();
    for (int i = 0; i < variants.size(); i++) {
      rows.add(row(variants.get(i), i, metric, axis));
    }
    return new DistributionChart(metric, axis, rows);
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
    lines.add("median " + Figures.exact(metric, quantiles.median()));
    if (distribution != null) {
      lines.add(MetricText.interval(metric, distribution));
    }
    lines.add(
        "p90 %s, p99 %s"
            .formatted(
                Figures.exact(metric, quantiles.at(0.9)),
                Figures.exact(metric, quantiles.at(0.99))));
    lines.add(
        "from %s to %s"
            .formatted(
                Figures.exact(metric, quantiles.min()), Figures.exact(metric, quantiles.max())));
    return new ChartRow(
        variant.name(),
        lines,
        HEIGHT,
        ChartRow.overGrid(axis, HEIGHT, marks(quantiles, distribution, axis)),
        dots(samples, index, metric, axis),
        new Figure(
            Figures.shown(metric, quantiles.median()),
            Figures.unit(metric),
            "%s to %s"
                .formatted(
                    Figures.shown(metric, quantiles.min()),
                    Figures.shown(metric, quantiles.max()))));
  }

  private static Stream<Mark> marks(Quantiles quantiles, @Nullable Distribution of, Axis axis) {
    Stream.Builder<Mark> marks = Stream.builder();
    if (quantiles.count() >= FEWEST_FOR_A_BOX) {
      marks.add(
          Mark.box("box", axis.share(quantiles.at(0.25)), axis.share(quantiles.at(0.75)), 14, 48));
    }
    if (quantiles.count() >= Quantiles.samplesFor(0.9)) {
      marks.add(Mark.upright("p90", axis.share(quantiles.at(0.9)), 14, 48));
    }
    if (quantiles.count() >= Quantiles.samplesFor(0.99)) {
      marks.add(Mark.upright("p99", axis.share(quantiles.at(0.99)), 14, 48));
    }
    if (of != null) {
      Mark.interval(axis.share(of.medianLow()), axis.share(of.medianHigh()), 7).forEach(marks);
    }
    return marks.add(Mark.upright("median", axis.share(quantiles.median()), 3, 52)).build();
  }

  private static Dots dots(List<Sample> samples, int variant, Metric metric, Axis axis) {
    String radius = samples.size() <= 10 ? "4.5" : samples.size() <= 40 ? "3.5" : "2.5";
    List<Double> values = values(samples, metric);
    List<Dot> dots = new ArrayList<>();
    for (int i = 0; i < samples.size(); i++) {
      double jitter = (i * JITTER + 0.5) % 1;
      dots.add(new Dot(axis.share(values.get(i)), 18 + 26 * jitter, samples.get(i).number()));
    }
    return new Dots(variant, metric, radius, dots);
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
