package thaw.explanation;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.presentation.text.Figures;
import thaw.report.bench.HtmlReportTest;

/** What {@code why.html} is before a browser runs its script; {@link WhyPageTest} has that. */
class WhyHtmlTest {
  private static final Map<String, Explanation> EXPLANATIONS = WhyGallery.explanations();
  private static final int MOST_BYTES_WITHOUT_DATA = 100 * 1024;

  static Stream<String> explanations() {
    return EXPLANATIONS.keySet().stream();
  }

  /** Made once each: the large one takes seconds of CPU time. */
  private static final Map<String, String> PAGES = new HashMap<>();

  private static final Map<String, List<Element>> ELEMENTS = new HashMap<>();

  private static String page(String name) {
    return PAGES.computeIfAbsent(
        name,
        _ ->
            WhyGallery.page(
                Objects.requireNonNull(EXPLANATIONS.get(name)), WhyGallery.older(name)));
  }

  /** Of a page, parsed once. */
  private static List<Element> elements(String page) throws Exception {
    List<Element> known = ELEMENTS.get(page);
    if (known == null) {
      known = HtmlReportTest.elements(HtmlReportTest.parsed(page));
      ELEMENTS.put(page, known);
    }
    return known;
  }

  @AfterAll
  static void forget() {
    PAGES.clear();
    ELEMENTS.clear();
  }

