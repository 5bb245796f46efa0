package thaw.attribution;

/**
 * The milliseconds of wall time that a remedy is predicted to take off the cold start.
 *
 * @param lowIf what would be so if it took off no more than the least, such as "if the work is only
 *     moved to the first request"; empty where only the measurement is uncertain
 */
public record Gain(double low, double high, String lowIf) {
  public Gain {
    low = Math.max(0, low);
    high = Math.max(low, high);
  }

  public Gain(double low, double high) {
    this(low, high, "");
  }

  public Gain times(double lowFactor, double highFactor) {
    return new Gain(low * lowFactor, high * highFactor, lowIf);
  }

  public Gain plus(Gain other) {
    return new Gain(low + other.low, high + other.high, lowIf.isEmpty() ? other.lowIf : lowIf);
  }
}
