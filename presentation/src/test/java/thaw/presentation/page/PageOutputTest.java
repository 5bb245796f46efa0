package thaw.presentation.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PageOutputTest {

  @Test
  void a_text_is_escaped_by_where_it_stands() {
    String hostile = "\"><script>'&";
    String figure =
        PageOutput.text(out ->
            JtefigureGenerated.render(
                out, PageOutput.NO_INTERCEPTOR, "load", hostile, false, hostile));
    assertTrue(figure.contains("<h3>\"&gt;&lt;script&gt;'&amp;</h3>"), figure);
    assertTrue(figure.contains("aria-label=\"&#34;>&lt;script>&#39;&amp;\""), figure);
  }

  @Test
  void characters_that_steer_a_terminal_or_turn_the_reading_direction_are_taken_out() {
    String list =
        PageOutput.text(out ->
            JtelistGenerated.render(
                out, PageOutput.NO_INTERCEPTOR, List.of("\u001b[2J", "a\u202eb", "1\u20282")));
    assertTrue(list.contains("<li>\ufffd[2J\n</li>"), list);
    assertTrue(list.contains("<li>a\ufffdb\n</li>"), list);
    assertTrue(list.contains("<li>1 2\n</li>"), list);
  }

  @Test
  void a_line_is_not_broken_behind_the_hyphens_of_an_option() {
    String list =
        PageOutput.text(out ->
            JtelistGenerated.render(
                out,
                PageOutput.NO_INTERCEPTOR,
                List.of(
                    "use --most-runs <N>",
                    "a-b",
                    "-Djdk.x=1",
                    "set: -XX:Mode=0",
                    "a larger (--budget).")));
    assertTrue(
        list.contains("<li>use <span class=\"option\">--most-runs</span> &lt;N&gt;\n</li>"), list);
    assertTrue(list.contains("<li>a-b\n</li>"), list);
    assertTrue(list.contains("<li><span class=\"option\">-Djdk.x=1</span>\n</li>"), list);
    assertTrue(list.contains("<li>set: <span class=\"option\">-XX:Mode=0</span>\n</li>"), list);
    assertTrue(
        list.contains("<li>a larger <span class=\"option\">(--budget).</span>\n</li>"),
        "no line has a point alone: " + list);
  }

  @Test
  void lines_of_a_tip_stay_apart_and_are_escaped() {
    ChartRow row =
        new ChartRow("<i>", List.of("a \"b\"", "<c>"), 10, List.of(), null, ChartRow.NO_FIGURE);
    String rows =
        PageOutput.text(
            out -> JterowsGenerated.render(out, PageOutput.NO_INTERCEPTOR, List.of(row)));
    assertTrue(rows.contains("data-tip=\"a &#34;b&#34;\n&lt;c>\""), rows);
    assertFalse(rows.contains("<i>"), rows);
  }

  /** On one line, a comment would take in what follows it. */
  @Test
  void lines_of_code_stay_lines_with_their_indentation() {
    String code =
        PageOutput.text(out ->
            JtecodeGenerated.render(
                out, PageOutput.NO_INTERCEPTOR, "try {\n  a(\"<\"); // b\n}\n"));
    assertEquals("try {\n  a(\"&lt;\"); // b\n}", code);
  }

  @Test
  void a_name_may_go_on_in_the_next_line_after_each_of_its_parts() {
    assertEquals(
        "com.<wbr/>acme.<wbr/>PetShop$<wbr/>Cat.&lt;init&gt;",
        named("com.acme.PetShop$Cat.<init>", false));
  }

  @Test
  void a_name_in_a_narrow_place_may_go_on_after_dots_and_after_words_where_one_is_long() {
    assertEquals(
        "Pet<wbr/>Shop<wbr/>Of<wbr/>All<wbr/>Those<wbr/>Animals.<wbr/>get<wbr/>Cat",
        named("PetShopOfAllThoseAnimals.getCat", true));
  }

  private static String named(String name, boolean words) {
    return PageOutput.text(
            out -> JtenameGenerated.render(out, PageOutput.NO_INTERCEPTOR, name, words))
        .strip();
  }

  @Test
  void no_template_writes_a_text_without_escaping() throws IOException {
    List<Path> templates = new ArrayList<>();
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      for (Path folder : modules.map(module -> module.resolve("src/main/jte")).toList()) {
        if (Files.isDirectory(folder)) {
          try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> file.toString().endsWith(".jte")).forEach(templates::add);
          }
        }
      }
    }
    assertTrue(templates.size() > 30, templates::toString);
    for (Path template : templates) {
      assertFalse(Files.readString(template).contains("$unsafe"), template::toString);
    }
  }
}
