package thaw.fix;

/**
 * A change that no remedy makes and a person could.
 *
 * @param finding its id
 * @param place in the code; empty where no place is to blame
 * @param gainMillis at most, as predicted; 0 where nothing here can tell it
 * @param what the evidence, and a sketch of the change
 */
public record ByHand(String finding, String place, double gainMillis, String what) {
  /** Returns whether anything is known of the gain. */
  public boolean hasFigure() {
    return gainMillis > 0;
  }

  /** Returns the change with another gain. */
  public ByHand gaining(double millis) {
    return new ByHand(finding, place, millis, what);
  }
}
