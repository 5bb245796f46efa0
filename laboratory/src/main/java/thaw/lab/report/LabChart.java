package thaw.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.lab.result.Chart;
import thaw.lab.result.Spread;
import thaw.report.page.Axis;
import thaw.report.page.Html;
import thaw.report.page.Svg;
import thaw.report.text.Figures;
import thaw.report.text.Text;

/**
 * A lesson's chart as an SVG. It is complete as a file of its own, in light and in dark; within a
 * page of ours it takes the page's style. Refuses to know what it shows.
 */
final class LabChart {
  static final int WIDTH = 760;

  /** More have the same colours again, with another pattern. */
  static final int COLOURS = 8;

  private static final int MARGIN = 16;
  private static final int LEGEND_LINE = 20;

  private LabChart() {}

  /** A file of its own. */
  static String file(Chart chart, JdkNames jdks) {
    return svg(
        chart,
        jdks,
        "<style>\n"
            + PageTemplate.ofResource(LabChart.class, "lab-chart.css").text()
            + "</style>\n",
        " xmlns=\"http://www.w3.org/2000/svg\"");
  }

  /** A part of a page that has the style of charts. */
  static String inline(Chart chart, JdkNames jdks) {
    return svg(chart, jdks, "", "");
  }

  private static String svg(Chart drawn, JdkNames jdks, String style, String namespace) {
    Chart chart = named(drawn, jdks);
    Svg svg = new Svg();
    double y = MARGIN + 8;
    for (String line : Text.wrap("", chart.title(), Svg.letters(WIDTH - 5.0 * MARGIN))) {
      svg.text(MARGIN, y, "head", "start", line);
      y += 19;
    }
    svg.text(MARGIN, y, "quiet", "start", subtitle(chart));
    y = legend(svg, names(chart), y + 8, chart instanceof Chart.Lines);
    double height =
        switch (chart) {
          case Chart.Bars bars -> LabBars.draw(svg, bars, y);
          case Chart.Lines lines -> LabLines.draw(svg, lines, y);
        };
    String size = "0 0 " + WIDTH + " " + Svg.pixels(height);
    return """
    <svg class="lab-chart"%s viewBox="%s" width="%s" height="%s" role="img" aria-label="%s">
    %s<title>%s</title>
    <desc>%s</desc>
    <rect class="page" x="0" y="0" width="%s" height="%s"/>
    %s</svg>
    """
        .formatted(
            namespace,
            size,
            WIDTH,
            Svg.pixels(height),
            Html.text(chart.title()),
            style,
            Html.text(chart.title()),
            Html.text(described(chart)),
            WIDTH,
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

  /** With short names of JDKs. */
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
  private static double legend(Svg svg, List<String> names, double top, boolean lines) {
    if (names.size() < 2 && !lines) {
      return top + 6;
    }
    double x = MARGIN;
    double y = top + LEGEND_LINE - 4;
    for (int i = 0; i < names.size(); i++) {
      double width = 26 + Svg.width(names.get(i)) + 14;
      if (x > MARGIN && x + width > WIDTH - MARGIN) {
        x = MARGIN;
        y += LEGEND_LINE;
      }
      if (lines) {
        LabLines.sample(svg, i, x, y - 4);
      } else {
        svg.box("f" + i % COLOURS, x, y - 10, 16, 11, "");
      }
      svg.text(x + 24, y, "label", "start", names.get(i));
      x += width;
    }
    return y + 10;
  }

  /** For people who do not see it. */
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

  /** For a pointer: name, figure and interval. */
  static String tip(String name, Spread spread, String unit) {
    String interval = LabFigures.interval(spread, unit);
    return name
        + ": "
        + LabFigures.with(spread.median(), unit)
        + (interval.isEmpty() ? "" : " (" + interval + ")")
        + ", "
        + Figures.counted(spread.count(), "sample");
  }

  /**
   * For all these values.
   *
   * @param fromZero where the length of what is drawn is the value
   */
  static Axis axis(List<Spread> values, boolean logarithmic, boolean fromZero) {
    double low = values.stream().mapToDouble(Spread::low).min().orElse(0);
    double high = values.stream().mapToDouble(Spread::high).max().orElse(1);
    if (logarithmic) {
      double least =
          values.stream()
              .flatMap(value -> java.util.stream.Stream.of(value.low(), value.median()))
              .mapToDouble(Double::doubleValue)
              .filter(value -> value > 0)
              .min()
              .orElse(1);
      return Axis.ofRatios(least, Math.max(high, least));
    }
    return fromZero && low >= 0
        ? Axis.fromZero(high)
        : Axis.across(Math.min(0, low), Math.max(0, high));
  }

  /** Of a tick; units stand in the head. */
  static String tick(double value) {
    String digits =
        new java.math.BigDecimal(value).round(new java.math.MathContext(6)).toPlainString();
    if (digits.contains(".")) {
      digits = digits.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
    return Math.abs(value) >= 10_000 ? Figures.whole(value) : digits;
  }
}
