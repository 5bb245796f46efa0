package thaw.lab.report;

import java.util.List;
import java.util.Optional;
import thaw.lab.result.Chart;
import thaw.lab.result.Spread;
import thaw.report.page.Axis;
import thaw.report.page.Svg;
import thaw.report.text.Text;

/** Horizontal bars in groups, as many as there are: the chart becomes higher, not narrower. */
final class LabBars {
  private static final int MARGIN = 16;
  private static final int WIDEST_NAMES = 210;
  private static final int FOR_VALUE = 62;
  private static final int LINE = 15;

  /** How much less of bold letters has room. */
  private static final double BOLD = 0.92;

  private static final int BETWEEN = 12;

  private final Svg svg;
  private final Chart.Bars chart;
  private final Axis axis;
  private final double left;
  private final double right = LabChart.WIDTH - MARGIN - FOR_VALUE;
  private final int bar;

  private LabBars(Svg svg, Chart.Bars chart) {
    this.svg = svg;
    this.chart = chart;
    this.axis =
        LabChart.axis(
            chart.series().stream()
                .flatMap(series -> series.values().stream())
                .flatMap(Optional::stream)
                .toList(),
            chart.logarithmic(),
            true);
    double longest = chart.categories().stream().mapToDouble(Svg::width).max().orElse(0);
    this.left = MARGIN + Math.min(longest / BOLD + 8, WIDEST_NAMES) + 10;
    this.bar = chart.series().size() == 1 ? 18 : 13;
  }

  /**
   * @return the height of the whole chart
   */
  static double draw(Svg svg, Chart.Bars chart, double top) {
    return new LabBars(svg, chart).draw(top);
  }

  private double draw(double top) {
    Svg rows = new Svg();
    double y = top + 6;
    for (int i = 0; i < chart.categories().size(); i++) {
      y = group(rows, i, y) + BETWEEN;
    }
    double bottom = y - BETWEEN / 2.0;
    for (double tick : axis.ticks()) {
      svg.line("grid", x(tick), top, x(tick), bottom);
    }
    Ticks.across(svg, axis.ticks(), this::x, bottom + 16);
    svg.line("axis", x(start()), top, x(start()), bottom);
    svg.add(rows);
    return bottom + 28;
  }

  private double group(Svg rows, int category, double top) {
    String name = chart.categories().get(category);
    List<String> lines = Text.wrap("", name, Svg.letters((left - MARGIN - 10) * BOLD));
    double bars = chart.series().size() * bar;
    double height = Math.max(bars, lines.size() * LINE);
    double y = top + (height - (lines.size() - 1) * LINE) / 2 + 4;
    for (String line : lines) {
      rows.text(left - 10, y, "name", "end", line);
      y += LINE;
    }
    double at = top + (height - bars) / 2;
    for (int i = 0; i < chart.series().size(); i++) {
      Chart.Series series = chart.series().get(i);
      one(rows, i, name + ", " + series.name(), series.values().get(category), at);
      at += bar;
    }
    return top + height;
  }

  private void one(Svg rows, int series, String name, Optional<Spread> measured, double y) {
    double middle = y + bar / 2.0;
    if (measured.isEmpty()) {
      rows.text(x(start()) + 4, middle + 4, "quiet", "start", "–");
      return;
    }
    Spread value = measured.get();
    double from = Math.min(x(start()), x(value.median()));
    double length = Math.abs(x(value.median()) - x(start()));
    rows.box(
        "f" + series % LabChart.COLOURS,
        from,
        y + 1,
        Math.max(length, 1),
        bar - 2.0,
        LabChart.tip(name, value, chart.unit()));
    if (value.high() > value.low()) {
      rows.line("whisker", x(value.low()), middle, x(value.high()), middle);
      rows.line("whisker", x(value.low()), middle - 3, x(value.low()), middle + 3);
      rows.line("whisker", x(value.high()), middle - 3, x(value.high()), middle + 3);
    }
    double end = Math.max(x(value.high()), Math.max(x(start()), x(value.median())));
    rows.text(end + 5, middle + 4, "value", "start", LabFigures.text(value.median(), chart.unit()));
  }

  private double start() {
    return axis.logarithmic() ? axis.low() : 0;
  }

  private double x(double value) {
    double within = axis.logarithmic() ? Math.max(value, axis.low()) : value;
    return left + axis.share(within) * (right - left);
  }
}
