package thaw.explanation;

import gg.jte.Content;
import java.util.List;
import java.util.stream.Collectors;
import thaw.attribution.warmup.WarmUp;
import thaw.presentation.page.Axis;
import thaw.presentation.page.Svg;
import thaw.presentation.text.Figures;

/**
 * Has what the page says of first requests.
 *
 * @param chart latencies by the number of the request, as SVG
 */
record WarmUpPage(WarmUp warmUp, Content chart) {
  private static final double WIDTH = 900;
  private static final double HEIGHT = 240;
  private static final double LEFT = 56;
  private static final double RIGHT = 12;
  private static final double TOP = 12;
  private static final double BOTTOM = 30;
  private static final double RADIUS = 2.5;

  static WarmUpPage of(WarmUp warmUp) {
    String chart = chart(warmUp.points()); // whose texts are safe
    return new WarmUpPage(warmUp, output -> output.writeContent(chart));
  }

  private static String chart(List<WarmUp.Point> points) {
    double low = points.stream().mapToDouble(WarmUp.Point::p50Millis).min().orElse(1);
    double high = points.stream().mapToDouble(WarmUp.Point::slowestMillis).max().orElse(1);
    Axis millis = Axis.ofRatios(Math.max(low, 1e-3), Math.max(high, 1e-3));
    Axis numbers = Axis.across(1, Math.max(2, points.getLast().number()));
    Svg svg = new Svg();
    for (double tick : millis.ticks()) {
      double y = y(millis, tick);
      svg.line("grid", LEFT, y, WIDTH - RIGHT, y);
      svg.text(LEFT - 6, y + 4, "tick", "end", Figures.millis(tick));
    }
    for (double tick : numbers.ticks()) {
      double x = x(numbers, tick);
      svg.text(x, HEIGHT - BOTTOM + 16, "tick", "middle", Figures.whole(tick));
    }
    for (WarmUp.Point point : points) {
      double x = x(numbers, point.number());
      svg.line("interval", x, y(millis, point.p50Millis()), x, y(millis, point.slowestMillis()));
    }
    svg.path(
        "course",
        points.stream()
            .map(point ->
                Svg.pixels(x(numbers, point.number()))
                    + " "
                    + Svg.pixels(y(millis, point.p50Millis())))
            .collect(Collectors.joining(" L ", "M ", "")),
        "");
    for (WarmUp.Point point : points) {
      svg.box(
          "k-code",
          x(numbers, point.number()) - RADIUS,
          y(millis, point.p50Millis()) - RADIUS,
          2 * RADIUS,
          2 * RADIUS,
          "request %s: median %s ms, slowest %s ms"
              .formatted(
                  point.number(),
                  Figures.millis(point.p50Millis()),
                  Figures.millis(point.slowestMillis())));
    }
    return svg.body();
  }

  private static double x(Axis axis, double number) {
    return LEFT + axis.share(number) * (WIDTH - LEFT - RIGHT);
  }

  private static double y(Axis axis, double millis) {
    return HEIGHT - BOTTOM - axis.share(millis) * (HEIGHT - TOP - BOTTOM);
  }
}
