package thaw.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.presentation.sarif.SarifFile;

class RaceSarifTest {
  private static RaceReport.Access access(boolean writes, int line) {
    return new RaceReport.Access(
        0,
        writes,
        List.of(new RaceReport.Frame("com.example.Hello", "handle", "Hello.java", line)));
  }

  private static JsonNode sarif() throws Exception {
    RaceReport report =
        new RaceReport(
            List.of(
                new RaceReport.Race(
                    RaceReport.Kind.LOST_UPDATE,
                    "com.example.Hello#count",
                    "",
                    access(false, 12),
                    access(true, 14),
                    Optional.of(access(true, 14)))),
            List.of(new RaceReport.UnlikeResponse(0, "\"one\"", "\"two\u001b\"")),
            1,
            List.of());
    SharedSuspect suspect =
        new SharedSuspect(
            "com.example.Hello#FORMAT",
            "java.text.SimpleDateFormat",
            new RaceReport.Frame("com.example.Hello", "admin", "Hello.java", 20));
    return new ObjectMapper()
        .readTree(
            SarifFile.text(
                RaceSarif.results(
                    "Hello",
                    report,
                    List.of(suspect),
                    place ->
                        place.isEmpty()
                            ? new SarifFile.Line("template.yaml", 0)
                            : new SarifFile.Line("src/Hello.java", 14)),
                "0.2.0"));
  }

  @Test
  void a_finding_is_at_the_line_of_its_write() throws Exception {
    JsonNode result = sarif().at("/runs/0/results/0");
    assertEquals("race-lost-update", result.path("ruleId").asText());
    assertEquals(
        "com.example.Hello.handle(Hello.java:14)",
        result.at("/locations/0/logicalLocations/0/fullyQualifiedName").asText());
    assertEquals(14, result.at("/locations/0/physicalLocation/region/startLine").asInt());
    assertTrue(result.at("/message/text").asText().contains("AtomicLong"), "the remedy is told");
  }

  @Test
  void a_response_has_the_file_that_stands_for_the_whole_and_safe_text() throws Exception {
    JsonNode result = sarif().at("/runs/0/results/1");
    assertEquals("race-response", result.path("ruleId").asText());
    assertEquals(
        "template.yaml", result.at("/locations/0/physicalLocation/artifactLocation/uri").asText());
    assertTrue(result.at("/message/text").asText().indexOf('\u001b') < 0);
  }

  @Test
  void what_was_seen_in_the_code_only_is_a_note() throws Exception {
    JsonNode result = sarif().at("/runs/0/results/2");
    assertEquals("note", result.path("level").asText());
    assertTrue(result.at("/message/text").asText().contains("seen in the code only"));
  }
}
