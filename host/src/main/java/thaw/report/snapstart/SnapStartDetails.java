package thaw.report.snapstart;

import java.nio.file.Path;
import java.util.List;
import thaw.remedy.priming.GeneratedPriming;

/**
 * What is to be said of functions beside their figures.
 *
 * @param primings that were generated
 */
public record SnapStartDetails(List<Written> primings) {
  /** Nothing. */
  public static final SnapStartDetails NONE = new SnapStartDetails(List.of());

  public SnapStartDetails {
    primings = List.copyOf(primings);
  }

  /**
   * A priming, and where it is written as source and as steps.
   *
   * @param folder of both files
   */
  public record Written(GeneratedPriming priming, Path folder) {}

  /** Of the function with that name, as figures have it. */
  List<Written> of(String function) {
    return primings.stream().filter(each -> function.equals(each.priming().function())).toList();
  }
}
