package thaw.attribution;

/** What a remedy is predicted to take off the cold start, in milliseconds of wall time. */
public record Gain(double low, double high) {
  public Gain {
    low = Math.max(0, low);
    high = Math.max(low, high);
  }

  static Gain between(double one, double other) {
    return new Gain(Math.min(one, other), Math.max(one, other));
  }

  public Gain times(double lowFactor, double highFactor) {
    return new Gain(low * lowFactor, high * highFactor);
  }

  public Gain plus(Gain other) {
    return new Gain(low + other.low, high + other.high);
  }
}
