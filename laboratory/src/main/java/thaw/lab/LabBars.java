package thaw.lab;

import java.util.List;
import java.util.Optional;
import thaw.lab.result.Chart;
import thaw.lab.result.Spread;
import thaw.presentation.page.Axis;
import thaw.presentation.page.Svg;
import thaw.presentation.text.Text;

/**
 * Horizontal bars in groups, as many as there are: the chart becomes higher, not narrower. Where
 * the axis is logarithmic there are dots: it has no zero from which a bar could begin.
 */
final class LabBars {
  /** The largest share of the chart's width that names may take. */
  private static final double WIDEST_NAMES = 210 / 760.0;

  private static final int FOR_VALUE = 62;
  private static final int LINE = 15;

  /** The share of characters that fit into a line when they are bold. */
  private static final double BOLD = 0.92;

  private static final int BETWEEN = 12;

  private final Svg svg;
  private final Chart.Bars chart;
  private final Axis axis;
  private final double left;
  private final double right;
  private final int bar;

  private LabBars(ChartPaper paper, Chart.Bars chart) {
    this.svg = paper.svg();
    this.chart = chart;
    this.right = paper.width() - ChartPaper.MARGIN - FOR_VALUE;
    this.axis =
        ChartPaper.axis(
            chart.series().stream()
                .flatMap(series -> series.values().stream())
                .flatMap(Optional::stream)
                .toList(),
            chart.logarithmic());
    double longest = chart.categories().stream().mapToDouble(Svg::width).max().orElse(0);
    this.left = ChartPaper.MARGIN + Math.min(longest / BOLD + 8, WIDEST_NAMES * paper.width()) + 10;
    this.bar = chart.series().size() == 1 ? 18 : 13;
  }

  /**
   * @return the height of the whole chart
   */
  static double draw(ChartPaper paper, Chart.Bars chart, double top) {
    return new LabBars(paper, chart).draw(top);
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
    ChartPaper.ticks(svg, axis.ticks(), this::x, bottom + 16);
    if (!axis.logarithmic()) {
      svg.line("axis", x(0), top, x(0), bottom);
    }
    svg.add(rows);
    return bottom + 28;
  }

  private double group(Svg rows, int category, double top) {
    String name = chart.categories().get(category);
    List<String> lines = Text.wrap("", name, Svg.letters((left - ChartPaper.MARGIN - 10) * BOLD));
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
      rows.text(x(Math.max(0, axis.low())) + 4, middle + 4, "quiet", "start", "–");
      return;
    }
    Spread value = measured.get();
    String tip = ChartPaper.tip(name, value, chart.unit());
    if (axis.logarithmic()) {
      rows.line("guide", left, middle, x(value.median()), middle);
      whisker(rows, ChartPaper.whisker(series), value, middle);
      ChartPaper.mark(rows, series, x(value.median()), middle, tip);
    } else {
      double from = Math.min(x(0), x(value.median()));
      double length = Math.abs(x(value.median()) - x(0));
      rows.box(ChartPaper.filled(series), from, y + 1, Math.max(length, 1), bar - 2.0, tip);
      whisker(rows, "whisker", value, middle);
    }
    double end = x(Math.max(value.high(), value.median()));
    double room = axis.logarithmic() ? 8 : 5;
    rows.text(
        Math.max(end, x(axis.logarithmic() ? axis.low() : 0)) + room,
        middle + 4,
        "value",
        "start",
        LabFigures.text(value.median(), chart.unit()));
  }

  private void whisker(Svg rows, String style, Spread value, double y) {
    if (ChartPaper.hasWhisker(value)) {
      rows.line(style, x(value.low()), y, x(value.high()), y);
      rows.line(style, x(value.low()), y - 3, x(value.low()), y + 3);
      rows.line(style, x(value.high()), y - 3, x(value.high()), y + 3);
    }
  }

  private double x(double value) {
    double within = axis.logarithmic() ? Math.max(value, axis.low()) : value;
    return left + axis.share(within) * (right - left);
  }
}
