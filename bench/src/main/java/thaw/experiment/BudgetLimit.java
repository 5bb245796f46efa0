package thaw.experiment;

import java.util.List;
import java.util.Optional;

/**
 * One line of a budget: what a figure may be at most, and of which variants.
 *
 * @param functions logical ids or names; empty: every one
 * @param memoryMb memory sizes for which it holds; empty: every one
 * @param jdks feature versions for which it holds; empty: every one
 * @param starts how the process may have come to life, as the file names it; empty: anyhow
 * @param quantile of which the limit is, 0..1; empty: of the largest value
 * @param limit in the figure's unit
 * @param place file, line and column
 */
public record BudgetLimit(
    List<String> functions,
    List<Integer> memoryMb,
    List<Integer> jdks,
    List<String> starts,
    BudgetFigure figure,
    Optional<Double> quantile,
    double limit,
    String place) {
  public BudgetLimit {
    functions = List.copyOf(functions);
    memoryMb = List.copyOf(memoryMb);
    jdks = List.copyOf(jdks);
    starts = List.copyOf(starts);
  }

  boolean concerns(BudgetSubject subject) {
    return (functions.isEmpty() || subject.names().stream().anyMatch(functions::contains))
        && (memoryMb.isEmpty() || memoryMb.contains(subject.memoryMb()))
        && (jdks.isEmpty()
            || (subject.jdk().isPresent() && jdks.contains(subject.jdk().getAsInt())))
        && (starts.isEmpty() || starts.contains(subject.start()));
  }

  /** Returns the figure and its quantile, for example {@code coldStart p50}. */
  public String label() {
    return figure.key() + quantile.map(p -> " p" + Math.round(p * 100)).orElse("");
  }
}
