package thaw.lab.storage;

import java.util.Locale;
import thaw.lab.result.Spread;

/**
 * One figure over another, with what it can be at least and at most by their intervals.
 *
 * @param isEnough whether both have enough samples to decide something
 */
record StorageRatio(double middle, double low, double high, boolean isEnough) {
  static StorageRatio of(Spread over, Spread under) {
    return new StorageRatio(
        over.median() / under.median(),
        over.low() / under.high(),
        over.high() / under.low(),
        over.isEnough() && under.isEnough());
  }

  /** {@code 3.2×}. */
  String words() {
    return String.format(Locale.ROOT, "%.1f×", middle);
  }

  /** {@code 3.2 times (2.9 to 3.6)}. */
  String sentence() {
    return String.format(Locale.ROOT, "%.2f times (%.2f to %.2f)", middle, low, high);
  }
}
