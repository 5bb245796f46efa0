package thaw.lab;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import thaw.lab.result.Spread;
import thaw.presentation.page.Axis;
import thaw.presentation.page.Svg;
import thaw.presentation.text.Figures;

/**
 * The SVG on which a chart is drawn, with the marks of its series: each has a colour and, for those
 * who do not tell colours apart, a shape.
 *
 * @param width in pixels, as all of it
 */
record ChartPaper(Svg svg, double width) {
  static final int MARGIN = 16;

  private static final double BETWEEN_TICKS = 8;
  private static final int COLOURS = 8;
  private static final int SHAPES = 4;

  /** The style of a filled shape of this series. */
  static String filled(int series) {
    return "f" + series % COLOURS;
  }

  /** The style of a line of this series; beyond the colours it is dashed. */
  static String line(int series) {
    return "path s" + series % COLOURS + (series >= COLOURS ? " dashed" : "");
  }

  /** The style of a whisker in the colour of this series. */
  static String whisker(int series) {
    return "whisker s" + series % COLOURS;
  }

  /**
   * Draws the mark of a series.
   *
   * @param tip shown under a pointer; none when empty
   */
  static void mark(Svg svg, int series, double x, double y, String tip) {
    String at = "M" + Svg.pixels(x) + " " + Svg.pixels(y);
    String steps =
        switch (series % SHAPES) {
          case 0 -> at + " m-4 0 a4 4 0 1 0 8 0 a4 4 0 1 0 -8 0";
          case 1 -> at + " m-4 -4 h8 v8 h-8 z";
          case 2 -> at + " m0 -5 l5 9 h-10 z";
          default -> at + " m0 -5 l5 5 l-5 5 l-5 -5 z";
        };
    svg.path(filled(series), steps, tip);
  }

  /** Returns whether there is anything to draw a whisker of. */
  static boolean hasWhisker(Spread value) {
    return value.high() > value.low();
  }

  /** Returns the text for a pointer: name, figure, interval and number of samples. */
  static String tip(String name, Spread spread, String unit) {
    String interval = LabFigures.interval(spread, unit);
    return name
        + ": "
        + LabFigures.with(spread.median(), unit)
        + (interval.isEmpty() ? "" : " (" + interval + ")")
        + ", "
        + Figures.counted(spread.count(), "sample");
  }

  /** Returns an axis for all these values, with zero on it unless it is logarithmic. */
  static Axis axis(List<Spread> values, boolean logarithmic) {
    double low = values.stream().mapToDouble(Spread::low).min().orElse(0);
    double high = values.stream().mapToDouble(Spread::high).max().orElse(1);
    if (logarithmic) {
      double least =
          values.stream()
              .flatMap(value -> Stream.of(value.low(), value.median()))
              .mapToDouble(Double::doubleValue)
              .filter(value -> value > 0)
              .min()
              .orElse(1);
      return Axis.ofRatios(least, Math.max(high, least));
    }
    return low >= 0 ? Axis.fromZero(high) : Axis.across(low, Math.max(0, high));
  }

  /** Returns the label of a tick. The unit is in the chart's head. */
  static String tick(double value) {
    String digits = new BigDecimal(value).round(new MathContext(6)).toPlainString();
    if (digits.contains(".")) {
      digits = digits.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
    return Math.abs(value) >= 10_000 ? Figures.whole(value) : digits;
  }

  /**
   * Writes numbers below an axis, as many as have room.
   *
   * @param x where a value is
   */
  static void ticks(Svg svg, List<Double> values, DoubleUnaryOperator x, double y) {
    double free = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      String text = tick(value);
      double middle = x.applyAsDouble(value);
      double half = Svg.width(text) / 2;
      if (middle - half >= free) {
        svg.text(middle, y, "quiet", "middle", text);
        free = middle + half + BETWEEN_TICKS;
      }
    }
  }
}
