package thaw.fix;

import java.util.List;
import java.util.Optional;
import thaw.remedy.Draft;
import thaw.remedy.Remedy;
import thaw.stats.ShiftInterval;

/**
 * The result of a search.
 *
 * @param kept the proven set
 * @param patched what of it a patch of the project holds: it gains where the function is deployed
 *     as it was before
 * @param base the function as it is
 * @param result the function with the proven set, in the same run
 * @param deployed the function as it was deployed before, with what of the proven set gets there;
 *     absent where that was not measured
 * @param confirmed whether both figures are of fresh samples, taken after the search
 * @param steps in the order in which they were tried
 */
public record FixResult(
    Draft kept,
    Draft patched,
    Figures base,
    Figures result,
    Optional<Deployed> deployed,
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

  /**
   * The function as it was deployed before, with those kept remedies that need no package with its
   * own JVM.
   *
   * @param figures of the same run
   * @param gain over the function as it is; absent where none of the remedies gets there
   * @param gains whether that is proven
   */
  public record Deployed(Figures figures, Optional<ShiftInterval> gain, boolean gains) {}

  /** Returns the ratio of the medians of the whole cold start. */
  public double ratio() {
    return ratio(result);
  }

  /** Returns the ratio of figures of the same run to those of the function as it is. */
  public double ratio(Figures figures) {
    return figures.totalMillis() / base.totalMillis();
  }

  /** Returns whether what was kept has a step that a patch of the project does not bring. */
  public boolean needsPackage() {
    return !patched.equals(kept);
  }

  /** Returns whether a kept step gains only in a package with its own JVM. */
  public boolean needsPackage(Remedy remedy) {
    return !patched.has(remedy);
  }

  /** Returns the same with other findings that are left for people. */
  public FixResult leaving(List<ByHand> others) {
    return new FixResult(kept, patched, base, result, deployed, confirmed, steps, others);
  }

  /** Returns whether anything was proven to gain. */
  public boolean gains() {
    return steps.stream().anyMatch(Step::kept);
  }
}
