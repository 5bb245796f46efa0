package thaw.lab.result;

import java.util.Locale;
import thaw.stats.MedianInterval;
import thaw.stats.Quantiles;

/**
 * A median with what it is worth.
 *
 * @param low lower end of the 95 % interval of the median; the smallest value of fewer than 6
 * @param high upper end of it; the largest value of fewer than 6
 * @param count samples
 * @param min the smallest sample: what the noise of the machine adds least to
 */
public record Spread(double median, double low, double high, int count, double min) {
  /**
   * @param values at least one
   */
  public static Spread of(double... values) {
    Quantiles quantiles = Quantiles.of(values);
    MedianInterval interval = MedianInterval.of(values);
    return new Spread(
        quantiles.median(), interval.low(), interval.high(), values.length, quantiles.min());
  }

  /** The same in other units, or as a part of something known. */
  public Spread over(double divisor) {
    return new Spread(median / divisor, low / divisor, high / divisor, count, min / divisor);
  }

  /** A ratio, with the ends of the intervals that are farthest from each other. */
  public Spread over(Spread other) {
    return new Spread(
        median / other.median,
        low / other.high,
        high / other.low,
        Math.min(count, other.count),
        min / other.min);
  }

  /** Returns the figure for people: {@code 5.20 ms (4.90 to 6.10, 7 samples)}. */
  String words(String unit) {
    return shown(median) + (unit.isEmpty() ? "" : " " + unit) + " (" + range() + counted("sample");
  }

  /** Returns a ratio for people: {@code 2.40 times (2.20 to 2.70, 6 rounds)}. */
  public String times() {
    return shown(median) + " times (" + range() + counted("round");
  }

  private String range() {
    return shown(low) + " to " + shown(high) + ", ";
  }

  private String counted(String what) {
    return count + " " + what + (count == 1 ? ")" : "s)");
  }

  private static String shown(double value) {
    double size = Math.abs(value);
    String digits =
        size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 0.1 || size == 0 ? "%.2f" : "%.2g";
    return String.format(Locale.ROOT, digits, value);
  }

  /** Returns whether all of this interval lies below all of the other one. */
  public boolean isBelow(Spread other) {
    return high < other.low;
  }
}
