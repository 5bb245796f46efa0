package thaw.model;

/**
 * A part of a cold start of which the model tells something. On both sides it is what {@code
 * REPORT} has: {@code Init Duration} or {@code Restore Duration}, {@code Duration}, and their sum.
 */
public enum ModelPhase {
  INIT("init"),
  FIRST("first invocation"),
  TOTAL("init and first invocation"),
  /** The start from a snapshot that was taken after a first call. */
  RESTORED("restore and first invocation"),
  /**
   * The start from a snapshot that was taken without a first call: this phase is only in pairs, and
   * the model tells it of no start.
   */
  RESTORED_UNPRIMED("restore and first invocation, not primed");

  private final String label;

  ModelPhase(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  /**
   * Returns what its figures are of several starts on both sides. First invocations are published
   * as means: throttling makes them times of several periods, so that their mean is far from their
   * median.
   */
  public Statistic statistic() {
    return this == FIRST ? Statistic.MEAN : Statistic.MEDIAN;
  }

  /** Returns whether it begins with an init. */
  boolean isStart() {
    return this == INIT || this == TOTAL;
  }

  /**
   * Returns whether one line is through the pairs of both: an init is a start whose first
   * invocation takes no time, so no init is told to be longer than the start that it is a part of.
   */
  boolean sharesLineWith(ModelPhase other) {
    return this == other || (isStart() && other.isStart());
  }
}
