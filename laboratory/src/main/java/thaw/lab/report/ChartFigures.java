package thaw.lab.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.stream.Stream;
import thaw.lab.result.Spread;
import thaw.presentation.page.Axis;
import thaw.presentation.text.Figures;

/**
 * The texts and axes of charts: an axis for given figures, numbers below it, words under a pointer.
 */
final class ChartFigures {
  private ChartFigures() {}

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
}
