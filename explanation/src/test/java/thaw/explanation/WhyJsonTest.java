package thaw.explanation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.Phase;
import thaw.attribution.Finding;
import thaw.problem.UserMistake;
import thaw.remedy.Family;

class WhyJsonTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir Path folder;

  /** To renew the golden file: run {@link WhyGallery} and read what changed before copying it. */
  @Test
  void the_file_looks_as_it_did_when_somebody_last_looked() throws Exception {
    try (InputStream golden =
        WhyJsonTest.class.getResourceAsStream("/thaw/explanation/why-hostile.json")) {
      String expected =
          new String(Objects.requireNonNull(golden).readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(expected, WhyJson.text(WhyExamples.hostile()).replace("\u202e", "(RLO)"));
    }
  }

  @Test
  void the_documented_members_are_there() throws Exception {
    JsonNode root = MAPPER.readTree(WhyJson.text(WhyExamples.petstore()));
    assertEquals("thaw-why-1", root.path("format").asText());
    String page = Files.readString(Path.of("../docs/json.md"));
    root.fieldNames().forEachRemaining(name -> assertTrue(page.contains("`" + name + "`"), name));
    for (String path :
        List.of(
            "/total/wallMillis",
            "/total/explainedRatio",
            "/phases/0/wallMillis",
            "/phases/0/cpuMillis",
            "/phases/0/causes/0/millis",
            "/phases/0/causes/0/owners/0/millis",
            "/classes/loaded",
            "/classes/byPackage/0/classes",
            "/classes/byLibrary/0/classes",
            "/methods/0/inclusiveMillis",
            "/findings/0/predictedMillis/0",
            "/findings/0/predictedMillis/1")) {
      assertTrue(root.at(path).isNumber(), path);
    }
    for (String path :
        List.of(
            "/phases/0/name",
            "/phases/0/causes/0/name",
            "/phases/0/causes/0/owners/0/library",
            "/classes/byPackage/0/name",
            "/classes/byLibrary/0/name",
            "/methods/0/name",
            "/findings/0/id",
            "/findings/0/title",
            "/findings/0/evidence",
            "/findings/0/place",
            "/findings/0/remedy")) {
      assertTrue(root.at(path).isTextual(), path);
    }
    assertEquals(2, root.at("/findings/0/predictedMillis").size());
  }

  @Test
  void unexplained_is_a_row_of_every_phase() throws Exception {
    for (JsonNode phase : MAPPER.readTree(WhyJson.text(WhyExamples.petstore())).get("phases")) {
      assertTrue(
          phase.get("causes").findValuesAsText("name").contains(Cause.UNEXPLAINED.label()),
          phase.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"petstore", "empty", "hostile", "large"})
  void what_is_read_back_is_what_was_written_but_for_the_profile(String name) {
    Explanation written = Objects.requireNonNull(WhyGallery.explanations().get(name));
    Path file = folder.resolve("new/why.json");
    WhyJson.write(written, file);
    Explanation read = WhyJson.read(file);
    WhyJson.write(read, folder.resolve("again.json"));
    assertEquals(WhyJson.text(written), WhyJson.text(read));
    assertEquals(written.subject(), read.subject());
    assertEquals(written.findings(), read.findings());
    assertEquals(
        written.phases().stream().map(Phase::name).toList(),
        read.phases().stream().map(Phase::name).toList());
    assertEquals(written.classes().list().size(), read.classes().list().size());
    assertEquals(List.of(), read.profile());
  }

  @Test
  void milliseconds_have_three_decimals() {
    assertEquals(12.346, WhyJson.millis(12.3456));
    assertEquals(0.001, WhyJson.millis(0.0005));
    assertEquals(-3.142, WhyJson.millis(-3.14159));
  }

  @Test
  void what_the_contract_names_is_enough_to_compare_with() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("least.json"),
            """
            {"total": {"wallMillis": 10, "explainedRatio": 0.9},
             "phases": [{"name": "JVM boot", "wallMillis": 10, "cpuMillis": 9,
               "causes": [{"name": "VM start", "millis": 9,
                           "owners": [{"library": "JDK", "millis": 9}]}]}],
             "classes": {"loaded": 3, "byPackage": [], "byLibrary": []},
             "methods": [], "findings": []}
            """);
    Explanation read = WhyJson.read(file);
    assertEquals(9, read.phases().getFirst().causes().getFirst().owners().getFirst().millis());
    assertEquals(3, read.classes().loaded());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{}",
        "not JSON",
        "{\"total\": {\"wallMillis\": 1}}",
        "{\"total\": {\"wallMillis\": 1}, \"phases\": [{\"name\": \"lunch\"}]}",
        "{\"total\": {\"wallMillis\": 1}, \"phases\": [{\"name\": \"JVM boot\","
            + " \"causes\": [{\"name\": \"magic\"}]}]}",
        "{\"total\": {\"wallMillis\": 1}, \"phases\": [{\"causes\": []}]}",
        "{\"total\": {\"wallMillis\": 1}, \"phases\": [{\"name\": \"JVM boot\", \"causes\": [{}]}]}",
        "{\"total\": {\"wallMillis\": 1}, \"phases\": [], \"subject\": {\"recordedAt\": \"noon\"}}"
      })
  void another_file_is_a_mistake_with_a_remedy(String content) throws Exception {
    Path file = Files.writeString(folder.resolve("other.json"), content);
    UserMistake mistake = assertThrows(UserMistake.class, () -> WhyJson.read(file));
    assertTrue(mistake.getMessage().contains(file.toString()), mistake.getMessage());
    assertTrue(mistake.remedy().contains("why.json"), mistake.remedy());
  }

  @Test
  void a_finding_has_the_remedies_of_thaw_fix_that_answer_it() throws Exception {
    JsonNode findings = MAPPER.readTree(WhyJson.text(WhyExamples.petstore())).path("findings");
    assertEquals(
        "[{\"id\":\"static-NAME\",\"kind\":\"reviewed\"}]",
        findings.get(0).path("remedies").toString());
    assertEquals("[]", findings.get(3).path("remedies").toString());
  }

  @Test
  void remedies_that_cannot_help_the_function_are_in_no_output() throws Exception {
    Explanation built = WhyExamples.petstore();
    Explanation jar =
        built.withSubject(
            new Explanation.Subject(
                "F", "a.B", 512, "JDK 25", 1, Instant.EPOCH, false, false, true));
    Finding first = jar.findings().getFirst();
    assertEquals(List.of(), Family.answering(jar, first));
    JsonNode found = MAPPER.readTree(WhyJson.text(jar)).path("findings").get(0);
    assertEquals(first.id(), found.path("id").asText());
    assertEquals("[]", found.path("remedies").toString());
  }

  @Test
  void what_is_unknown_is_named_with_its_place() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("later.json"),
            """
            {"total": {"wallMillis": 1}, "later": {},
             "phases": [{"name": "JVM boot", "causes": [{"name": "magic", "later": 1}]}]}
            """);
    UserMistake mistake = assertThrows(UserMistake.class, () -> WhyJson.read(file));
    assertTrue(
        mistake.getMessage().contains("does not know 'magic' in phases[0].causes[0].name"),
        mistake.getMessage());
  }

  @Test
  void a_file_that_is_not_there_is_a_mistake_with_a_remedy() {
    Path file = folder.resolve("nothing.json");
    UserMistake mistake = assertThrows(UserMistake.class, () -> WhyJson.read(file));
    assertTrue(mistake.getMessage().contains("does not exist"), mistake.getMessage());
  }
}
