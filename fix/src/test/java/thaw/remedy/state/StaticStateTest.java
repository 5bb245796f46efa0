package thaw.remedy.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.remedy.Explanations;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.edit.JavaSources;

/** What is predicted of several fields, by the lines of the findings. */
class StaticStateTest {
  private static final String TWO =
      """
      public class Handler {
        private StringBuilder one;
        private StringBuilder two;

        public String handle(String event) {
          if (one == null) {
            one =
                new StringBuilder(1);
          }
          if (two == null) {
            two = new StringBuilder(2);
          }
          return event;
        }
      }
      """;

  @TempDir Path folder;

  private static Finding finding(int line, double low, double high) {
    String place = line == 0 ? "" : "Handler.handle(Handler.java:" + line + ")";
    return new Finding("work-in-handler", "", "", place, low, high, "");
  }

  private List<Remedy> remedies(String source, Finding... findings) throws Exception {
    return remedies(source, List.of(), findings);
  }

  private List<Remedy> remedies(
      String source, List<Explanation.HandlerLine> lines, Finding... findings) throws Exception {
    Path sources = Files.createDirectories(folder.resolve("src"));
    Files.writeString(sources.resolve("Handler.java"), source);
    Explanation explanation =
        Explanations.EMPTY.withFindings(List.of(findings)).withHandlerLines(lines);
    return StaticState.of(explanation, JavaSources.read(folder, sources, List.of()), "Handler");
  }

  @Test
  void a_field_is_promised_what_is_found_on_its_own_lines() throws Exception {
    List<Remedy> remedies = remedies(TWO, finding(8, 100, 120), finding(11, 10, 12));

    assertEquals(List.of("static-one", "static-two"), remedies.stream().map(Remedy::id).toList());
    assertEquals(new Prediction(100, 120), remedies.get(0).predicted());
    assertEquals(new Prediction(10, 12), remedies.get(1).predicted());
  }

  @Test
  void what_is_found_elsewhere_may_be_of_each_of_several_and_is_certain_of_none() throws Exception {
    List<Remedy> remedies = remedies(TWO, finding(0, 50, 70), finding(11, 10, 12));

    assertEquals(new Prediction(0, 70), remedies.get(0).predicted());
    assertEquals(new Prediction(10, 82), remedies.get(1).predicted());
  }

  @Test
  void what_was_sampled_on_its_lines_counts_more_than_findings_of_parts_of_it() throws Exception {
    List<Explanation.HandlerLine> lines =
        List.of(
            new Explanation.HandlerLine("Handler.handle(Handler.java:8)", 500, 600),
            new Explanation.HandlerLine("Handler.handle(Handler.java:12)", 7, 8));

    List<Remedy> remedies = remedies(TWO, lines, finding(8, 100, 120), finding(11, 10, 12));

    assertEquals(new Prediction(500, 720), remedies.get(0).predicted());
    assertEquals(new Prediction(7, 9.6), remedies.get(1).predicted());
  }

  @Test
  void what_is_found_elsewhere_is_of_the_only_one() throws Exception {
    String one = TWO.replaceAll("(?s)    if \\(two == null\\).*?\\}\n", "");
    assertTrue(one.contains("if (one"), one);
    assertEquals(
        List.of(new Prediction(50, 70)),
        remedies(one, finding(0, 50, 70)).stream().map(Remedy::predicted).toList());
  }

  @Test
  void a_logger_that_lombok_makes_is_no_reason_and_what_else_it_makes_is() throws Exception {
    String slf4j = "@lombok.extern.slf4j.Slf4j\npublic class Handler";
    String source = TWO.replace("public class Handler", slf4j);
    assertTrue(source.contains(slf4j), source);
    assertEquals(2, remedies(source, finding(9, 100, 120), finding(12, 10, 12)).size());
    String data = source.replace("lombok.extern.slf4j.Slf4j", "lombok.Data");
    assertEquals(List.of(), remedies(data, finding(9, 100, 120), finding(12, 10, 12)));
  }
}
