package thaw.remedy;

import thaw.attribution.Explanation;

/**
 * The milliseconds of wall time that a remedy should take off a cold start.
 *
 * @param lowMillis 0 or more
 * @param highMillis at least as much
 */
public record Prediction(double lowMillis, double highMillis) {
  public Prediction {
    lowMillis = Math.max(0, lowMillis);
    highMillis = Math.max(lowMillis, highMillis);
  }

  /**
   * The same on this machine as it is: other programs' part is in no finding, and in every start
   * that is measured. It is no more than that start.
   *
   * @param explanation that it was made from
   */
  public Prediction amongOthers(Explanation explanation) {
    double wall = explanation.total().wallMillis();
    double own = explanation.ownMillis();
    double factor = own > 0 ? wall / own : 1;
    Prediction among = new Prediction(lowMillis * factor, highMillis * factor);
    return wall > 0 ? among.atMost(wall) : among;
  }

  /** Returns one in proportion that has no larger figure. */
  public Prediction atMost(double millis) {
    return highMillis <= millis ? this : new Prediction(lowMillis * millis / highMillis, millis);
  }

  public static Prediction between(double low, double high) {
    return new Prediction(low, high);
  }
}
