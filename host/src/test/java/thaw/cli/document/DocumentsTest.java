package thaw.cli.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.app.race.RaceResult;
import thaw.cli.Transcript;
import thaw.cli.option.JsonOption;
import thaw.race.RaceReport;
import thaw.race.SharedSuspect;

/** The page of documents for other programs, and the documents. */
class DocumentsTest {
  private static final Path PAGE = Path.of("../docs/json.md");

  @Test
  void each_command_that_prints_json_is_on_the_page() throws Exception {
    String page = Files.readString(PAGE);
    List<String> commands =
        Transcript.commandsWith("--json").stream().filter(name -> !name.equals("lab")).toList();
    assertTrue(commands.containsAll(List.of("bench", "why", "setup", "race")), commands.toString());
    for (String command : commands) {
      assertTrue(
          page.lines().anyMatch(line -> line.matches("\\| `thaw " + command + "\\b.*--json`.*")),
          command);
    }
  }

  @Test
  void races_come_with_both_stacks_and_each_member_is_on_the_page() throws Exception {
    RaceReport.Frame frame = new RaceReport.Frame("a.B", "c", "B.java", 7);
    RaceReport.Race race =
        new RaceReport.Race(
            RaceReport.Kind.LOST_UPDATE,
            "a.B#count",
            "",
            new RaceReport.Access(1, false, List.of(frame)),
            new RaceReport.Access(1, true, List.of(frame)),
            Optional.of(new RaceReport.Access(2, true, List.of(frame))));
    RaceReport report =
        new RaceReport(
            List.of(race), List.of(new RaceReport.UnlikeResponse(0, "1", "2")), 3, List.of());
    SharedSuspect suspect = new SharedSuspect("a.B#format", "java.text.SimpleDateFormat", frame);
    JsonNode document =
        new ObjectMapper()
            .readTree(
                JsonOption.text(
                    RaceDocument.of(new RaceResult("Lost", 5, 1, report, List.of(suspect)))));
    assertEquals("thaw-race-1", document.path("format").asText());
    assertEquals(3, document.path("unlike").asInt());
    String page = Files.readString(PAGE);
    String members = page.substring(page.indexOf("**`thaw-race-1`**"));
    members = members.substring(0, (members + "\n\n").indexOf("\n\n"));
    for (String path :
        List.of(
            "",
            "/races/0",
            "/races/0/first",
            "/races/0/first/stack/0",
            "/seenInCodeOnly/0",
            "/responses/0")) {
      assertTrue(!document.at(path).isEmpty(), path);
      for (var member : document.at(path).properties()) {
        assertTrue(
            members.contains("`" + member.getKey() + "`") || member.getKey().equals("format"),
            member.getKey() + " of " + path);
      }
    }
  }
}
