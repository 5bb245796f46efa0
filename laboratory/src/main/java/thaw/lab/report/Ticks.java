package thaw.lab.report;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import thaw.presentation.page.Svg;

/** Numbers below an axis, as many as have room. */
final class Ticks {
  private static final double BETWEEN = 8;

  private Ticks() {}

  /**
   * @param x where a value is
   */
  static void across(Svg svg, List<Double> values, DoubleUnaryOperator x, double y) {
    double free = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      String text = ChartFigures.tick(value);
      double middle = x.applyAsDouble(value);
      double half = Svg.width(text) / 2;
      if (middle - half >= free) {
        svg.text(middle, y, "quiet", "middle", text);
        free = middle + half + BETWEEN;
      }
    }
  }
}