  @ParameterizedTest
  @MethodSource("explanations")
  void a_page_is_well_formed_and_what_refers_to_an_identifier_finds_it(String name)
      throws Exception {
    List<Element> elements = elements(page(name));
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
    }
  }

  @ParameterizedTest
  @MethodSource("explanations")
  void a_page_loads_nothing_and_has_no_code_or_style_in_attributes(String name) throws Exception {
    String page = page(name);
    for (Element element : elements(page)) {
      assertFalse(
          Set.of("link", "img", "iframe", "object", "embed", "base")
              .contains(element.getTagName()));
      for (int i = 0; i < element.getAttributes().getLength(); i++) {
        String attribute = element.getAttributes().item(i).getNodeName();
        assertFalse(
            attribute.startsWith("on") || Set.of("src", "style").contains(attribute), attribute);
      }
    }
    assertTrue(page.contains("default-src &#39;none&#39;"));
  }

  @Test
  void the_policy_allows_exactly_the_script_and_the_style_of_the_page() throws Exception {
    String page = page("hostile");
    for (String element : List.of("script", "style")) {
      String content = page.split("<" + element + ">")[1].split("</" + element + ">")[0];
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
      String source = "&#39;sha256-" + Base64.getEncoder().encodeToString(digest) + "&#39;";
      assertTrue(page.contains(element + "-src " + source + ";"), element);
    }
    assertEquals(2, page.split("</script>", -1).length - 1);
    assertFalse(page.contains("<script>alert"));
  }

  @Test
  void every_cause_has_a_row_and_every_finding_a_card() throws Exception {
    Explanation explanation = WhyExamples.petstore();
    List<Element> elements = elements(page("petstore"));
    List<String> rows =
        elements.stream()
            .map(element -> element.getAttribute("data-cause"))
            .filter(cause -> !cause.isEmpty())
            .toList();
    assertEquals(Cause.values().length, rows.size());
    List<String> cards =
        elements.stream()
            .filter(element -> element.getAttribute("class").equals("card"))
            .map(Element::getTextContent)
            .toList();
    assertEquals(explanation.findings().size(), cards.size());
    for (int i = 0; i < cards.size(); i++) {
      Finding finding = explanation.findings().get(i);
      String card = cards.get(i);
      assertAll(
          () -> assertTrue(card.contains(finding.title()), card),
          () -> assertTrue(card.contains(finding.evidence()), card),
          () -> assertTrue(card.contains(finding.place()), card),
          () -> assertTrue(card.contains(finding.remedy()), card),
          () -> assertTrue(card.contains("saves " + WhyTerminal.gain(finding)), card));
    }
  }

  @Test
  void the_first_card_is_open_and_each_shows_its_gain_and_bar_while_it_is_closed()
      throws Exception {
    List<Element> cards =
        elements(page("petstore")).stream()
            .filter(element -> element.getAttribute("class").equals("card"))
            .toList();
    assertEquals(
        List.of(true, false),
        cards.stream().limit(2).map(element -> element.hasAttribute("open")).toList());
    for (int i = 0; i < cards.size(); i++) {
      Finding finding = WhyExamples.petstore().findings().get(i);
      String summary = cards.get(i).getElementsByTagName("summary").item(0).getTextContent();
      assertTrue(summary.contains(WhyTerminal.gain(finding)), summary);
      assertTrue(summary.contains("after "), summary);
      assertFalse(summary.contains(finding.remedy()), summary);
    }
  }

  @Test
  void a_card_names_its_line_or_that_it_is_not_in_the_code_and_leads_to_others_of_that_line()
      throws Exception {
    String place = "com.example.Pets.open(Pets.java:7)";
    Explanation explanation =
        WhyExamples.petstore()
            .withFindings(
                List.of(
                    new Finding("one", "first of it", "", place, 80, 90, "remedy"),
                    new Finding("two", "a setting", "", "", 80, 85, "remedy"),
                    new Finding("three", "second of it", "", place, 10, 90, "remedy")));
    List<Element> cards =
        elements(WhyGallery.page(explanation, Optional.empty())).stream()
            .filter(element -> element.getAttribute("class").equals("card"))
            .toList();
    assertEquals(
        List.of("Pets.java:7", WhyFigures.NOT_IN_CODE, "Pets.java:7"),
        cards.stream()
            .map(card -> card.getElementsByTagName("small").item(0).getTextContent().strip())
            .toList());
    assertEquals(
        List.of("#finding-3 second of it", "", "#finding-1 first of it"),
        cards.stream()
            .map(card -> (Element) card.getElementsByTagName("a").item(0))
            .map(link ->
                link == null ? "" : link.getAttribute("href") + " " + link.getTextContent().strip())
            .toList());
  }

  @Test
  void a_gain_that_may_be_nothing_says_when() {
    Finding moved = new Finding("id", "title", "", "", 0, 692, "", "if the work is only moved");
    assertEquals("0 if the work is only moved", WhyFigures.lowIf(moved));
    Finding measured = new Finding("id", "title", "", "", 0, 692, "");
    assertEquals("", WhyFigures.lowIf(measured));
  }

  @Test
  void an_arrow_stays_with_the_name_behind_it() {
    assertEquals("by A.b \u2192\u00a0C.d", WhyFigures.arrows("by A.b -> C.d"));
  }

  @Test
  void a_bar_leaves_what_the_finding_does_not_save_and_never_less_than_nothing() {
    Explanation explanation = WhyExamples.petstore();
    double own = explanation.ownMillis();
    GainBar bar = GainBar.of(new Finding("id", "title", "", "", 100, own + 1, ""), explanation);
    assertEquals(own - 100, bar.worstMillis());
    assertEquals(0, bar.bestMillis());
    assertEquals("0-" + Figures.millis(own - 100) + " ms", bar.after());
    assertTrue(bar.marks().stream().allMatch(mark -> mark.from() >= 0 && mark.to() <= 1));
  }

  @Test
  void a_method_of_the_timeline_has_the_colours_of_its_causes_and_its_package_in_small_type()
      throws Exception {
    Element row =
        elements(page("petstore")).stream()
            .filter(element -> element.getAttribute("class").equals("row"))
            .filter(element -> element.getTextContent().contains("Guice.createInjector"))
            .findFirst()
            .orElseThrow();
    NodeList inside = row.getElementsByTagName("*");
    List<String> classes =
        IntStream.range(0, inside.getLength())
            .mapToObj(i -> ((Element) inside.item(i)).getAttribute("class"))
            .toList();
    assertTrue(classes.stream().anyMatch(style -> style.startsWith("k-")), classes.toString());
    assertTrue(classes.contains("qualifier"), classes.toString());
  }

  @Test
  void a_card_ends_with_the_command_that_applies_the_finding_or_sees_what_it_gained()
      throws Exception {
    List<String> cards =
        elements(page("petstore")).stream()
            .filter(element -> element.getAttribute("class").equals("card"))
            .map(Element::getTextContent)
            .toList();
    for (int i = 0; i < cards.size(); i++) {
      Finding finding = WhyExamples.petstore().findings().get(i);
      String command =
          switch (finding.id()) {
            case "client-built-in-handler" ->
                "static-NAME (reviewed)thaw fix my-app --function CreatePet";
            case "no-class-archive" ->
                "class-archive (safe)thaw fix my-app --function CreatePet --safe";
            case "official-runtime-client" ->
                "thaw bench my-app --function CreatePet --runtime official,thaw";
            default ->
                "thaw why my-app --function CreatePet --compare thaw-why --out thaw-why-after";
          };
      assertTrue(dense(cards.get(i)).endsWith(dense(command + finding.id())), cards.get(i));
    }
    String next =
        elements(page("petstore")).stream()
            .filter(element -> element.getAttribute("id").equals("next"))
            .findFirst()
            .orElseThrow()
            .getTextContent();
    assertTrue(next.contains("thaw fix my-app --function CreatePet"), next);
    assertTrue(next.contains("--compare thaw-why"), next);
  }

  @Test
  void a_page_without_lambdas_times_names_the_command_that_predicts_them() throws Exception {
    String measured =
        elements(page("petstore")).stream()
            .filter(element -> element.getAttribute("class").equals("measured"))
            .findFirst()
            .orElseThrow()
            .getTextContent();
    assertTrue(
        dense(measured)
            .endsWith(
                dense(
                    "of this machine, and thaw bench my-app --function CreatePet --as lambda"
                        + " predicts those of Lambda.")),
        measured);
  }

  private static String dense(String text) {
    return text.replaceAll("\\s", "");
  }

  @Test
  void classes_are_a_map_by_library_that_is_told_in_words_too() throws Exception {
    Explanation explanation = WhyExamples.petstore();
    Element map =
        elements(page("petstore")).stream()
            .filter(element -> element.getAttribute("role").equals("img"))
            .filter(element -> element.getAttribute("aria-label").contains("by library: "))
            .findFirst()
            .orElseThrow();
    String words = map.getAttribute("aria-label");
    assertTrue(
        words.startsWith(Figures.whole(explanation.classes().list().size()) + " classes"), words);
    assertTrue(words.contains("guice 7.0.0 "), words);
    assertTrue(map.getTextContent().contains("guice"), map.getTextContent());
  }

  @Test
  void where_the_host_was_the_limit_its_row_is_the_last_and_in_no_share() throws Exception {
    WhyCauses causes = WhyCauses.of(WhyExamples.starved());
    assertEquals(Cause.HOST_CONTENTION, causes.rows().getLast().cause());
    assertEquals(Figures.MISSING, causes.rows().getLast().share());
    WhyCauses.Row first = causes.rows().getFirst();
    assertEquals(
        WhyCauses.of(WhyExamples.petstore()).rows().stream()
            .filter(row -> row.cause() == first.cause())
            .map(WhyCauses.Row::share)
            .toList(),
        List.of(first.share()));
  }

  @Test
  void unexplained_is_a_row_even_where_everything_is_empty() throws Exception {
    List<Element> rows =
        elements(page("empty")).stream()
            .filter(element -> element.getAttribute("class").equals("unexplained"))
            .toList();
    assertEquals(1, rows.size());
    assertTrue(rows.getFirst().getTextContent().startsWith("unexplained0"));
  }

  @Test
  void the_page_carries_every_class_every_method_and_the_whole_profile() throws Exception {
    for (String name : List.of("petstore", "large")) {
      Explanation explanation = Objects.requireNonNull(EXPLANATIONS.get(name));
      JsonNode data = HtmlReportTest.data(page(name));
      assertEquals(explanation.classes().list().size(), data.get("classes").size());
      assertEquals(explanation.methods().size(), data.get("methods").size());
      double millis = explanation.profile().stream().mapToDouble(sample -> sample.millis()).sum();
      assertEquals(millis, micros(data) / 1_000.0, millis * 0.001, name);
    }
  }

  /** Sums up the leaves as the page's script finds them. */
  private static long micros(JsonNode data) {
    int causes = data.get("causes").size();
    long micros = 0;
    for (JsonNode tree : data.at("/flame/trees")) {
      JsonNode tokens = tree.get("tokens");
      for (int i = 0; i < tokens.size(); i++) {
        int token = tokens.get(i).asInt();
        if (token >= 0 && token < causes) {
          micros += tokens.get(++i).asLong();
        }
      }
    }
    return micros;
  }

  @Test
  void a_comparison_is_there_only_when_there_is_one() throws Exception {
    assertFalse(page("petstore").contains("id=\"changes\""));
    String compared = page("compared");
    assertTrue(compared.contains("id=\"changes\""));
    assertTrue(compared.contains("500 classes added"));
    String text = HtmlReportTest.parsed(compared).getDocumentElement().getTextContent();
    assertTrue(text.contains("+80.1 ms"), text);
  }

  @Test
  void a_page_without_data_is_small() {
    int bytes = page("empty").getBytes(StandardCharsets.UTF_8).length;
    assertTrue(bytes <= MOST_BYTES_WITHOUT_DATA, bytes + " bytes");
  }

  @Test
  void pages_and_files_are_the_same_in_every_locale() {
    Locale before = Locale.getDefault();
    Explanation explanation = WhyExamples.petstore();
    Optional<Explanation> older = Optional.of(WhyExamples.older());
    String page = WhyGallery.page(explanation, older);
    String text = WhyGallery.text("compared", 100, false);
    String json = WhyJson.text(explanation);
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertEquals(page, WhyGallery.page(explanation, older));
      assertEquals(text, WhyGallery.text("compared", 100, false));
      assertEquals(json, WhyJson.text(explanation));
    } finally {
      Locale.setDefault(before);
    }
  }
}
