package thaw.attribution.evidence;

import java.util.Locale;

/**
 * Wall time of the cold start that some samples stand for.
 *
 * @param millis the waits for the CPU quota included that this work used up
 * @param unthrottledMillis without these waits, as tables of causes have it, where they are a row
 *     of their own
 * @param besideMillis what the JIT and the collector take of the quota beside this work, if they
 *     take as much as beside other work; not in the others
 * @param samples in all profiled runs
 */
public record Cost(double millis, double unthrottledMillis, double besideMillis, int samples) {
  public static final Cost NONE = new Cost(0, 0, 0, 0);

  public Cost plus(Cost other) {
    return new Cost(
        millis + other.millis,
        unthrottledMillis + other.unthrottledMillis,
        besideMillis + other.besideMillis,
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

  /** Returns the time that goes when this work goes, what works beside it included. */
  public double wholeMillis() {
    return millis + besideMillis;
  }

  /** {@code 81.3 ms (40 samples), 93.1 ms with the JIT and the collector beside it}. */
  public String wholeText() {
    String whole = millis(wholeMillis());
    return whole.equals(millis(millis))
        ? text()
        : text() + ", " + whole + " with the JIT and the collector beside it";
  }

  public static String millis(double millis) {
    return String.format(Locale.ROOT, millis < 10 ? "%.1f ms" : "%,.0f ms", millis);
  }
}
