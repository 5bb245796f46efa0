package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.fixture.SideBySide;
import thaw.sandbox.Capability;
import thaw.snapshot.CriuCommand;
import thaw.snapshot.CriuVersion;

/** What {@code thaw setup --json} tells other programs. */
@SideBySide
class SetupDocumentTest {
  private static final CriuCommand CRIU =
      new CriuCommand(
          List.of("/opt/criu"), Path.of("/opt/criu"), new CriuVersion(4, 2, "4.2"), false);
  private static final Capability WORKS = Capability.present("snapshots of JVMs", "was restored");
  private static final Capability FAILS =
      Capability.missing("snapshots of JVMs", "CRIU was not found", "slow", "thaw setup");

  @Test
  void what_was_installed_and_works_is_told_with_its_place() {
    assertEquals(
        List.of("CRIU installed 4.2 /opt/criu ", "snapshots of JVMs works - - "),
        told(SetupDocument.of(Optional.of(CRIU), true, WORKS)));
    assertEquals(
        List.of("CRIU present 4.2 /opt/criu ", "snapshots of JVMs works - - "),
        told(SetupDocument.of(Optional.of(CRIU), false, WORKS)));
  }

  @Test
  void what_is_missing_is_told_with_its_remedy() {
    assertEquals(
        List.of("CRIU missing - - thaw setup", "snapshots of JVMs missing - - thaw setup"),
        told(SetupDocument.of(Optional.empty(), false, FAILS)));
    assertEquals(
        List.of("CRIU present 4.2 /opt/criu ", "snapshots of JVMs missing - - thaw setup"),
        told(SetupDocument.of(Optional.of(CRIU), false, FAILS)),
        "it is there, and does not work");
  }

  @Test
  void each_member_is_on_the_page() throws Exception {
    String page = Files.readString(Path.of("../docs/json.md"));
    String members = page.substring(page.indexOf("**`thaw-setup-1`**"));
    members = members.substring(0, (members + "\n\n").indexOf("\n\n"));
    JsonNode part =
        new ObjectMapper()
            .valueToTree(SetupDocument.of(Optional.of(CRIU), true, WORKS))
            .at("/parts/0");
    assertEquals(7, part.size(), part.toString());
    for (var member : part.properties()) {
      assertTrue(members.contains("`" + member.getKey() + "`"), member.getKey());
    }
    for (String state : List.of("installed", "present", "works", "missing")) {
      assertTrue(members.contains("`" + state + "`"), state);
    }
  }

  @Test
  void a_check_says_the_same_for_programs_by_its_exit_code_and_its_document() throws Exception {
    Transcript check = Transcript.of("setup", "--check", "--json");
    JsonNode document = check.json();
    assertEquals("thaw-setup-1", document.path("format").asText());
    assertEquals(1, check.out().lines().count(), check.out());
    JsonNode snapshots = document.at("/parts/1");
    boolean works = snapshots.path("state").asText().equals("works");
    assertEquals(works ? 0 : 1, check.exit(), check.out() + check.err());
    assertEquals(works, snapshots.path("remedy").asText().isEmpty(), check.out());
    JsonNode criu = document.at("/parts/0");
    assertFalse(criu.path("state").asText().equals("installed"), "a check installs nothing");
    assertEquals(!criu.path("state").asText().equals("missing"), criu.has("version"), check.out());
  }

  private static List<String> told(SetupDocument document) {
    return document.parts().stream()
        .map(part ->
            String.join(
                " ",
                part.name(),
                part.state(),
                part.version() == null ? "-" : part.version(),
                part.path() == null ? "-" : part.path(),
                part.remedy()))
        .toList();
  }

  @Test
  void it_says_where_a_jdk_is_or_how_to_have_it() {
    Transcript there = Transcript.of("setup", "--jdk", "" + Runtime.version().feature());
    assertEquals(0, there.exit(), there.toString());
    assertTrue(there.out().contains(" is at "), there.out());
    Transcript missing = Transcript.of("setup", "--jdk", "99");
    assertEquals(1, missing.exit(), missing.toString());
    assertTrue(missing.out().contains("/latest/99/ga/linux/"), missing.out());
    assertTrue(missing.out().contains("-C ~/.jdks"), missing.out());
    assertFalse(missing.out().contains("openjdk-99"), "no Debian has it: " + missing.out());
  }
}
