package thaw.presentation.text;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Writes figures: as many digits as the reader can use, thousands separated, the same everywhere
 * whatever the locale. A unit is what a metric is measured in, such as {@code ms}, empty for a
 * count; of {@code B} MiB are shown.
 */
public final class Figures {
  /** The figure of what was not measured. */
  public static final String MISSING = "-";

  private static final double MIB = 1024 * 1024;
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Figures() {}

  /** Writes when something was, to the minute. */
  public static String minute(Instant time) {
    return MINUTE.format(time);
  }

  /** The value in the unit that is shown. */
  public static double scaled(String unit, double value) {
    return unit.equals("B") ? value / MIB : value;
  }

  /** The unit that is shown, empty for a count. */
  public static String unit(String unit) {
    return unit.equals("B") ? "MiB" : unit;
  }

  /**
   * Writes a figure for tables: whole from 100 on, with one decimal below, with two below 1. A
   * count is whole.
   */
  public static String shown(String unit, double value) {
    double scaled = scaled(unit, value);
    return unit.isEmpty() ? whole(scaled) : millis(scaled);
  }

  /** Writes milliseconds, as {@link #shown} does. */
  public static String millis(double millis) {
    double size = Math.abs(millis);
    if (size >= 99.95 || size < 0.005) {
      return whole(millis);
    }
    return String.format(Locale.ROOT, size >= 0.995 ? "%.1f" : "%.2f", millis);
  }

  /** Writes a difference in milliseconds, with its sign. */
  public static String change(double millis) {
    String figure = millis(millis);
    return millis > 0 && !figure.equals("0") ? "+" + figure : figure;
  }

  /** Writes a share in percent, rounded down to one decimal: 94.96 % explained is not 95 %. */
  public static String explained(double ratio) {
    double percent = Math.floor(ratio * 1000 + 1e-6) / 10;
    return String.format(Locale.ROOT, "%.1f", percent).replace(".0", "") + " %";
  }

  /** Writes a figure for tooltips: two decimals, none for a whole figure, and the unit. */
  public static String exact(String unit, double value) {
    return digits(unit, value) + (unit.isEmpty() ? "" : " " + unit(unit));
  }

  /** Two decimals, none for a whole figure. */
  public static String digits(String unit, double value) {
    double scaled = scaled(unit, value);
    return scaled == Math.rint(scaled)
        ? whole(scaled)
        : String.format(Locale.ROOT, "%,.2f", scaled);
  }

  public static String whole(double value) {
    return String.format(Locale.ROOT, "%,d", Math.round(value));
  }

  /** {@code 290 to 312}, or one figure where both ends read the same. */
  public static String range(double low, double high) {
    String from = whole(low);
    String to = whole(high);
    return from.equals(to) ? to : from + " to " + to;
  }

  /** Writes a ratio, for example {@code 0.73x}. */
  public static String ratio(double ratio, int decimals) {
    return String.format(Locale.ROOT, "%,." + decimals + "fx", ratio);
  }

  /** Writes a p-value, for example {@code 0.031} or {@code < 0.001}. */
  public static String pValue(double p) {
    return p < 0.001 ? "< 0.001" : String.format(Locale.ROOT, p < 0.0995 ? "%.3f" : "%.2f", p);
  }

  /**
   * @param share within 0..1
   */
  public static String percent(double share) {
    String digits = String.format(Locale.ROOT, share < 0.0995 ? "%.1f" : "%.0f", 100 * share);
    return (digits.equals("100") && share < 1 ? "99.9" : digits).replace(".0", "") + " %";
  }

  /** {@code 1 sample}, {@code 2 samples}. */
  public static String counted(long count, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
  }
}
