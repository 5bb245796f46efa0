package thaw.stats;

import java.util.Arrays;

/** The checks of every statistic's input. */
final class ValueChecks {
  private ValueChecks() {}

  static double[] ascending(double[] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("must not be empty: values");
    }
    double[] copy = values.clone();
    for (double value : copy) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("must be finite: " + value);
      }
    }
    Arrays.sort(copy);
    return copy;
  }
}
