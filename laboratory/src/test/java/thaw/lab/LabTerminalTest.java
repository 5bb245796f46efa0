package thaw.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.lab.engine.LessonResult;
import thaw.presentation.text.Text;

class LabTerminalTest {
  /** To renew a golden file: run {@link LabGallery} and read what changed before copying it. */
  @ParameterizedTest(name = "{0} in {1} columns")
  @CsvSource({"usual, 100", "usual, 60", "hostile, 80", "large, 80"})
  void a_result_looks_as_it_did_when_somebody_last_looked(String name, int columns)
      throws IOException {
    try (InputStream in = getClass().getResourceAsStream("lab-" + name + "-" + columns + ".txt")) {
      String golden = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(
          golden, LabTerminal.renderWithFigures(LabExamples.all().get(name), columns, false));
    }
  }

  @ParameterizedTest(name = "{0} columns")
  @ValueSource(ints = {40, 60, 72, 80, 100, 200})
  void no_line_is_wider_than_the_terminal_or_100_columns(int columns) {
    int most = Math.clamp(columns, 60, 100);
    LabExamples.all()
        .forEach((name, result) ->
            LabTerminal.renderWithFigures(result, columns, false)
                .lines()
                .forEach(line ->
                    assertTrue(
                        Text.width(line) <= most, name + ": " + Text.width(line) + ": " + line)));
    LabTerminal.list(lessons(), columns, false)
        .lines()
        .forEach(line -> assertTrue(Text.width(line) <= most, line));
  }

  @Test
  void colours_change_nothing_but_colours() {
    LabExamples.all()
        .forEach((name, result) ->
            assertEquals(
                LabTerminal.renderWithFigures(result, 80, false),
                LabTerminal.renderWithFigures(result, 80, true)
                    .replaceAll("\u001b\\[[0-9;]*m", "")
                    .replaceAll(" +\n", "\n"),
                name));
  }

  @Test
  void what_comes_from_elsewhere_cannot_steer_the_terminal() {
    assertFalse(LabTerminal.renderWithFigures(LabExamples.hostile(), 80, false).contains("\u001b"));
  }

  @Test
  void every_figure_of_a_wide_table_is_shown_in_a_narrow_terminal() {
    String text = LabTerminal.renderWithFigures(LabExamples.large(), 60, false);
    for (int column = 1; column <= 12; column++) {
      assertTrue(
          text.contains(LabFigures.text(4 * column / 7.0, "ms")), "column " + column + "\n" + text);
    }
  }

  @Test
  void verdicts_come_last_without_the_figures_that_are_in_the_page() {
    String text = LabTerminal.render(LabExamples.usual(), 100, false);
    assertFalse(text.contains("±"), text);
    assertTrue(
        text.endsWith(
            """

            JDK 17  JDK 25
              ✗       ✗     The first lambda of a JVM takes 40 to 50 ms.
              ✓       ?     An anonymous class costs a tenth of a first lambda or less.
            ✓ 1 holds, ✗ 2 no longer, ? 1 not decided
            """),
        text);
  }

  @Test
  void places_with_long_names_are_numbered_so_that_claims_have_room() {
    LessonResult result = LabExamples.hostile();
    String text = LabTerminal.render(result, 60, false);
    String last = text.substring(text.lastIndexOf("\n\n") + 2);
    assertTrue(last.startsWith("1: "), last);
    assertTrue(last.contains("\n1\n?  "), last);
  }

  @Test
  void the_list_has_number_name_title_question_and_page_of_each_lesson() {
    String list = LabTerminal.list(lessons(), 100, false);
    assertTrue(
        list.startsWith(
            """
            1  first-use  Example 1
               Does the first lambda of a JVM still take 40 to 50 ms, as was published in 2016 for JDK 8?
               docs/course/1-first-use.md
            2  later      Example 2
            """),
        list);
  }

  private static List<thaw.lab.engine.Lesson> lessons() {
    return List.of(new ExampleLesson(1, "first-use", 1), new ExampleLesson(2, "later", 1));
  }
}
