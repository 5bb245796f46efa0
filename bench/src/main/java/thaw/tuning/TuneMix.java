package thaw.tuning;

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
}
