package thaw.presentation.sarif;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.Text;

/**
 * A document in SARIF 2.1.0, which editors and code hosts show at file and line (<a
 * href="https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/sarif-v2.1.0-os.html">standard</a>). Each
 * result has a file, and a line: code hosts refuse a document with a result that has none. Texts
 * are made safe to show.
 */
public final class SarifFile {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  private SarifFile() {}

  /** A line of a file; 0 for the file as a whole, which is written as its first line. */
  public record Line(String uri, int number) {}

  /** The weight of a result. */
  public enum Level {
    NOTE,
    WARNING;

    private String text() {
      return this == NOTE ? "note" : "warning";
    }
  }

  /**
   * The rule that results have in common.
   *
   * @param help where it is described
   */
  public record Rule(String id, String title, String help) {}

  /**
   * A result.
   *
   * @param place in the code, for people; empty if there is none
   * @param fingerprint the same for the same result of another run
   * @param properties figures, by name
   */
  public record Result(
      Rule rule,
      Level level,
      String message,
      Line line,
      String place,
      String fingerprint,
      Map<String, Double> properties) {}

  /**
   * Replaces the file in one step, and creates its folder.
   *
   * @param version of this program
   */
  public static void write(List<Result> results, String version, Path file) {
    AtomicFile.write(file, text(results, version));
  }

  public static String text(List<Result> results, String version) {
    ObjectNode root = JSON.createObjectNode();
    root.put("$schema", SCHEMA).put("version", "2.1.0");
    ObjectNode run = root.putArray("runs").addObject();
    ObjectNode driver = run.putObject("tool").putObject("driver");
    driver.put("name", "Thaw").put("version", version);
    ArrayNode rules = driver.putArray("rules");
    Set<String> known = new HashSet<>();
    for (Result result : results) {
      if (known.add(Text.clean(result.rule().id()))) {
        rule(rules.addObject(), result.rule());
      }
    }
    run.put("columnKind", "utf16CodeUnits");
    ArrayNode all = run.putArray("results");
    results.forEach(result -> result(all.addObject(), result));
    return root.toPrettyString() + "\n";
  }

  private static void rule(ObjectNode node, Rule rule) {
    node.put("id", Text.clean(rule.id()));
    node.putObject("shortDescription").put("text", Text.clean(rule.title()));
    node.putObject("help").put("text", Text.clean(rule.help()));
  }

  private static void result(ObjectNode node, Result result) {
    node.put("ruleId", Text.clean(result.rule().id())).put("level", result.level().text());
    node.putObject("message").put("text", Text.clean(result.message()));
    ObjectNode location = node.putArray("locations").addObject();
    ObjectNode physical = location.putObject("physicalLocation");
    physical.putObject("artifactLocation").put("uri", result.line().uri());
    physical.putObject("region").put("startLine", Math.max(1, result.line().number()));
    if (!result.place().isEmpty()) {
      location
          .putArray("logicalLocations")
          .addObject()
          .put("fullyQualifiedName", Text.clean(result.place()));
    }
    node.putObject("partialFingerprints").put("finding/v1", Text.clean(result.fingerprint()));
    if (!result.properties().isEmpty()) {
      ObjectNode properties = node.putObject("properties");
      result.properties().forEach(properties::put);
    }
  }
}
