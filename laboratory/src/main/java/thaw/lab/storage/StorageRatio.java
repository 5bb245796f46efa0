package thaw.lab.storage;

import java.util.Locale;
import thaw.lab.result.Spread;

/** One figure over another, with what it can be at least and at most by their intervals. */
record StorageRatio(Spread spread) {
  static StorageRatio of(Spread over, Spread under) {
    return new StorageRatio(over.over(under));
  }

  /** {@code 3.2×}. */
  String words() {
    return String.format(Locale.ROOT, "%.1f×", spread.median());
  }

  /** {@code 3.2 times (2.9 to 3.6)}. */
  String sentence() {
    return String.format(
        Locale.ROOT, "%.2f times (%.2f to %.2f)", spread.median(), spread.low(), spread.high());
  }
}
