package thaw.explanation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import thaw.fix.ByHand;
import thaw.fix.FixResult;
import thaw.fix.Proof;
import thaw.fix.Step;
import thaw.presentation.text.Figures;
import thaw.report.bench.HtmlReportTest;

/** What {@code fix.html} is before a browser opens it; {@link FixPageTest} has that. */
class FixHtmlTest {
  static Stream<String> names() {
    return FixExamples.all().keySet().stream();
  }

  private static FixHtml.Page example(String name) {
    return Objects.requireNonNull(FixExamples.all().get(name));
  }

  private static List<Element> elements(String name) throws Exception {
    return HtmlReportTest.elements(HtmlReportTest.parsed(FixHtml.text(example(name))));
  }

  private static String section(String name, String id) throws Exception {
    return elements(name).stream()
        .filter(element -> element.getAttribute("id").equals(id))
        .findFirst()
        .orElseThrow()
        .getTextContent();
  }

  @ParameterizedTest
  @MethodSource("names")
  void a_page_is_well_formed_loads_nothing_and_what_refers_to_an_identifier_finds_it(String name)
      throws Exception {
    List<Element> elements = elements(name);
    Set<String> identifiers = new HashSet<>();
    for (Element element : elements) {
      String identifier = element.getAttribute("id");
      assertTrue(identifier.isEmpty() || identifiers.add(identifier), identifier);
    }
    for (Element element : elements) {
      String label = element.getAttribute("aria-labelledby");
      assertTrue(label.isEmpty() || identifiers.contains(label), label);
      String link = element.getAttribute("href");
      assertTrue(link.isEmpty() || identifiers.contains(link.substring(1)), link);
      for (int i = 0; i < element.getAttributes().getLength(); i++) {
        String attribute = element.getAttributes().item(i).getNodeName();
        assertFalse(
            attribute.startsWith("on") || Set.of("src", "style").contains(attribute), attribute);
      }
    }
    assertTrue(FixHtml.text(example(name)).contains("default-src &#39;none&#39;"));
    assertFalse(FixHtml.text(example(name)).contains("<script>alert"));
  }

  @Test
  void every_step_is_a_row_with_what_was_predicted_and_measured_and_why_it_was_kept()
      throws Exception {
    String table = section("gains", "steps");
    for (Step step : example("gains").result().steps()) {
      assertTrue(table.contains(step.remedy().id()), table);
      assertTrue(table.contains(step.remedy().kind().label()), table);
      assertTrue(table.contains(step.reason()), table);
      step.gain()
          .ifPresent(gain -> {
            assertTrue(table.contains(Figures.millis(gain.median())), table);
            assertTrue(
                table.contains(Figures.millis(gain.low()) + " … " + Figures.millis(gain.high())),
                table);
          });
    }
    assertTrue(table.contains("280 … 363"), table);
    assertTrue(table.contains("src/main/java/com/example/CreatePet.java"), table);
  }

  @Test
  void no_gain_that_nobody_knows_is_written_as_none() throws Exception {
    assertEquals(
        List.of(
            "saves up to 85.0 ms",
            "saves up to 22.0 ms",
            "saves up to 0.40 ms",
            "gain not known here"),
        elements("gains").stream()
            .filter(element -> element.getAttribute("class").equals("gain"))
            .map(FixHtmlTest::text)
            .toList());
  }

  private static String text(Element element) {
    return element.getTextContent().replaceAll("[\\s\u00a0]+", " ").strip();
  }

  private static List<String> ways(String name) throws Exception {
    return elements(name).stream()
        .filter(element -> element.getAttribute("class").equals("way"))
        .map(FixHtmlTest::text)
        .toList();
  }

  @Test
  void the_first_sentences_say_what_is_gained_by_each_way_with_its_command() throws Exception {
    assertEquals(
        List.of(
            "CreatePet as it is deployed (managed java25): 1.6 times as fast, 604 ms → 371 ms,"
                + " gain 234 (225 to 242) ms; CPU 830 ms → 509 ms, gain 321 (313 to 329) ms; 10 starts."
                + " thaw fix my-app --function CreatePet --out thaw-fix --apply",
            "CreatePet in a package with its own JVM: 4.4 times as fast, 604 ms → 137 ms,"
                + " gain 467 (459 to 475) ms; CPU 830 ms → 188 ms, gain 642 (634 to 650) ms; 10 starts."
                + " thaw package my-app --function CreatePet --fix thaw-fix --to provided"),
        ways("gains"));
    assertEquals(List.of(), ways("nothing"));
  }

