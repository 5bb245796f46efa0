package thaw.attribution.evidence;

import java.util.Locale;

/**
 * Wall time of the cold start that some samples stand for.
 *
 * @param samples in all profiled runs
 */
public record Cost(double millis, int samples) {
  public static final Cost NONE = new Cost(0, 0);

  public Cost plus(Cost other) {
    return new Cost(millis + other.millis, samples + other.samples);
  }

  public boolean isNone() {
    return samples == 0;
  }

  /** {@code 81.3 ms (40 samples)}. */
  public String text() {
    return millis(millis) + " (" + samples + (samples == 1 ? " sample)" : " samples)");
  }

  public static String millis(double millis) {
    return String.format(Locale.ROOT, millis < 10 ? "%.1f ms" : "%,.0f ms", millis);
  }
}
