package thaw.remedy;

/**
 * What a remedy should take off a cold start, in milliseconds of wall time.
 *
 * @param lowMillis 0 or more
 * @param highMillis at least as much
 */
public record Prediction(double lowMillis, double highMillis) {
  public Prediction {
    lowMillis = Math.max(0, lowMillis);
    highMillis = Math.max(lowMillis, highMillis);
  }

  static Prediction between(double low, double high) {
    return new Prediction(low, high);
  }
}
