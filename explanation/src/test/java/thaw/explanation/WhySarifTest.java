package thaw.explanation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import thaw.attribution.Explanation;
import thaw.presentation.sarif.SarifFile;

/** What the schema of SARIF 2.1.0 requires, and what code hosts read. */
class WhySarifTest {
  private static JsonNode sarif(Explanation explanation) throws Exception {
    return new ObjectMapper()
        .readTree(
            WhySarif.text(
                explanation,
                "0.2.0",
                place ->
                    place.isEmpty()
                        ? new SarifFile.Line("template.yaml", 0)
                        : new SarifFile.Line("src/main/java/Handler.java", 42)));
  }

  @Test
  void each_explanation_has_the_members_that_the_schema_requires() throws Exception {
    for (Explanation explanation : WhyGallery.explanations().values()) {
      JsonNode root = sarif(explanation);
      assertEquals("2.1.0", root.path("version").asText());
      assertTrue(root.path("$schema").asText().endsWith("sarif-schema-2.1.0.json"));
      assertEquals(1, root.path("runs").size());
      JsonNode run = root.path("runs").path(0);
      assertEquals("Thaw", run.at("/tool/driver/name").asText());
      Set<String> rules = new HashSet<>();
      for (JsonNode rule : run.at("/tool/driver/rules")) {
        assertTrue(rules.add(rule.path("id").asText()), "a rule has an id of its own");
        assertTrue(rule.at("/shortDescription/text").isTextual());
      }
      assertTrue(run.path("results").isArray());
      assertEquals(explanation.findings().size(), run.path("results").size());
      for (JsonNode result : run.path("results")) {
        assertTrue(result.at("/message/text").isTextual());
        assertTrue(rules.contains(result.path("ruleId").asText()));
        assertTrue(
            Set.of("none", "note", "warning", "error").contains(result.path("level").asText()));
        assertEquals(1, result.path("locations").size(), "code hosts refuse a result without");
        for (JsonNode location : result.path("locations")) {
          assertTrue(location.at("/physicalLocation/artifactLocation/uri").isTextual());
          assertTrue(location.at("/physicalLocation/region/startLine").asInt() >= 1);
        }
      }
    }
  }

  @Test
  void texts_from_elsewhere_stay_text() throws Exception {
    String text =
        WhySarif.text(
            WhyGallery.explanations().get("hostile"),
            "0.2.0",
            place -> new SarifFile.Line("pom.xml", 0));
    assertFalse(text.contains("\u001b") || text.contains("\u202e"));
    assertFalse(text.contains("\\u001b") || text.contains("\\u0000"));
  }

  @Test
  void what_has_no_source_file_has_the_file_that_stands_for_the_whole_and_its_own_name()
      throws Exception {
    for (Explanation explanation : WhyGallery.explanations().values()) {
      JsonNode root =
          new ObjectMapper()
              .readTree(WhySarif.text(explanation, "1", place -> new SarifFile.Line("pom.xml", 0)));
      for (int i = 0; i < explanation.findings().size(); i++) {
        JsonNode location = root.at("/runs/0/results/" + i + "/locations/0");
        assertEquals("pom.xml", location.at("/physicalLocation/artifactLocation/uri").asText());
        assertEquals(1, location.at("/physicalLocation/region/startLine").asInt());
        assertEquals(
            !explanation.findings().get(i).place().isEmpty(), location.has("logicalLocations"));
      }
    }
  }
}
