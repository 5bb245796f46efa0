package thaw.report.why;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.report.text.AtomicFile;
import thaw.report.text.Text;

/**
 * Findings in SARIF 2.1.0, which editors and code hosts show at file and line (<a
 * href="https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/sarif-v2.1.0-os.html">standard</a>). Each
 * has a file, and a line: code hosts refuse a document with a result that has none.
 */
public final class WhySarif {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
  private static final String PAGE = "docs/findings.md#";

  private WhySarif() {}

  /** A line of a file; 0 for the file as a whole, which is written as its first line. */
  public record Line(String uri, int number) {}

  /**
   * Replaces the file in one step, and creates its folder.
   *
   * @param version of this program
   * @param lines where the place of a finding is, as a URI relative to this folder; of one without
   *     a place in own sources what stands for the whole
   */
  public static void write(
      Explanation explanation, String version, Function<String, Line> lines, Path file) {
    AtomicFile.write(file, text(explanation, version, lines));
  }

  static String text(Explanation explanation, String version, Function<String, Line> lines) {
    ObjectNode root = JSON.createObjectNode();
    root.put("$schema", SCHEMA).put("version", "2.1.0");
    ObjectNode run = root.putArray("runs").addObject();
    ObjectNode driver = run.putObject("tool").putObject("driver");
    driver.put("name", "Thaw").put("version", version);
    rules(driver.putArray("rules"), explanation);
    run.put("columnKind", "utf16CodeUnits");
    ArrayNode results = run.putArray("results");
    for (Finding finding : explanation.findings()) {
      result(results.addObject(), explanation, finding, lines.apply(finding.place()));
    }
    return root.toPrettyString() + "\n";
  }

  private static void rules(ArrayNode rules, Explanation explanation) {
    Set<String> known = new LinkedHashSet<>();
    for (Finding finding : explanation.findings()) {
      String id = Text.clean(finding.id());
      if (known.add(id)) {
        ObjectNode rule = rules.addObject();
        rule.put("id", id);
        rule.putObject("shortDescription").put("text", Text.clean(finding.title()));
        rule.putObject("help").put("text", "See " + PAGE + id);
      }
    }
  }

  private static void result(
      ObjectNode result, Explanation explanation, Finding finding, Line line) {
    result.put("ruleId", Text.clean(finding.id())).put("level", "warning");
    String function = Text.clean(explanation.subject().function());
    result
        .putObject("message")
        .put(
            "text",
            String.format(
                Locale.ROOT,
                "%s: %s. %s. Predicted gain in the cold start of %s: %,.0f to %,.0f ms%s. Remedy: %s",
                function,
                Text.clean(finding.title()),
                Text.clean(finding.evidence()),
                function,
                finding.lowMillis(),
                finding.highMillis(),
                finding.lowIf().isEmpty() ? "" : " (the least " + Text.clean(finding.lowIf()) + ")",
                Text.clean(finding.remedy())));
    ObjectNode location = result.putArray("locations").addObject();
    ObjectNode physical = location.putObject("physicalLocation");
    physical.putObject("artifactLocation").put("uri", line.uri());
    physical.putObject("region").put("startLine", Math.max(1, line.number()));
    if (!finding.place().isEmpty()) {
      location
          .putArray("logicalLocations")
          .addObject()
          .put("fullyQualifiedName", Text.clean(finding.place()));
    }
    result
        .putObject("partialFingerprints")
        .put("finding/v1", Text.clean(finding.id() + " " + finding.place()));
    ObjectNode properties = result.putObject("properties");
    properties.put("predictedLowMillis", finding.lowMillis());
    properties.put("predictedHighMillis", finding.highMillis());
  }
}
