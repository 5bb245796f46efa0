package thaw.lab;

import java.util.List;
import java.util.Locale;
import thaw.lab.result.Spread;
import thaw.presentation.text.Figures;

/** The format of the lab's figures: three significant digits, and whole bytes. */
final class LabFigures {
  private static final String BYTES = "B";

  private LabFigures() {}

  /** Returns a figure as text, without the unit. */
  static String text(double value, String unit) {
    double size = Math.abs(value);
    boolean whole = value == Math.rint(value);
    if (whole && (unit.isEmpty() || unit.equals(BYTES) || value == 0)) {
      return Figures.whole(value);
    }
    if (size >= 99.95 || (unit.equals(BYTES) && size >= 9.95)) {
      return Figures.whole(value);
    }
    if (size < 0.0005) {
      return value < 0 ? "-0.000" : "0.000";
    }
    int decimals = size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  static String with(double value, String unit) {
    return unit.isEmpty() ? text(value, unit) : text(value, unit) + " " + unit;
  }

  /** The farther end of the interval, in percent of the median; empty below 1 %. */
  static String relative(Spread spread, String unit) {
    double farther = Math.max(spread.median() - spread.low(), spread.high() - spread.median());
    if (farther <= 0) {
      return "";
    }
    if (spread.median() == 0) {
      return " ±" + text(farther, unit);
    }
    double percent = 100 * farther / Math.abs(spread.median());
    return percent < 0.995 ? "" : " ±" + Figures.whole(percent) + "%";
  }

  /** Returns the interval as text; empty when both ends are written as the median is. */
  static String interval(Spread spread, String unit) {
    String low = text(spread.low(), unit);
    String high = text(spread.high(), unit);
    String median = text(spread.median(), unit);
    return low.equals(median) && high.equals(median) ? "" : low + " to " + high;
  }

  /**
   * Returns the sentence under a table that explains its figures: {@code Medians of 11 samples,
   * with ...}.
   */
  static String meaning(List<Spread> spreads) {
    int fewest = spreads.stream().mapToInt(Spread::count).min().orElse(0);
    int most = spreads.stream().mapToInt(Spread::count).max().orElse(0);
    String samples =
        fewest == most
            ? Figures.counted(most, "sample")
            : Figures.whole(fewest) + " to " + Figures.counted(most, "sample");
    if (most < 2) {
      return "One sample each: nothing says how sure a figure is";
    }
    String interval =
        most < FEWEST_FOR_INTERVAL
            ? "the smallest and the largest of them"
            : fewest < FEWEST_FOR_INTERVAL
                ? "the median's 95 % interval (below 6 samples: the smallest and the largest)"
                : "the median's 95 % interval";
    return "Medians of " + samples + " each, with " + interval;
  }

  /** The same as a sentence, where intervals are shown by {@link #relative}. */
  static String sentence(List<Spread> spreads) {
    boolean shown = spreads.stream().anyMatch(spread -> spread.high() > spread.low());
    return meaning(spreads)
        + (shown
            ? ": ± is its farther end, in percent of the median, where that is 1 or more."
            : ".");
  }

  /** See {@link thaw.stats.MedianInterval}. */
  private static final int FEWEST_FOR_INTERVAL = 6;
}
