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
   * that is measured.
   *
   * @param explanation that it was made from
   */
  public Prediction amongOthers(Explanation explanation) {
    double wall = explanation.total().wallMillis();
    double own = explanation.ownMillis();
    double factor = own > 0 ? wall / own : 1;
    return new Prediction(lowMillis * factor, highMillis * factor);
  }

  public static Prediction between(double low, double high) {
    return new Prediction(low, high);
  }
}
