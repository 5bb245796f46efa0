package thaw.fix;

import java.util.List;
import thaw.remedy.Draft;

/**
 * The result of a search.
 *
 * @param kept the proven set
 * @param base the function as it is
 * @param result the function with the proven set, in the same run
 * @param confirmed whether both figures are of fresh samples, taken after the search
 * @param steps in the order in which they were tried
 */
public record FixResult(
    Draft kept,
    Figures base,
    Figures result,
    boolean confirmed,
    List<Step> steps,
    List<ByHand> byHand) {
  public FixResult {
    steps = List.copyOf(steps);
    byHand = List.copyOf(byHand);
  }

  /**
   * Medians of cold starts.
   *
   * @param samples on which they rest
   */
  public record Figures(double totalMillis, double cpuMillis, int samples) {}

  /** Returns the ratio of the medians of the whole cold start. */
  public double ratio() {
    return result.totalMillis() / base.totalMillis();
  }

  /** Returns whether anything was proven to gain. */
  public boolean gains() {
    return steps.stream().anyMatch(Step::kept);
  }
}
