package thaw.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.lab.result.Chart;
import thaw.lab.result.Spread;
import thaw.presentation.page.Html;
import thaw.presentation.page.PageFrame;
import thaw.presentation.page.Svg;
import thaw.presentation.text.Text;

/**
 * A lesson's chart as an SVG. It is complete as a file of its own, in light and in dark; within a
 * page of ours it takes the page's style. Refuses to know what it shows.
 */
final class LabChart {
  /** The width in pixels at which GitHub shows a picture. */
  private static final int FILE = 760;

  /** The width in pixels of a page of ours in a large window, which is also used on a phone. */
  private static final int WIDE = 1_190;

  private static final int NARROW = 420;

  private static final int LEGEND_LINE = 20;
  private static final int MARGIN = ChartPaper.MARGIN;

  /** The share of characters that fit into a line in the larger letters of the head. */
  private static final double HEAD = 0.78;

  private LabChart() {}

  /** A file of its own. */
  static String file(Chart chart, JdkNames jdks) {
    return file(chart, jdks, FILE);
  }

  /** A file of its own of this width. */
  static String file(Chart chart, JdkNames jdks, int width) {
    return svg(
        chart,
        jdks,
        width,
        "lab-chart",
        "<style>\n" + PageFrame.resource("lab/lab-chart.css") + "</style>\n",
        " xmlns=\"http://www.w3.org/2000/svg\"");
  }

  /** A part of a page that has the style of charts, which shows the one that its window fits. */
  static String inline(Chart chart, JdkNames jdks) {
    return svg(chart, jdks, WIDE, "lab-chart wide", "", "")
        + svg(chart, jdks, NARROW, "lab-chart narrow", "", "");
  }

  private static String svg(
      Chart drawn, JdkNames jdks, int width, String name, String style, String namespace) {
    Chart chart = named(drawn, jdks);
    ChartPaper paper = new ChartPaper(new Svg(), width);
    Svg svg = paper.svg();
    double y = MARGIN + 8;
    for (String line : Text.wrap("", chart.title(), Svg.letters((width - 2.0 * MARGIN) * HEAD))) {
      svg.text(MARGIN, y, "head", "start", line);
      y += 19;
    }
    for (String line : Text.wrap("", subtitle(chart), Svg.letters(width - 2.0 * MARGIN))) {
      svg.text(MARGIN, y, "quiet", "start", line);
      y += 16;
    }
    y = legend(paper, names(chart), y - 8, chart);
    double height =
        switch (chart) {
          case Chart.Bars bars -> LabBars.draw(paper, bars, y);
          case Chart.Lines lines -> LabLines.draw(paper, lines, y);
        };
    String size = "0 0 " + width + " " + Svg.pixels(height);
    return """
    <svg class="%s"%s viewBox="%s" width="%s" height="%s" role="img" aria-label="%s">
    %s<title>%s</title>
    <desc>%s</desc>
    <rect class="page" x="0" y="0" width="%s" height="%s"/>
    %s</svg>
    """
        .formatted(
            name,
            namespace,
            size,
            width,
            Svg.pixels(height),
            Html.text(chart.title()),
            style,
            Html.text(chart.title()),
            Html.text(described(chart)),
            width,
            Svg.pixels(height),
            svg.body());
  }

  private static String subtitle(Chart chart) {
    List<String> parts = new ArrayList<>();
    if (!chart.unit().isEmpty()) {
      parts.add(chart.unit());
    }
    if (chart.logarithmic()) {
      parts.add("logarithmic: equal ratios take equal room");
    }
    if (spreads(chart).stream().anyMatch(spread -> spread.high() > spread.low())) {
      parts.add("whiskers: the median's interval");
    }
    return String.join("; ", parts);
  }

  private static List<Spread> spreads(Chart chart) {
    return switch (chart) {
      case Chart.Bars bars ->
          bars.series().stream()
              .flatMap(series -> series.values().stream())
              .flatMap(Optional::stream)
              .toList();
      case Chart.Lines lines ->
          lines.lines().stream()
              .flatMap(line -> line.points().stream())
              .map(Chart.Point::y)
              .toList();
    };
  }

  private static List<String> names(Chart chart) {
    return switch (chart) {
      case Chart.Bars bars -> bars.series().stream().map(Chart.Series::name).toList();
      case Chart.Lines lines -> lines.lines().stream().map(Chart.Line::name).toList();
    };
  }

  /** Returns the chart with short names of JDKs. */
  static Chart named(Chart chart, JdkNames jdks) {
    return switch (chart) {
      case Chart.Bars bars ->
          new Chart.Bars(
              jdks.in(bars.title()),
              bars.unit(),
              bars.logarithmic(),
              bars.categories().stream().map(jdks::in).toList(),
              bars.series().stream()
                  .map(each -> new Chart.Series(jdks.in(each.name()), each.values()))
                  .toList());
      case Chart.Lines lines ->
          new Chart.Lines(
              jdks.in(lines.title()),
              lines.unit(),
              lines.logarithmic(),
              lines.across(),
              lines.lines().stream()
                  .map(each -> new Chart.Line(jdks.in(each.name()), each.points()))
                  .toList());
    };
  }

  /**
   * @return below which the chart begins
   */
  private static double legend(ChartPaper paper, List<String> names, double top, Chart chart) {
    boolean lines = chart instanceof Chart.Lines;
    if (names.size() < 2 && !lines) {
      return top + 6;
    }
    Svg svg = paper.svg();
    double x = MARGIN;
    double y = top + LEGEND_LINE - 4;
    for (int i = 0; i < names.size(); i++) {
      double width = 26 + Svg.width(names.get(i)) + 14;
      if (x > MARGIN && x + width > paper.width() - MARGIN) {
        x = MARGIN;
        y += LEGEND_LINE;
      }
      if (lines) {
        LabLines.sample(svg, i, x, y - 4);
      } else if (chart.logarithmic()) {
        ChartPaper.mark(svg, i, x + 9, y - 4, "");
      } else {
        svg.box(ChartPaper.filled(i), x, y - 10, 16, 11, "");
      }
      svg.text(x + 24, y, "label", "start", names.get(i));
      x += width;
    }
    return y + 10;
  }

  /** Describes a chart for people who do not see it. */
  static String described(Chart chart) {
    List<String> parts = new ArrayList<>();
    switch (chart) {
      case Chart.Bars bars -> {
        for (int i = 0; i < bars.categories().size(); i++) {
          List<String> values = new ArrayList<>();
          for (Chart.Series series : bars.series()) {
            values.add(series.name() + " " + value(series.values().get(i), bars.unit()));
          }
          parts.add(bars.categories().get(i) + ": " + String.join(", ", values));
        }
      }
      case Chart.Lines lines -> {
        for (Chart.Line line : lines.lines()) {
          List<String> values = new ArrayList<>();
          for (Chart.Point point : line.points()) {
            values.add(
                LabFigures.text(point.x(), "") + " " + value(Optional.of(point.y()), lines.unit()));
          }
          parts.add(line.name() + " by " + lines.across() + ": " + String.join(", ", values));
        }
      }
    }
    return String.join("; ", parts) + ".";
  }

  private static String value(Optional<Spread> spread, String unit) {
    return spread.map(value -> LabFigures.with(value.median(), unit)).orElse("not measured");
  }
}
