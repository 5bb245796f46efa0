package thaw.report;

import java.util.Locale;
import thaw.experiment.Metric;

/**
 * What the charts share: rows of name, drawing and figure over one axis. Drawings are SVG whose
 * horizontal positions are percentages, so they fit any width while lines and letters keep their
 * size.
 */
final class ChartFrame {
  private ChartFrame() {}

  /**
   * @param label what the row says, for people who do not see it
   * @param figure HTML
   * @param drawing SVG
   */
  static String row(
      String name, String label, String tip, Axis axis, int height, String drawing, String figure) {
    StringBuilder grid = new StringBuilder();
    axis.ticks().forEach(tick -> grid.append(Html.upright("grid", axis.share(tick), 0, height)));
    return """
    <div class="row" tabindex="0" role="img" aria-label="%s" data-tip="%s">
    <div class="name">%s</div>
    <svg class="plot" width="100%%" height="%s" aria-hidden="true">%s%s</svg>
    <div class="figure">%s</div>
    </div>
    """
        .formatted(Html.text(label), tip, Html.text(name), height, grid, drawing, figure);
  }

  /** The row at the bottom with the ticks' values. */
  static String axis(Axis axis, Metric metric) {
    StringBuilder ticks = new StringBuilder();
    for (double tick : axis.ticks()) {
      double share = axis.share(tick);
      String anchor = share < 0.03 ? "start" : share > 0.97 ? "end" : "middle";
      ticks
          .append(Html.upright("grid", share, 0, 5))
          .append("<text x=\"")
          .append(Html.percent(share))
          .append("\" y=\"18\" text-anchor=\"")
          .append(anchor)
          .append("\">")
          .append(tick(metric, tick))
          .append("</text>");
    }
    return """
    <div class="row axis" aria-hidden="true">
    <div class="name">%s%s</div>
    <svg class="plot" width="100%%" height="24">%s</svg>
    <div class="figure"></div>
    </div>
    """
        .formatted(
            Html.text(Figures.unit(metric)), axis.logarithmic() ? ", logarithmic" : "", ticks);
  }

  private static String tick(Metric metric, double value) {
    double scaled = Figures.scaled(metric, value);
    return scaled == Math.rint(scaled)
        ? Figures.whole(scaled)
        : String.format(Locale.ROOT, "%.4f", scaled).replaceAll("0+$", "");
  }
}
