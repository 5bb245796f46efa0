package thaw.lab.engine;

import java.util.List;

/**
 * The description that a lesson gives of itself before anything is measured. Texts are plain
 * sentences.
 *
 * @param number its place in the course, from 1
 * @param name as on the command line: {@code first-use}
 * @param title for people
 * @param question what was published and is asked again, with its source
 * @param method how a sample is taken
 * @param noise what disturbs it, and what is done about that
 * @param limits what it does not tell
 * @param rule what a Java developer does about it
 * @param findings of {@code thaw why} that detect it, by their keys in docs/findings.md
 * @param edition higher when the experiment has changed so that older samples mean something else
 * @param rounds samples of each case when nobody says how many
 * @param quickRounds the same with {@code --quick}
 */
public record Syllabus(
    int number,
    String name,
    String title,
    String question,
    String method,
    String noise,
    String limits,
    String rule,
    List<String> findings,
    int edition,
    int rounds,
    int quickRounds) {
  public Syllabus {
    findings = List.copyOf(findings);
    if (findings.isEmpty()) {
      throw new IllegalArgumentException("a lesson names the finding that detects it: " + name);
    }
    if (quickRounds < 1 || rounds < quickRounds) {
      throw new IllegalArgumentException(
          "must be 1 or more: rounds=" + rounds + ", " + quickRounds);
    }
  }

  /** Its page in the course, below {@code docs/course}. */
  public String page() {
    return number + "-" + name + ".md";
  }
}
