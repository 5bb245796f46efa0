package thaw.report.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.experiment.Distribution;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.presentation.page.Axis;
import thaw.presentation.page.ChartRow;
import thaw.presentation.page.ChartRow.Figure;
import thaw.presentation.page.ChartRow.Label;
import thaw.presentation.page.ChartRow.Mark;
import thaw.presentation.text.Figures;
import thaw.stats.Quantiles;

/**
 * Medians of init and first invocation, stacked, with the interval of the whole's median.
 *
 * @param rows none where every sample failed
 */
record BarChart(Axis axis, List<ChartRow> rows) {
  private static final int HEIGHT = 42;
  private static final int LABEL = 26;

  /** Share of the width; on a phone it is some 45 pixels. */
  private static final double ROOM_FOR_A_LABEL = 0.13;

  static BarChart of(List<VariantResult> variants) {
    double longest = variants.stream().mapToDouble(BarChart::reach).max().orElse(0);
    Axis axis = axis(variants);
    return new BarChart(
        axis,
        longest > 0 ? variants.stream().map(variant -> row(variant, axis)).toList() : List.of());
  }

  /**
   * Makes the axis from zero to the end of the longest bar, or to the largest sample where the
   * chart of samples can have the same axis.
   */
  static Axis axis(List<VariantResult> variants) {
    double longest = variants.stream().mapToDouble(BarChart::reach).max().orElse(0);
    Optional<Axis> ofSamples =
        DistributionChart.range(variants, Metric.TOTAL)
            .map(range -> Axis.around(range.min(), range.max()))
            .filter(axis -> !axis.logarithmic());
    double largest =
        DistributionChart.range(variants, Metric.TOTAL).map(Quantiles::max).orElse(0.0);
    return Axis.upTo(ofSamples.isPresent() ? Math.max(longest, largest) : longest);
  }

  private static ChartRow row(VariantResult variant, Axis axis) {
    Distribution init = Beginnings.of(variant);
    Distribution handler = variant.distributions().get(Metric.HANDLER);
    Distribution total = variant.distributions().get(Metric.TOTAL);
    return ChartRow.of(
            variant.name(),
            List.of(
                variant.name(),
                variant.beginning().label() + ": " + median(variant.beginning(), init),
                "first invocation: " + median(Metric.HANDLER, handler),
                "start to response: " + median(Metric.TOTAL, total),
                total == null ? "every sample failed" : MetricText.interval(Metric.TOTAL, total)),
            axis,
            HEIGHT,
            bar(axis, init, handler, total),
            figure(init, handler, total))
        .labelled(labels(axis, init, handler, total));
  }

  /** Each phase's figure within its part of the bar, where it has room. */
  private static List<Label> labels(
      Axis axis,
      @Nullable Distribution init,
      @Nullable Distribution handler,
      @Nullable Distribution total) {
    double free = total == null ? 1 : axis.share(total.medianLow());
    double begin = init == null ? 0 : axis.share(init.p50());
    List<Label> labels = new ArrayList<>();
    if (init != null && Math.min(begin, free) >= ROOM_FOR_A_LABEL) {
      labels.add(new Label("on-init", 0, LABEL, Figures.shown(Metric.INIT.unit(), init.p50())));
    }
    if (handler != null && init != null) {
      double end = axis.share(init.p50() + handler.p50());
      if (Math.min(end, free) - begin >= ROOM_FOR_A_LABEL) {
        String text = Figures.shown(Metric.HANDLER.unit(), handler.p50());
        labels.add(new Label("on-handler", begin, LABEL, text));
      }
    }
    return labels;
  }

  private static Stream<Mark> bar(
      Axis axis,
      @Nullable Distribution init,
      @Nullable Distribution handler,
      @Nullable Distribution total) {
    double begin = init == null ? 0 : init.p50();
    double end = begin + (handler == null ? 0 : handler.p50());
    Stream<Mark> boxes =
        Stream.of(
            Mark.box("init", 0, axis.share(begin), 10, 32),
            Mark.box("handler", axis.share(begin), axis.share(end), 10, 32),
            Mark.box("hatch", axis.share(begin), axis.share(end), 10, 32));
    return total == null
        ? boxes
        : Stream.concat(
            boxes,
            Mark.interval(axis.share(total.medianLow()), axis.share(total.medianHigh()), 21));
  }

  private static Figure figure(
      @Nullable Distribution init, @Nullable Distribution handler, @Nullable Distribution total) {
    if (total == null) {
      return ChartRow.NO_FIGURE;
    }
    String parts =
        init == null || handler == null
            ? ""
            : "%s + %s"
                .formatted(
                    Figures.shown(Metric.INIT.unit(), init.p50()),
                    Figures.shown(Metric.HANDLER.unit(), handler.p50()));
    return new Figure(Figures.shown(Metric.TOTAL.unit(), total.p50()), "ms", parts);
  }

  private static String median(Metric metric, @Nullable Distribution distribution) {
    return distribution == null ? "not measured" : Figures.exact(metric.unit(), distribution.p50());
  }

  private static double reach(VariantResult variant) {
    Distribution init = Beginnings.of(variant);
    Distribution handler = variant.distributions().get(Metric.HANDLER);
    Distribution total = variant.distributions().get(Metric.TOTAL);
    return Math.max(
        (init == null ? 0 : init.p50()) + (handler == null ? 0 : handler.p50()),
        total == null ? 0 : total.medianHigh());
  }
}
