package thaw.report.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Host;
import thaw.experiment.Warning;
import thaw.experiment.gate.GateBaseline;
import thaw.experiment.gate.GateComparison;
import thaw.experiment.gate.GateResult;
import thaw.experiment.gate.GateResult.Change;
import thaw.experiment.gate.GateRule;
import thaw.experiment.gate.GateSides;
import thaw.report.Results;

class GateFilesTest {
  private static final String HOSTILE =
      "<b>&]]>\"'\u0000\u001b[2J @all #1 |a|b| [x](javascript:1) `code` \u202e\n| new | row |";

  @TempDir Path folder;

  private final ExperimentResult result =
      new ExperimentResult(HOSTILE, Results.GOOD_HOST, List.of(), List.of(), List.of());

  private static GateBaseline baseline(Host host, long seed, String name, double cpu) {
    double[] drawn = GateSides.drawn(new Random(seed), 30, cpu, 0.03);
    return GateSides.baseline(host, 0, GateSides.side(name, drawn, 4000, 3 << 20));
  }

  private static GateResult gate(String name, Host before, double cpu) {
    return GateComparison.of(
            HOSTILE,
            GateRule.USUAL,
            baseline(before, 1, name, 800),
            baseline(GateSides.HOST, 2, name, cpu),
            false)
        .explained(List.of(new Change(name, "com.google.inject:guice: 1,204 more classes")));
  }

