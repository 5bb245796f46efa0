package thaw.load.command;

import java.math.BigDecimal;
import java.util.Locale;
import thaw.load.LatencyDistribution;
import thaw.presentation.text.Figures;

/** The format of load figures: latencies from microseconds to seconds in one column. */
final class LoadFigures {
  /** 0.99 of 100 must not come to more than 99. */
  private static final double ROUNDING = 1e-9;

  private LoadFigures() {}

  /** Three significant digits down to 1 µs: {@code 0.012}, {@code 1.52}, {@code 15.2}. */
  static String millis(double millis) {
    double size = Math.abs(millis);
    if (!Double.isFinite(millis)) {
      return Figures.MISSING;
    }
    if (size >= 99.95 || size < 0.0005) {
      return Figures.whole(millis);
    }
    int decimals = size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3;
    return String.format(Locale.ROOT, "%." + decimals + "f", millis);
  }

  /** Returns a difference in ms with its sign. */
  static String change(double millis) {
    String figure = millis(millis);
    return millis > 0 && !figure.equals("0") ? "+" + figure : figure;
  }

  /**
   * {@code p50}, {@code p99.9}.
   *
   * @param share within 0..1
   */
  static String quantile(double share) {
    return "p" + BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString();
  }

  /**
   * Returns whether there are so few values that this quantile is the largest of them: it is the
   * smallest value that at least this share does not exceed, so p99 of up to 99 values.
   */
  static boolean onlyTheLargest(LatencyDistribution distribution, double share) {
    return Math.ceil(share * distribution.count() - ROUNDING) >= distribution.count();
  }
}
