package thaw.attribution.finding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import thaw.attribution.Finding;

/**
 * The order in which findings are read: by the middle of what they save. A prediction is no more
 * exact than its range, so of those that save about as much the ones in the function's code come
 * first: these the reader can change without a change of the deployment.
 */
public final class FindingOrder {
  /** The share of the largest saving from which another one counts as about as much. */
  static final double ABOUT_AS_MUCH = 0.75;

  private static final Comparator<Finding> BY_SAVING =
      Comparator.comparingDouble((Finding finding) -> -middle(finding))
          .thenComparing(Finding::id)
          .thenComparing(Finding::place);

  private FindingOrder() {}

  static List<Finding> of(List<Finding> findings) {
    List<Finding> left =
        new ArrayList<>(findings.stream().filter(Finding::hasFigure).sorted(BY_SAVING).toList());
    List<Finding> ordered = // nobody knows what these cost
        new ArrayList<>(findings.stream().filter(each -> !each.hasFigure()).toList());
    while (!left.isEmpty()) {
      double least = ABOUT_AS_MUCH * middle(left.getFirst());
      List<Finding> alike = left.stream().filter(each -> middle(each) >= least).toList();
      alike.stream().filter(FindingOrder::isInCode).forEach(ordered::add);
      alike.stream().filter(each -> !isInCode(each)).forEach(ordered::add);
      left.subList(0, alike.size()).clear();
    }
    return List.copyOf(ordered);
  }

  /** Returns whether it is about a line of the function's code; if not, about how that is run. */
  public static boolean isInCode(Finding finding) {
    return !finding.place().isBlank();
  }

  private static double middle(Finding finding) {
    return (finding.lowMillis() + finding.highMillis()) / 2;
  }
}