  @Test
  void the_figure_of_another_package_than_the_command_makes_is_not_bold() throws Exception {
    FixHtml.Page newest = example("gains");
    FixHtml.Page older =
        new FixHtml.Page(
            newest.subject().withJdkFeature(17),
            newest.result(),
            newest.before(),
            newest.deployed(),
            newest.after(),
            newest.apply());
    String packaged = "<b>4.4\u00a0times as fast</b>";
    assertTrue(FixHtml.text(newest).contains(packaged));
    assertFalse(FixHtml.text(older).contains(packaged));
    assertTrue(FixHtml.text(older).contains("4.4\u00a0times as fast"));
    assertTrue(FixHtml.text(older).contains("JDK 25, which was not measured"));
  }

  @Test
  void the_step_that_gained_the_most_is_named_with_the_way_that_it_gains_by() throws Exception {
    Step best = example("gains").result().steps().getFirst();
    assertTrue(
        elements("gains").stream()
            .map(FixHtmlTest::text)
            .anyMatch(text ->
                text.startsWith(
                        "The largest part of the gain of all that was kept is static-dynamoDb"
                            + " (15") // by the last run, and not 301 by its trial
                    && text.contains("gains in: managed")
                    && text.contains(best.remedy().what())));
  }

  @Test
  void what_a_gain_is_stands_once_where_there_is_one() {
    String what = "it need not be the difference of the two medians";
    assertEquals(2, FixHtml.text(example("gains")).split(what, -1).length);
    assertFalse(FixHtml.text(example("nothing")).contains(what));
  }

  @Test
  void a_small_gain_is_told_as_a_share() {
    FixResult some = example("gains").result();
    FixResult little =
        new FixResult(
            some.kept(),
            some.patched(),
            new FixResult.Figures(100, 100, 10),
            new FixResult.Figures(80, 90, 10),
            some.deployed(),
            Optional.empty(),
            Proof.WHOLE_RUN,
            some.steps().subList(1, 3),
            List.of(),
            List.of(),
            Optional.empty());
    assertEquals("in 80 % of the time", FixHeadline.speed(little.ratio()));
    assertEquals(Optional.empty(), FixHtml.best(example("nothing").result()));
  }

  @Test
  void a_column_that_has_no_figure_is_left_out() throws Exception {
    assertTrue(section("gains", "steps").contains("cost of leaving it out, ms"));
    assertFalse(section("nothing", "steps").contains("cost of leaving it out, ms"));
  }

  @Test
  void a_page_has_one_figure_for_the_function_as_it_is() throws Exception {
    assertTrue(section("gains", "waterfall").contains("As it is: 604 ms"));
    assertTrue(
        section("gains", "waterfall")
            .contains("With what was kept, in a package with its own JVM: 137 ms"));
  }

  @Test
  void before_and_after_are_drawn_on_one_axis() throws Exception {
    List<String> axes =
        elements("gains").stream()
            .filter(element -> element.getAttribute("class").equals("row axis"))
            .map(Element::getTextContent)
            .toList();
    assertEquals(
        5, axes.size(), "phases before, phases after, and both of three folded lanes: " + axes);
    assertEquals(1, new HashSet<>(axes).size(), axes.toString());
    assertTrue(section("nothing", "waterfall").contains("Nothing was kept"));
  }

  @Test
  void the_function_as_it_is_has_one_figure_even_where_other_programs_held_it_up() {
    FixHtml.Page page = example("nothing");
    String text =
        FixHtml.text(
            new FixHtml.Page(
                page.subject(),
                page.result(),
                Optional.of(WhyExamples.starved()),
                Optional.empty(),
                Optional.empty(),
                page.apply()));
    assertTrue(text.contains("As it is: 604&#160;ms") || text.contains("As it is: 604 ms"), text);
    assertFalse(text.contains("because the host was the limit"), text);
  }

  @Test
  void how_it_is_applied_and_what_is_left_is_told() throws Exception {
    String apply = section("gains", "apply");
    assertTrue(apply.contains("thaw fix my-app --function CreatePet --apply"), apply);
    assertTrue(apply.contains("-  private DynamoDbClient dynamoDb;"), apply);
    assertTrue(section("nothing", "apply").contains("nothing to apply"));
    String people = section("gains", "people");
    for (ByHand each : example("gains").result().byHand()) {
      assertTrue(people.contains(each.finding()), people);
      assertTrue(people.contains(each.place()), people);
    }
  }
}
