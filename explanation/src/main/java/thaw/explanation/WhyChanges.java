package thaw.explanation;

import java.util.List;
import org.jspecify.annotations.Nullable;
import thaw.explanation.WhyDiff.Change;
import thaw.presentation.text.Figures;

/**
 * One of the tables that compare an explanation with an older one.
 *
 * @param name of what its rows are
 * @param all how many rows there are; the largest are shown
 */
record WhyChanges(String title, String name, int all, List<Change> shown) {
  /** The most rows of a table. What changed less is of no interest, and there can be thousands. */
  private static final int MOST_ROWS = 60;

  private static final double LEAST_MILLIS = 0.05;

  static List<WhyChanges> of(WhyDiff diff) {
    return List.of(
        of("Phases", "phase", diff.phases(), 0),
        of("Causes", "cause", diff.causes(), LEAST_MILLIS),
        of("Libraries", "library", diff.libraries(), LEAST_MILLIS),
        of("Methods, inclusive", "method", diff.methods(), LEAST_MILLIS));
  }

  private static WhyChanges of(String title, String name, List<Change> changes, double least) {
    List<Change> all =
        changes.stream().filter(change -> Math.abs(change.difference()) >= least).toList();
    return new WhyChanges(title, name, all.size(), all.stream().limit(MOST_ROWS).toList());
  }

  /** Class of the style sheet. */
  static String style(Change change) {
    return !change.clear() ? "weak" : change.difference() < 0 ? "faster" : "slower";
  }

  /** Returns the number by which the page's script sorts; nothing where there was none before. */
  static @Nullable String value(Change change) {
    return change.before() > 0 ? WhyFigures.value(change.difference() / change.before()) : null;
  }

  static String share(Change change) {
    if (change.before() <= 0) {
      return "new";
    }
    long percent = Math.round(100 * change.difference() / change.before());
    return (percent > 0 ? "+" : "") + Figures.whole(percent) + " %";
  }
}
