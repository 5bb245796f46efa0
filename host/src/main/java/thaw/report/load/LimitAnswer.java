package thaw.report.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import thaw.load.LimitSearch;
import thaw.load.LoadGoal;
import thaw.load.LoadResult;

/** What a search for a limit has found, in sentences. */
public final class LimitAnswer {
  private LimitAnswer() {}

  /**
   * @param goals that had to hold
   * @param runs all that were made
   */
  public static List<String> sentences(
      LimitSearch.Found found, List<LoadGoal> goals, List<LoadResult> runs) {
    List<String> sentences = new ArrayList<>(List.of(first(found, goals)));
    if (runs.stream().anyMatch(run -> run.waits() > 0)) {
      sentences.add(
          "In some runs requests waited for a connection: with more --connections the limit may be"
              + " higher.");
    }
    return sentences;
  }

  private static String first(LimitSearch.Found found, List<LoadGoal> goals) {
    String goal = String.join(" and ", goals.stream().map(LoadGoal::toString).toList());
    if (found.limit().isEmpty()) {
      return "No rate was found at which " + goal + " holds.";
    }
    String rate =
        String.format(Locale.ROOT, "%,.1f", found.limit().getAsDouble()).replace(".0", "");
    return found.open()
        ? goal
            + " holds at "
            + rate
            + " requests a second; beyond, "
            + (found.generator()
                ? "the generator is the limit, not the target."
                : "nothing was tried.")
        : "The limit is "
            + rate
            + " requests a second: the highest rate at which "
            + goal
            + " holds.";
  }
}
