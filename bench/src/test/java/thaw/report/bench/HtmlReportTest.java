package thaw.report.bench;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import thaw.experiment.ExperimentResult;
import thaw.experiment.VariantResult;
import thaw.experiment.gate.GateResult;
import thaw.report.Results;

public class HtmlReportTest {
  private static final Map<String, ExperimentResult> RESULTS = Gallery.results();
  private static final int MOST_BYTES_WITHOUT_DATA = 200 * 1024;

  @TempDir Path folder;

  static Stream<String> results() {
    return RESULTS.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("results")
  void a_page_is_well_formed_and_its_identifiers_are_unique(String name) throws Exception {
    Set<String> identifiers = new HashSet<>();
    for (Element element : elements(parsed(page(name)))) {
      String identifier = element.getAttribute("id");
      assertTrue(identifier.isEmpty() || identifiers.add(identifier), identifier);
    }
    for (Element element : elements(parsed(page(name)))) {
      for (String reference : List.of("aria-labelledby", "for")) {
        String target = element.getAttribute(reference);
        assertTrue(target.isEmpty() || identifiers.contains(target), target);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("results")
  void a_page_loads_nothing(String name) throws Exception {
    String page = page(name);
    for (Element element : elements(parsed(page))) {
      assertFalse(element.hasAttribute("src"), element.getTagName());
      String link = element.getAttribute("href");
      assertTrue(link.isEmpty() || link.startsWith("#"), link);
      assertFalse(
          Set.of("link", "img", "iframe", "object", "embed", "base")
              .contains(element.getTagName()));
    }
    Matcher url = Pattern.compile("url\\(([^)]*)\\)|@import").matcher(page);
    while (url.find()) {
      assertEquals("url(#hatching)", url.group());
    }
    assertTrue(page.contains("default-src &#39;none&#39;"));
  }

  @ParameterizedTest
  @MethodSource("results")
  void a_page_has_no_code_or_style_in_attributes(String name) throws Exception {
    for (Element element : elements(parsed(page(name)))) {
      for (int i = 0; i < element.getAttributes().getLength(); i++) {
        String attribute = element.getAttributes().item(i).getNodeName();
        assertFalse(attribute.startsWith("on") || attribute.equals("style"), attribute);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("results")
  void every_variant_is_in_every_chart_and_in_the_table(String name) throws Exception {
    ExperimentResult result = RESULTS.get(name);
    List<Element> elements = elements(parsed(page(name)));
    for (VariantResult variant : result.variants()) {
      long charts =
          elements.stream()
              .filter(element -> element.getAttribute("class").equals("name"))
              .filter(element -> element.getTextContent().equals(variant.name()))
              .count();
      assertTrue(charts >= 2, variant.name() + " " + charts);
    }
  }

  @ParameterizedTest
  @MethodSource("results")
  void the_data_are_complete_json(String name) throws IOException {
    JsonNode data = data(page(name));
    ExperimentResult result = RESULTS.get(name);
    for (int i = 0; i < result.variants().size(); i++) {
      VariantResult variant = result.variants().get(i);
      JsonNode written = data.get("variants").get(i);
      assertEquals(variant.name(), written.get("name").textValue());
      assertEquals(variant.samples().size(), written.get("course").size());
    }
  }

  @Test
  void every_sample_that_did_not_fail_is_a_dot() throws Exception {
    long dots =
        elements(parsed(page("hundred-samples"))).stream()
            .filter(element -> element.hasAttribute("data-n"))
            .filter(element ->
                ((Element) element.getParentNode())
                    .getAttribute("data-metric")
                    .equals("totalMillis"))
            .count();
    assertEquals(1000 - 15, dots);
  }

  @Test
  void text_from_users_stays_text() throws Exception {
    String page = page("long-names");
    assertAll(
        () -> assertFalse(page.contains("<script>alert")),
        () -> assertTrue(page.contains(">&lt;script&gt;alert(\"1\")"), "between tags"),
        () -> assertTrue(page.contains("=\"&lt;script>alert(&#34;1&#34;)"), "in an attribute"),
        () -> assertEquals(2, page.split("</script>", -1).length - 1),
        () -> assertTrue(page.contains("the same handler {{title}}")),
        () ->
            assertEquals(
                "<script>alert(\"1\")</script> & 'quotes'",
                data(page).at("/variants/0/name").textValue()));
  }

  @Test
  void missing_guarantees_come_before_the_first_figure() {
    String poor = page("no-cpu-limit");
    assertTrue(poor.indexOf("id=\"missing-title\"") > 0);
    assertTrue(poor.indexOf("id=\"missing-title\"") < poor.indexOf("class=\"headline\""));
    assertTrue(poor.contains("cgroup.freeze is read-only"));
    assertFalse(page("three-samples").contains("missing-title"));
  }

  @Test
  void a_comparison_stands_first_with_its_verdicts_and_causes() throws Exception {
    Document page = parsed(page("gate"));
    Element section =
        elements(page).stream()
            .filter(each -> each.getAttribute("id").equals("gate"))
            .findFirst()
            .orElseThrow();
    String text = section.getTextContent();
    assertTrue(text.contains("2 of 4 comparisons over."), text);
    assertTrue(text.contains("guice-sdk1: <i>com.google.inject:guice</i>: 1,204 more"), text);
    assertEquals(
        2,
        elements(page).stream()
            .filter(each -> each.getTagName().equals("span"))
            .filter(each -> each.getAttribute("class").equals("failed"))
            .filter(each -> each.getTextContent().equals("OVER"))
            .count());
    assertFalse(page("budget").contains("gate-title"));
  }

  @Test
  void the_policy_allows_exactly_the_script_and_the_style_of_the_page() throws Exception {
    String page = page("one-variant");
    for (String element : List.of("script", "style")) {
      String content = page.split("<" + element + ">")[1].split("</" + element + ">")[0];
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
      String source = "&#39;sha256-" + Base64.getEncoder().encodeToString(digest) + "&#39;";
      assertTrue(page.contains(element + "-src " + source + ";"), element);
    }
  }

  @Test
  void a_page_without_samples_is_small() {
    int bytes = page("only-failures").getBytes(StandardCharsets.UTF_8).length;
    assertTrue(bytes <= MOST_BYTES_WITHOUT_DATA, bytes + " bytes");
  }

  @Test
  void a_page_is_the_same_each_time_and_in_every_locale() {
    Locale before = Locale.getDefault();
    ExperimentResult result = RESULTS.get("hundred-samples");
    String page = HtmlReport.page(result, Optional.empty(), Optional.empty());
    String text = TerminalReport.render(result, 100, false);
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertEquals(text, TerminalReport.render(result, 100, false));
      assertEquals(page, HtmlReport.page(result, Optional.empty(), Optional.empty()));
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void an_experiment_without_variants_has_a_page_and_a_text() throws Exception {
    ExperimentResult nothing =
        new ExperimentResult("nothing", Results.GOOD_HOST, List.of(), List.of(), List.of());
    assertNotNull(parsed(HtmlReport.page(nothing, Optional.empty(), Optional.empty())));
    assertTrue(TerminalReport.render(nothing, 100, true).contains("nothing"));
  }

  @Test
  void the_file_is_written_whole() throws IOException {
    Path file = folder.resolve("new/report.html");
    HtmlReport.write(RESULTS.get("one-variant"), file);
    assertTrue(Files.readString(file).endsWith("</html>\n"));
    try (Stream<Path> files = Files.list(file.resolveSibling(""))) {
      assertEquals(1, files.count());
    }
  }

  private static String page(String name) {
    return HtmlReport.page(RESULTS.get(name), Gallery.gate(name), Optional.empty());
  }

  public static JsonNode data(String page) throws IOException {
    String start = "<script type=\"application/json\" id=\"data\">";
    return new ObjectMapper().readTree(page.split(Pattern.quote(start))[1].split("</script>")[0]);
  }

  @Test
  void the_glossary_has_metrics_of_pods_only_where_there_were_pods() {
    assertFalse(page("three-samples").contains("the scheduler has chosen a node"));
    assertTrue(page("three-samples").contains("CPU time of all threads"));
  }

  @Test
  void a_change_that_has_grown_nothing_is_told_before_the_gate() {
    GateResult gate = new GateResult("base", true, List.of(), List.of(), List.of());
    ExperimentResult result = RESULTS.get("one-variant");
    String page = HtmlReport.page(result, Optional.of(gate), Optional.empty());
    assertFalse(page.contains("<a href=\"#gate\">"), "a notice");
    assertTrue(page.indexOf("id=\"gate\"") > page.indexOf("id=\"figures\""));
  }

  @Test
  void a_lead_is_the_headline_and_the_first_section_with_what_is_to_be_copied() throws Exception {
    Lead lead =
        new Lead(
            List.of(new Lead.Answer("SnapStart pays here for <F>", ": by 2 ms.")),
            List.of(
                new Lead.Part(
                    "Why",
                    List.of("one"),
                    List.of(new Lead.Code("Hook.java", "class <Hook> {}")))));
    String page =
        HtmlReport.page(
            RESULTS.get("one-variant"), Optional.empty(), Optional.of(lead), Optional.empty());
    assertTrue(page.contains("<b>SnapStart pays here for &lt;F&gt;</b>: by 2 ms."), "headline");
    assertFalse(page.contains("answers in "), "another headline");
    String text = parsed(page).getDocumentElement().getTextContent();
    assertTrue(text.contains("class <Hook> {}"), text);
    assertTrue(page.indexOf("<section class=\"lead\">") < page.indexOf("id=\"bars-title\""));
  }

  /** As XML: stricter than HTML, and the page is written so that it is both. */
  public static Document parsed(String page) throws Exception {
    String markup =
        Pattern.compile("(<(script|style)[^>]*>).*?(</\\2>)", Pattern.DOTALL)
            .matcher(page)
            .replaceAll("$1$3");
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(markup)));
  }

  public static List<Element> elements(Document document) {
    NodeList all = document.getElementsByTagName("*");
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < all.getLength(); i++) {
      elements.add((Element) all.item(i));
    }
    return elements;
  }
}
