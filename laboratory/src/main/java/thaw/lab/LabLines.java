package thaw.lab;

import java.util.List;
import java.util.stream.Collectors;
import thaw.lab.result.Chart;
import thaw.lab.result.Spread;
import thaw.presentation.page.Axis;
import thaw.presentation.page.Svg;

/** Lines over a number. */
final class LabLines {
  private static final int HEIGHT = 340;

  /** The ratio of the largest to the smallest number from which on the axis is logarithmic. */
  private static final double LARGE_RANGE = 12;

  private static final int MOST_OWN_TICKS = 9;

  private final Svg svg;
  private final Chart.Lines chart;
  private final Axis across;
  private final Axis up;
  private final List<Double> places;
  private final double top;
  private final double left;
  private final double right;

  private LabLines(ChartPaper paper, Chart.Lines chart, double top) {
    this.svg = paper.svg();
    this.chart = chart;
    this.right = paper.width() - ChartPaper.MARGIN - 14;
    this.top = top + 10;
    List<Chart.Point> points =
        chart.lines().stream().flatMap(line -> line.points().stream()).toList();
    this.places = points.stream().map(Chart.Point::x).distinct().sorted().toList();
    this.across = across(places);
    this.up = ChartPaper.axis(points.stream().map(Chart.Point::y).toList(), chart.logarithmic());
    double widest =
        up.ticks().stream().mapToDouble(tick -> Svg.width(ChartPaper.tick(tick))).max().orElse(0);
    this.left = ChartPaper.MARGIN + widest + 22;
  }

  private static Axis across(List<Double> places) {
    double low = places.isEmpty() ? 0 : places.getFirst();
    double high = places.isEmpty() ? 1 : places.getLast();
    return low > 0 && high / low >= LARGE_RANGE
        ? Axis.ofRatios(low, high)
        : Axis.across(low, Math.max(high, low + 1e-9));
  }

  /**
   * @return the height of the whole chart
   */
  static double draw(ChartPaper paper, Chart.Lines chart, double top) {
    return new LabLines(paper, chart, top).draw();
  }

  private double draw() {
    double bottom = top + HEIGHT;
    for (double tick : up.ticks()) {
      svg.line("grid", left - 8, y(tick), right + 8, y(tick));
      svg.text(left - 14, y(tick) + 4, "quiet", "end", ChartPaper.tick(tick));
    }
    svg.line("axis", left - 8, bottom, right + 8, bottom);
    List<Double> ticks = places.size() <= MOST_OWN_TICKS ? places : across.ticks();
    for (double tick : ticks) {
      svg.line("axis", x(tick), bottom, x(tick), bottom + 5);
    }
    ChartPaper.ticks(svg, ticks, this::x, bottom + 18);
    svg.text((left + right) / 2, bottom + 38, "label", "middle", chart.across());
    for (int i = 0; i < chart.lines().size(); i++) {
      line(i, chart.lines().get(i));
    }
    return bottom + 50;
  }

  private void line(int number, Chart.Line line) {
    String steps =
        line.points().stream()
            .map(point -> Svg.pixels(x(point.x())) + " " + Svg.pixels(y(point.y().median())))
            .collect(Collectors.joining(" L"));
    if (steps.isEmpty()) {
      return;
    }
    svg.path(ChartPaper.line(number), "M" + steps, "");
    for (Chart.Point point : line.points()) {
      Spread value = point.y();
      double x = x(point.x());
      if (ChartPaper.hasWhisker(value)) {
        svg.line(ChartPaper.whisker(number), x, y(value.low()), x, y(value.high()));
        for (double end : List.of(value.low(), value.high())) {
          svg.line(ChartPaper.whisker(number), x - 3, y(end), x + 3, y(end));
        }
      }
      String tip = line.name() + " at " + LabFigures.text(point.x(), "");
      ChartPaper.mark(svg, number, x, y(value.median()), ChartPaper.tip(tip, value, chart.unit()));
    }
  }

  /** Draws the sample of a line in the legend, around the middle of its height. */
  static void sample(Svg svg, int number, double x, double y) {
    svg.path(ChartPaper.line(number), "M" + Svg.pixels(x) + " " + Svg.pixels(y) + " h18", "");
    ChartPaper.mark(svg, number, x + 9, y, "");
  }

  private double x(double value) {
    return left + across.share(value) * (right - left);
  }

  private double y(double value) {
    return top + HEIGHT - up.share(up.logarithmic() ? Math.max(value, up.low()) : value) * HEIGHT;
  }
}
