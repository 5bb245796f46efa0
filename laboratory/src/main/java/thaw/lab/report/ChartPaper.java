package thaw.lab.report;

import thaw.lab.result.Spread;
import thaw.presentation.page.Svg;

/**
 * The SVG on which a chart is drawn, with the marks of its series: each has a colour and, for those
 * who do not tell colours apart, a shape.
 *
 * @param width in pixels, as all of it
 */
record ChartPaper(Svg svg, double width) {
  static final int MARGIN = 16;

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
}
