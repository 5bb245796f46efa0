package thaw.report;

import java.util.List;
import org.jspecify.annotations.Nullable;
import thaw.experiment.Distribution;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;

/** Medians of init and first invocation, stacked, with the interval of the whole's median. */
final class BarChart {
  private static final int HEIGHT = 42;

  private BarChart() {}

  static String of(List<VariantResult> variants) {
    double longest = variants.stream().mapToDouble(BarChart::reach).max().orElse(0);
    if (!(longest > 0)) {
      return "<p>No variant has a sample that did not fail.</p>\n";
    }
    Axis axis = Axis.fromZero(longest);
    StringBuilder chart = new StringBuilder();
    for (VariantResult variant : variants) {
      chart.append(row(variant, axis));
    }
    return chart.append(ChartFrame.axis(axis, Metric.TOTAL)).toString();
  }

  private static String row(VariantResult variant, Axis axis) {
    Distribution init = Beginnings.of(variant);
    Distribution handler = variant.distributions().get(Metric.HANDLER);
    Distribution total = variant.distributions().get(Metric.TOTAL);
    String[] lines = {
      variant.name(),
      variant.beginning().label() + ": " + median(variant.beginning(), init),
      "first invocation: " + median(Metric.HANDLER, handler),
      "start to response: " + median(Metric.TOTAL, total),
      total == null ? "every sample failed" : MetricText.interval(Metric.TOTAL, total)
    };
    return ChartFrame.row(
        variant.name(),
        String.join("; ", lines),
        Html.tip(lines),
        axis,
        HEIGHT,
        bar(axis, init, handler, total),
        figure(init, handler, total));
  }

  private static String bar(
      Axis axis,
      @Nullable Distribution init,
      @Nullable Distribution handler,
      @Nullable Distribution total) {
    double begin = init == null ? 0 : init.p50();
    double end = begin + (handler == null ? 0 : handler.p50());
    StringBuilder bar = new StringBuilder();
    bar.append(Html.box("init", 0, axis.share(begin), 10, 32));
    bar.append(Html.box("handler", axis.share(begin), axis.share(end), 10, 32));
    bar.append(Html.box("hatch", axis.share(begin), axis.share(end), 10, 32));
    if (total != null) {
      bar.append(Html.interval(axis.share(total.medianLow()), axis.share(total.medianHigh()), 21));
    }
    return bar.toString();
  }

  private static String figure(
      @Nullable Distribution init, @Nullable Distribution handler, @Nullable Distribution total) {
    if (total == null) {
      return "<span class=\"failed\">no figure</span>";
    }
    String parts =
        init == null || handler == null
            ? ""
            : "<small>%s + %s</small>"
                .formatted(
                    Figures.shown(Metric.INIT, init.p50()),
                    Figures.shown(Metric.HANDLER, handler.p50()));
    return "<b>%s</b> ms %s".formatted(Figures.shown(Metric.TOTAL, total.p50()), parts);
  }

  private static String median(Metric metric, @Nullable Distribution distribution) {
    return distribution == null ? "not measured" : Figures.exact(metric, distribution.p50());
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
