package thaw.attribution.evidence;

import java.util.Locale;

/**
 * Wall time of the cold start that some samples stand for.
 *
 * @param millis the waits for the CPU quota included that this work used up
 * @param unthrottledMillis without these waits, as tables of causes have it, where they are a row
 *     of their own
 * @param samples in all profiled runs
 */
public record Cost(double millis, double unthrottledMillis, int samples) {
  public static final Cost NONE = new Cost(0, 0, 0);

  public Cost plus(Cost other) {
    return new Cost(
        millis + other.millis,
        unthrottledMillis + other.unthrottledMillis,
        samples + other.samples);
  }

  public boolean isNone() {
    return samples == 0;
  }

  /** {@code 81.3 ms (40 samples)}, or {@code 813 ms (81.3 ms without throttling; 40 samples)}. */
  public String text() {
    String whole = millis(millis);
    String unthrottled = millis(unthrottledMillis);
    return whole
        + " ("
        + (whole.equals(unthrottled) ? "" : unthrottled + " without throttling; ")
        + samples
        + (samples == 1 ? " sample)" : " samples)");
  }

  public static String millis(double millis) {
    return String.format(Locale.ROOT, millis < 10 ? "%.1f ms" : "%,.0f ms", millis);
  }
}
