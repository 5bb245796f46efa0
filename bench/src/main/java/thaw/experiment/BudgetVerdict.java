package thaw.experiment;

import java.util.OptionalDouble;

/**
 * One limit held against one variant.
 *
 * @param variant its name; that of the entry's functions where none of them was measured
 * @param measured the figure that is limited, in its unit; empty when it was not measured
 * @param low lower end of its interval; empty where so few samples have none
 * @param high upper end of its interval; empty where so few samples have none
 * @param coverage what the interval promises, 0..1; 1 where nothing is estimated
 * @param samples starts that the figure rests on; 0 for what needs none
 */
public record BudgetVerdict(
    String variant,
    BudgetLimit limit,
    OptionalDouble measured,
    OptionalDouble low,
    OptionalDouble high,
    double coverage,
    int samples,
    Outcome outcome) {

  /** Tells what can be said with the samples that there are. */
  public enum Outcome {
    OK("OK"),
    OVER("OVER"),
    /** The interval holds the limit: more samples make it narrower. */
    TOO_CLOSE("too close"),
    /** The samples are so few that they cannot tell, whatever they are. */
    TOO_FEW("too few"),
    NOT_MEASURED("not measured");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }

    /** Returns the words for people and for {@code summary.json}. */
    public String words() {
      return words;
    }
  }

  static BudgetVerdict notMeasured(String variant, BudgetLimit limit) {
    return new BudgetVerdict(
        variant,
        limit,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        1,
        0,
        Outcome.NOT_MEASURED);
  }
}