  private static Element suite(String xml) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return factory
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)))
        .getDocumentElement();
  }

  @Test
  void each_comparison_is_a_test_case_and_what_is_over_a_failure_with_its_cause() throws Exception {
    Element suite = suite(JunitXml.of(result, Optional.of(gate("Hello", GateSides.HOST, 960))));
    assertEquals("testsuite", suite.getTagName());
    for (String required : List.of("name", "tests", "errors", "skipped", "failures")) {
      assertTrue(suite.hasAttribute(required), required);
    }
    NodeList cases = suite.getElementsByTagName("testcase");
    assertEquals("" + cases.getLength(), suite.getAttribute("tests"));
    assertEquals("1", suite.getAttribute("failures"));
    for (int i = 0; i < cases.getLength(); i++) {
      assertTrue(((Element) cases.item(i)).hasAttribute("name"));
      assertTrue(((Element) cases.item(i)).hasAttribute("time"));
    }
    Element failure = (Element) suite.getElementsByTagName("failure").item(0);
    assertTrue(failure.getAttribute("message").startsWith("OVER: "), failure.getTextContent());
    assertTrue(failure.getTextContent().contains("guice: 1,204 more classes"));
  }

  @Test
  void what_could_not_be_measured_is_an_error() throws Exception {
    Host other = new Host("6.1.0", "Graviton", 2, 8_000, "v2", List.of());
    Element suite = suite(JunitXml.of(result, Optional.of(gate("Hello", other, 960))));
    assertEquals("1", suite.getAttribute("errors"));
    assertEquals("0", suite.getAttribute("failures"));
  }

  @Test
  void starts_that_fail_are_a_failure_with_their_number() throws Exception {
    double[] cpu = GateSides.drawn(new Random(1), 10, 800, 0.03);
    GateResult gate =
        GateComparison.of(
            "base",
            GateRule.USUAL,
            GateSides.baseline(GateSides.side("Hello", cpu, 4000, 1)),
            GateSides.baseline(GateSides.failing(GateSides.side("Hello", cpu, 4000, 1), 10)),
            true);
    Element suite = suite(JunitXml.of(result, Optional.of(gate)));
    assertEquals("1", suite.getAttribute("failures"));
    Element failure = (Element) suite.getElementsByTagName("failure").item(0);
    assertEquals(
        "OVER: 10 of 20 starts failed, and 0 of 10 before", failure.getAttribute("message"));
    assertTrue(GateMarkdown.of(result, Optional.of(gate)).contains("| 50 % |"));
    assertTrue(GateTerminal.render(gate, 100, false).contains("10 of 20 starts failed"));
  }

  @Test
  void nothing_in_common_is_one_error_that_says_so() throws Exception {
    GateResult gate =
        GateComparison.of(
            "base",
            GateRule.USUAL,
            baseline(GateSides.HOST, 1, "Old", 800),
            baseline(GateSides.HOST, 1, "New", 800),
            false);
    Element suite = suite(JunitXml.of(result, Optional.of(gate)));
    assertEquals("1", suite.getAttribute("tests"));
    assertEquals("1", suite.getAttribute("errors"));
    Element error = (Element) suite.getElementsByTagName("error").item(0);
    assertTrue(error.getTextContent().contains("nothing was compared"), error.getTextContent());
  }

  @Test
  void nothing_compared_and_nothing_limited_is_a_suite_without_cases() throws Exception {
    assertEquals("0", suite(JunitXml.of(result, Optional.empty())).getAttribute("tests"));
  }

  @Test
  void names_from_elsewhere_stay_text() throws Exception {
    GateResult gate = gate(HOSTILE, GateSides.HOST, 960);
    Element suite = suite(JunitXml.of(result, Optional.of(gate)));
    assertTrue(suite.getAttribute("name").contains("<b>&]]>"));
    String markdown = GateMarkdown.of(result, Optional.of(gate));
    assertFalse(markdown.contains("<b>"), markdown);
    assertFalse(markdown.contains("@all"), markdown);
    assertFalse(markdown.contains("\n| new"), markdown);
    assertFalse(markdown.contains("](javascript"), markdown);
    assertFalse(GateTerminal.render(gate, 100, false).contains("\u001b"));
    long rows = markdown.lines().filter(line -> line.startsWith("| ")).count();
    assertEquals(2 + gate.verdicts().size(), rows, markdown);
  }

  @Test
  void a_comment_has_verdict_effect_and_interval_of_each_variant() {
    String markdown = GateMarkdown.of(result, Optional.of(gate("Hello", GateSides.HOST, 960)));
    String cpu = markdown.lines().filter(line -> line.contains("CPU time")).findFirst().orElse("");
    assertTrue(cpu.matches(".*\\\\\\+\\d+\\\\\\.\\d %.*\\\\\\+5 %.*30 / 30 \\| OVER \\|"), cpu);
    assertTrue(markdown.contains("1 of 4 comparisons over"), markdown);
  }

  @Test
  void a_comment_has_no_word_of_a_functions_log() {
    Warning warning =
        new Warning(
            "A answered 500",
            "1 of 1 samples; its log: key 7",
            "",
            false,
            false,
            "; its log: key 7");
    String markdown = GateMarkdown.of(result.warned(List.of(warning)), Optional.empty());
    assertTrue(markdown.contains("- A answered 500 (1 of 1 samples)\n"), markdown);
  }

  @Test
  void other_programs_get_the_comparison_in_the_documented_form() throws Exception {
    GateResult gate = gate("Hello", GateSides.HOST, 960);
    Path junit = folder.resolve("reports/thaw.xml");
    Path markdown = folder.resolve("thaw.md");
    GateFiles.write(result, Optional.of(gate), folder, Optional.of(junit), Optional.of(markdown));
    assertTrue(Files.size(junit) > 0 && Files.size(markdown) > 0);
    JsonNode json = new ObjectMapper().readTree(folder.resolve("gate.json").toFile());
    assertEquals("thaw-gate-1", json.path("format").asText());
    assertTrue(json.path("over").asBoolean());
    JsonNode first = json.path("verdicts").path(0);
    assertEquals("cpu", first.path("measure").asText());
    assertEquals("OVER", first.path("outcome").asText());
    assertEquals(1.05, first.path("limit").asDouble(), 1e-9);
    assertTrue(first.path("low").asDouble() < first.path("ratio").asDouble());
    assertTrue(json.path("verdicts").path(1).path("low").isNull());
  }

  @Test
  void files_of_an_earlier_run_are_removed_before_a_new_one_and_nothing_else() throws Exception {
    Path junit = Files.writeString(folder.resolve("thaw.xml"), "<testsuite/>");
    Path kept = Files.createDirectory(folder.resolve("folder"));
    GateFiles.clear(Optional.of(junit), Optional.of(kept));
    assertFalse(Files.exists(junit));
    assertTrue(Files.isDirectory(kept));
    GateFiles.clear(Optional.of(junit), Optional.empty());
  }

  @Test
  void no_line_is_wider_than_the_terminal() {
    Host other = new Host("6.1.0", "Graviton", 2, 8_000, "v2", List.of());
    for (int columns : new int[] {60, 80, 120}) {
      GateTerminal.render(gate("Hello", other, 960), columns, false)
          .lines()
          .forEach(line -> assertTrue(line.length() <= columns, line));
    }
  }
}
