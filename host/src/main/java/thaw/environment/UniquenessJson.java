package thaw.environment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.heap.Finding;
import thaw.heap.UniquenessReport;

/** The report on what clones have alike, as a file beside the snapshot. */
final class UniquenessJson {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FILE = "uniqueness.json";

  private UniquenessJson() {}

  static void write(Path folder, UniquenessReport report) throws IOException {
    Files.write(
        folder.resolve(FILE), JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(of(report)));
  }

  static ObjectNode of(UniquenessReport report) {
    ObjectNode node = JSON.createObjectNode();
    report.notCompared().ifPresent(reason -> node.put("notCompared", reason));
    ArrayNode findings = node.putArray("findings");
    for (Finding finding : report.findings()) {
      findings
          .addObject()
          .put("kind", finding.kind().name())
          .put("class", finding.className())
          .put("field", finding.field())
          .put("static", finding.isStatic())
          .put("type", finding.type())
          .put("library", finding.library())
          .put("text", finding.text())
          .put("remedy", finding.remedy());
    }
    return node;
  }

  /** What is not there, or cannot be read, is no report. */
  static UniquenessReport read(Path folder) {
    try {
      JsonNode node = JSON.readTree(Files.readAllBytes(folder.resolve(FILE)));
      List<Finding> findings = new ArrayList<>();
      for (JsonNode each : node.path("findings")) {
        findings.add(
            new Finding(
                Finding.Kind.valueOf(each.path("kind").asText()),
                each.path("class").asText(),
                each.path("field").asText(),
                each.path("static").asBoolean(),
                each.path("type").asText(),
                each.path("library").asBoolean()));
      }
      JsonNode reason = node.path("notCompared");
      return new UniquenessReport(
          reason.isMissingNode() ? Optional.empty() : Optional.of(reason.asText()), findings);
    } catch (IOException | IllegalArgumentException e) {
      return UniquenessReport.notCompared("there is no report with the snapshot");
    }
  }
}
