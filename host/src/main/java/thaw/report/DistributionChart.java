package thaw.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import thaw.experiment.Distribution;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.stats.Quantiles;

/** Every sample as a dot, one row per variant, with box, median and higher quantiles. */
final class DistributionChart {
  private static final int HEIGHT = 58;

  /** Below this a box would say more than the dots do. */
  private static final int FEWEST_FOR_A_BOX = 5;

  /** Steps of the golden ratio spread any number of dots evenly, the same way each time. */
  private static final double JITTER = (Math.sqrt(5) - 1) / 2;

  private final Metric metric;
  private final Axis axis;

  private DistributionChart(Metric metric, Axis axis) {
    this.metric = metric;
    this.axis = axis;
  }

  /** Whether there is anything to draw. */
  static boolean has(List<VariantResult> variants, Metric metric) {
    return variants.stream().anyMatch(variant -> !measured(variant, metric).isEmpty());
  }

  static String of(List<VariantResult> variants, Metric metric) {
    List<Double> all = new ArrayList<>();
    variants.forEach(variant -> all.addAll(values(measured(variant, metric), metric)));
    Quantiles range = Quantiles.of(all.stream().mapToDouble(value -> value).toArray());
    Axis axis = Axis.around(range.min(), range.max());
    DistributionChart chart = new DistributionChart(metric, axis);
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < variants.size(); i++) {
      rows.append(chart.row(variants.get(i), i));
    }
    return rows.append(ChartFrame.axis(axis, metric)).toString();
  }

  private String row(VariantResult variant, int index) {
    List<Sample> samples = measured(variant, metric);
    if (samples.isEmpty()) {
      String line = variant.name() + ": no figure";
      return ChartFrame.row(
          variant.name(),
          line,
          Html.tip(line),
          axis,
          HEIGHT,
          "",
          "<span class=\"failed\">no figure</span>");
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
    String figure =
        "<b>%s</b> %s <small>%s to %s</small>"
            .formatted(
                Figures.shown(metric, quantiles.median()),
                Figures.unit(metric),
                Figures.shown(metric, quantiles.min()),
                Figures.shown(metric, quantiles.max()));
    return ChartFrame.row(
        variant.name(),
        String.join("; ", lines),
        Html.tip(lines.toArray(String[]::new)),
        axis,
        HEIGHT,
        marks(quantiles, distribution) + dots(samples, index),
        figure);
  }

  private String marks(Quantiles quantiles, @Nullable Distribution of) {
    StringBuilder marks = new StringBuilder();
    if (quantiles.count() >= FEWEST_FOR_A_BOX) {
      marks.append(
          Html.box("box", axis.share(quantiles.at(0.25)), axis.share(quantiles.at(0.75)), 14, 48));
    }
    if (quantiles.count() >= Quantiles.samplesFor(0.9)) {
      marks.append(Html.upright("p90", axis.share(quantiles.at(0.9)), 14, 48));
    }
    if (quantiles.count() >= Quantiles.samplesFor(0.99)) {
      marks.append(Html.upright("p99", axis.share(quantiles.at(0.99)), 14, 48));
    }
    if (of != null) {
      marks.append(Html.interval(axis.share(of.medianLow()), axis.share(of.medianHigh()), 7));
    }
    return marks.append(Html.upright("median", axis.share(quantiles.median()), 3, 52)).toString();
  }

  private String dots(List<Sample> samples, int variant) {
    double radius = samples.size() <= 10 ? 4.5 : samples.size() <= 40 ? 3.5 : 2.5;
    StringBuilder dots = new StringBuilder();
    dots.append("<g data-variant=\"").append(variant);
    List<Double> values = values(samples, metric);
    dots.append("\" data-metric=\"").append(metric.key()).append("\">");
    for (int i = 0; i < samples.size(); i++) {
      double jitter = (i * JITTER + 0.5) % 1;
      dots.append(
          String.format(
              Locale.ROOT,
              "<circle cx=\"%s\" cy=\"%.1f\" r=\"%s\" data-n=\"%d\"/>",
              Html.percent(axis.share(values.get(i))),
              18 + 26 * jitter,
              radius,
              samples.get(i).number()));
    }
    return dots.append("</g>").toString();
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
