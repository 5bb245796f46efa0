package thaw.tuning;

import thaw.problem.UserMistake;

/**
 * Names what is weighed against what.
 *
 * @param coldShare of the requests that meet a cold start, 0..1
 * @param balancedWeight of cost against time where both count: 0 is time alone, 1 is cost alone
 */
public record TuneMix(double coldShare, double balancedWeight) {
  /** One request in a hundred meets a cold start. */
  public static final double USUAL_COLD_SHARE = 0.01;

  /** Cost and time count alike, as in AWS Lambda Power Tuning. */
  public static final double USUAL_WEIGHT = 0.5;

  public TuneMix {
    requireShare(coldShare, "--cold-share", "0.01, for one request in a hundred");
    requireShare(balancedWeight, "--balanced-weight", "0.5, for both alike");
  }

  private static void requireShare(double value, String option, String example) {
    if (!(value >= 0 && value <= 1)) {
      throw new UserMistake(
          option + " must be from 0 to 1: " + value, "use for example " + option + " " + example);
    }
  }
}
