package thaw.report.load;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import thaw.load.LimitSearch;
import thaw.load.LoadGoal;

/**
 * The result of a search for a limit.
 *
 * @param requestsPerSecond the highest rate at which the goals held; empty when none did
 * @param mayBeHigher whether the limit may be higher, because nothing beyond was told
 * @param generatorIsTheLimit whether that is so because the generator had its own limit there
 * @param goals that had to hold
 * @param answer the same in sentences
 */
public record LimitAnswer(
    @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalDouble requestsPerSecond,
    boolean mayBeHigher,
    boolean generatorIsTheLimit,
    List<String> goals,
    List<String> answer) {
  public LimitAnswer {
    goals = List.copyOf(goals);
    answer = List.copyOf(answer);
  }

  public static LimitAnswer of(LimitSearch.Found found, List<LoadGoal> goals) {
    return new LimitAnswer(
        found.limit(),
        found.open(),
        found.generator(),
        goals.stream().map(LoadGoal::toString).toList(),
        sentences(found, goals));
  }

  private static List<String> sentences(LimitSearch.Found found, List<LoadGoal> goals) {
    List<String> sentences = new ArrayList<>(List.of(first(found, goals)));
    if (found.runs().stream().anyMatch(run -> run.waits() > 0)) {
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
