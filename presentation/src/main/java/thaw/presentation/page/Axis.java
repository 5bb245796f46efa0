package thaw.presentation.page;

import java.util.ArrayList;
import java.util.List;

/**
 * Places values between the left and the right end of a chart, and chooses the values that are
 * written below it.
 *
 * @param low the left end's value
 * @param high the right end's
 * @param logarithmic equal ratios take equal room
 * @param ticks ascending, within the ends, at most 9
 */
public record Axis(double low, double high, boolean logarithmic, List<Double> ticks) {
  /**
   * The ratio of the largest to the smallest value from which on the small ones would be one dot.
   */
  private static final double LARGE_RANGE = 20;

  private static final int MOST_TICKS = 7;
  private static final double[][] LOGARITHMIC_STEPS = {{1, 2, 5}, {1, 3}, {1}};

  /** Makes an axis for bars: a bar's length is its value only when the axis begins at zero. */
  public static Axis fromZero(double max) {
    double step = step(max > 0 ? max : 1);
    return linear(0, Math.max(1, Math.ceil(max / step - 1e-9)) * step, step);
  }

  /** Makes an axis for bars, as {@link #fromZero} does, that ends where the largest value does. */
  public static Axis upTo(double max) {
    return linear(0, max > 0 ? max : 1, step(max > 0 ? max : 1));
  }

  /** Makes an axis for dots: where the values are, logarithmic when the range is large. */
  public static Axis around(double min, double max) {
    if (min > 0 && max / min >= LARGE_RANGE) {
      return logarithmic(min / 1.08, max * 1.08);
    }
    double range = max > min ? max - min : Math.max(1, Math.abs(max) / 10);
    double low = min >= 0 ? Math.max(0, min - range / 20) : min - range / 20;
    return linear(low, max + range / 20, step(range));
  }

  /** Makes an axis from one value to another, whatever they are. */
  public static Axis across(double low, double high) {
    return linear(low, high, step(high > low ? high - low : 1));
  }

  /**
   * Makes an axis on which equal ratios take equal room, and which has some room below the smallest
   * value.
   *
   * @param min above zero
   */
  public static Axis ofRatios(double min, double max) {
    double room = Math.pow(Math.max(max / min, 10), 0.06);
    return logarithmic(min / room, max * (max / min < 2 ? 2 : room));
  }

  /** Returns the place of a value on the axis, within 0..1. */
  public double share(double value) {
    double share =
        logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
    return Math.clamp(share, 0, 1);
  }

  private static Axis linear(double low, double high, double step) {
    List<Double> ticks = new ArrayList<>();
    for (long i = (long) Math.ceil(low / step - 1e-9); i * step <= high * (1 + 1e-9); i++) {
      ticks.add(i * step);
    }
    return new Axis(low, high, false, List.copyOf(ticks));
  }

  private static Axis logarithmic(double low, double high) {
    List<Double> ticks = List.of();
    for (double[] steps : LOGARITHMIC_STEPS) {
      ticks = ticks(low, high, steps);
      if (ticks.size() <= MOST_TICKS) {
        break;
      }
    }
    return new Axis(low, high, true, ticks);
  }

  private static List<Double> ticks(double low, double high, double[] steps) {
    List<Double> ticks = new ArrayList<>();
    for (int power = (int) Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
      for (double step : steps) {
        double tick = step * Math.pow(10, power);
        if (tick >= low && tick <= high) {
          ticks.add(tick);
        }
      }
    }
    return List.copyOf(ticks);
  }

  /** 1, 2 or 5 times a power of ten, so that about five fit. */
  private static double step(double range) {
    double rough = range / 5;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double digit = rough / power;
    return power * (digit < 1.5 ? 1 : digit < 3 ? 2 : digit < 7 ? 5 : 10);
  }
}
