package thaw.report.snapstart;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.remedy.priming.GeneratedPriming;
import thaw.tuning.SnapStartRisk;

/**
 * What is to be said of functions beside their figures.
 *
 * @param primings that were generated
 * @param risks what snapshots break or do not take away
 */
public record SnapStartDetails(List<Written> primings, List<OfFunction> risks) {
  /** Nothing. */
  public static final SnapStartDetails NONE = new SnapStartDetails(List.of(), List.of());

  public SnapStartDetails {
    primings = List.copyOf(primings);
    risks = List.copyOf(risks);
  }

  /**
   * What the snapshot of a function breaks or does not take away.
   *
   * @param explanation the page that explains a restore, absent where it could not be explained
   */
  public record OfFunction(String function, List<SnapStartRisk> risks, Optional<Path> explanation) {
    public OfFunction {
      risks = List.copyOf(risks);
    }
  }

  /**
   * A priming, and where it is written as source and as steps.
   *
   * @param folder of both files
   */
  public record Written(GeneratedPriming priming, Path folder) {}

  /** Of the function with that name. */
  List<OfFunction> risksOf(String function) {
    return risks.stream().filter(each -> function.equals(each.function())).toList();
  }

  /** Of the function with that name, as figures have it. */
  List<Written> of(String function) {
    return primings.stream().filter(each -> function.equals(each.priming().function())).toList();
  }
}
