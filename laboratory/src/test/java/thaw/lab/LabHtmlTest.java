package thaw.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringReader;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;
import thaw.lab.engine.LessonResult;
import thaw.lab.result.Chart;

/** {@code lab.html}, {@code lab.json} and charts, as texts. */
class LabHtmlTest {
  private static String page(String name) {
    return LabHtml.page(List.of(LabExamples.all().get(name)));
  }

  @Test
  void names_failures_and_claims_stay_text() {
    String page = page("hostile");
    assertFalse(page.contains("<img"), "an element of a name");
    assertFalse(page.contains("<script"), "scripts");
    assertTrue(page.contains("{{data}}"), "what looks like a hole is shown as it is");
    assertFalse(page.contains("\u001b"), "control characters");
  }

  @Test
  void nothing_is_loaded_and_nothing_runs() {
    String page = page("usual");
    assertTrue(page.contains("content=\"default-src 'none'; style-src 'sha256-"), "policy");
    assertFalse(
        Pattern.compile("src=|<link|(?<!<a )href=\"(?!#)").matcher(page).find(), "another file");
    assertFalse(page.contains(" style=\""), "the policy forbids styles in attributes");
    assertEquals(1, page.split("<style>", -1).length - 1, "and a second one within the page");
  }

  @Test
  void verdicts_are_counted_first_and_stand_with_their_figures() {
    String page = page("usual");
    assertTrue(
        page.contains(
            "4 answers to what was published: <b>1</b> holds, <b>2</b> no longer, <b>1</b> not"
                + " decided."),
        page);
    assertTrue(page.indexOf("9.40 ms (8.65 to 10.2)") < page.indexOf("<table>"));
    assertInOrder(page, "<h3>Rule</h3>", "class=\"verdicts\"", "<figure>", "<table>", "How it was");
    assertTrue(page.contains("<code>lambda-first-use</code>"));
    assertTrue(page.contains("first-use.jsonl"));
  }

  @Test
  void a_lesson_without_a_verdict_says_so() {
    assertTrue(page("large").contains(">No answer to what was published.<"));
  }

  @Test
  void each_claim_is_a_line_with_a_sign_for_each_jdk() {
    String page = page("usual");
    String row =
        page.substring(page.indexOf("<summary>An anonymous class"), page.indexOf("</tbody>"));
    assertInOrder(
        row,
        "N. N., 2016",
        "<dt>JDK 17</dt><dd>0.376 ms",
        "<dt>JDK 25</dt><dd>0.272 ms",
        "<td class=\"text holds\"><b>✓</b> holds</td>",
        "<td class=\"text open\"><b>?</b> not decided</td>");
    assertTrue(page.contains("<td class=\"text gone\"><b>✗</b> no longer</td>"), page);
  }

  private static void assertInOrder(String text, String... parts) {
    int from = 0;
    for (String part : parts) {
      int at = text.indexOf(part, from);
      assertTrue(at >= 0, () -> part + " after what comes before it in " + text);
      from = at;
    }
  }

  @Test
  void code_in_sentences_is_shown_as_code() {
    assertTrue(page("usual").contains("by <code>System.nanoTime</code>."));
  }

  @Test
  void what_sources_name_is_linked_and_stays_text_otherwise() {
    assertEquals(
        "a talk (<a href=\"https://www.youtube.com/watch?v=ddg1u5HLwg8\">re:Invent SVS403</a>,"
            + " 2019) &lt;b&gt;",
        Prose.linked("a talk (re:Invent SVS403, 2019) <b>"));
    assertEquals(
        "[Spring Boot's reference, Efficient"
            + " Deployments](https://docs.spring.io/spring-boot/reference/packaging/efficient.html),"
            + " \\<b\\>",
        Markdown.linked("Spring Boot's reference, Efficient Deployments, <b>"));
  }

  @Test
  void many_lessons_have_a_table_of_contents_and_none_is_said() {
    String all = LabHtml.page(List.copyOf(LabExamples.all().values()));
    assertTrue(all.contains("<a href=\"#class-loading\">5 Class loading</a>"));
    assertTrue(LabHtml.page(List.of()).contains("No lesson in this folder"));
  }

  @Test
  void the_json_has_all_that_was_measured() throws Exception {
    JsonNode json =
        new ObjectMapper()
            .readTree(LabJson.text(List.of(LabExamples.usual(), LabExamples.lines())));
    assertEquals("thaw-lab-1", json.path("format").asText());
    JsonNode lesson = json.at("/lessons/0");
    assertEquals("first-use", lesson.path("name").asText());
    assertEquals(88, lesson.at("/measured/samples").asInt());
    assertEquals(LabExamples.DEBIAN, lesson.at("/measured/jdks/0").asText());
    JsonNode entry = lesson.at("/tables/0/rows/0/entries/0");
    assertEquals(9.4, entry.path("median").asDouble(), 1e-9);
    assertEquals(11, entry.path("count").asInt());
    assertEquals("ms", entry.path("unit").asText());
    assertEquals("", lesson.at("/tables/0/rows/0/entries/3/missing").asText("none"));
    assertEquals("no longer", lesson.at("/verdicts/0/answers/0/verdict").asText());
    assertEquals("bars", lesson.at("/charts/0/kind").asText());
    assertEquals("lines", json.at("/lessons/1/charts/0/kind").asText());
    assertEquals(128, json.at("/lessons/1/charts/0/lines/0/points/0/x").asInt());
  }

  @Test
  void a_chart_is_a_file_of_its_own_that_says_what_it_shows() throws Exception {
    for (LessonResult result : LabExamples.all().values()) {
      for (Chart chart : result.conclusions().charts()) {
        String svg = LabChart.file(chart, JdkNames.of(result.samples().jdks()));
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        assertTrue(svg.contains("xmlns=\"http://www.w3.org/2000/svg\""));
        assertTrue(svg.contains("prefers-color-scheme: dark"));
        assertTrue(svg.contains("<desc>"));
        assertFalse(svg.contains("NaN") || svg.contains("Infinity"), svg);
        assertFalse(svg.contains("href"), "another file");
      }
    }
    String svg =
        LabChart.file(
            LabExamples.usual().conclusions().charts().getFirst(),
            JdkNames.of(List.of(LabExamples.DEBIAN, LabExamples.TEMURIN)));
    assertTrue(
        svg.contains("<desc>first lambda: JDK 17 9.40 ms, JDK 25 6.80 ms; second lambda: "), svg);
  }
}
