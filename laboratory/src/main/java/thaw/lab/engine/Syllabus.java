package thaw.lab.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Function;

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

  /**
   * Reads the description of a lesson from its file in the laboratory's jar, such as {@code
   * 1-first-use.properties}.
   */
  public static Syllabus of(int number, String name) {
    String file = number + "-" + name + ".properties";
    Properties texts = new Properties();
    try (InputStream in = Syllabus.class.getResourceAsStream(file)) {
      texts.load(new InputStreamReader(Objects.requireNonNull(in, file), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file + " from the program's jar", e);
    }
    Function<String, String> text = key -> Objects.requireNonNull(texts.getProperty(key), key);
    return new Syllabus(
        number,
        name,
        text.apply("title"),
        text.apply("question"),
        text.apply("method"),
        text.apply("noise"),
        text.apply("limits"),
        text.apply("rule"),
        List.of(text.apply("findings").split(", ")),
        Integer.parseInt(text.apply("edition")),
        Integer.parseInt(text.apply("rounds")),
        Integer.parseInt(text.apply("quickRounds")));
  }

  /** Its page in the course, below {@code docs/course}. */
  public String page() {
    return number + "-" + name + ".md";
  }
}
