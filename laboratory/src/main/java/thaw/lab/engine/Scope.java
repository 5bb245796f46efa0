package thaw.lab.engine;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import thaw.lab.result.Case;
import thaw.sandbox.jdk.Jdk;

/**
 * The part of a lesson that is to be run.
 *
 * @param quick fewer cases and rounds: order and size of effects, no exact figures
 * @param jdks to compare, oldest first
 * @param rounds samples of each case; the lesson's own number when empty
 * @param seed of the order of the samples
 * @param only cases that have one of these values for each of these factors; all when empty
 */
public record Scope(
    boolean quick, List<Jdk> jdks, OptionalInt rounds, long seed, Map<String, List<String>> only) {
  public Scope {
    jdks = List.copyOf(jdks);
    only = Map.copyOf(only);
  }

  int roundsOf(Syllabus lesson) {
    return rounds.orElse(quick ? lesson.quickRounds() : lesson.rounds());
  }

  /**
   * Returns whether a case is wanted, by a part of the value, without regard to upper and lower
   * case: {@code archive=aot}.
   */
  public boolean includes(Case subject) {
    return only.entrySet().stream()
        .allMatch(factor -> {
          String value = subject.factors().get(factor.getKey());
          return value != null
              && factor.getValue().stream()
                  .anyMatch(part ->
                      value
                          .toLowerCase(java.util.Locale.ROOT)
                          .contains(part.toLowerCase(java.util.Locale.ROOT)));
        });
  }
}
