package thaw.fix;

/**
 * A change that no remedy makes and a person could.
 *
 * @param finding its id
 * @param place in the code; empty where no place is to blame
 * @param gainMillis at most, as predicted
 * @param what the evidence, and a sketch of the change
 */
public record ByHand(String finding, String place, double gainMillis, String what) {
  /** Returns the change with a further sentence. */
  public ByHand with(String further) {
    return new ByHand(finding, place, gainMillis, what + "; " + further);
  }
}
