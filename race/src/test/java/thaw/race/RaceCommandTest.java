package thaw.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.cli.JsonOption;
import thaw.cli.Transcript;
import thaw.examples.DocumentedCommands;

/** The command line of {@code thaw race}, and what it prints for other programs. */
class RaceCommandTest {
  private static final Path PAGE = Path.of("../docs/json.md");

  @Test
  void each_command_that_a_page_shows_is_understood() throws Exception {
    DocumentedCommands commands =
        DocumentedCommands.that(command -> DocumentedCommands.isOf("race", command));
    assertEquals(List.of(), commands.refused());
    assertTrue(commands.understood() > 0, commands::toString);
    assertTrue(Transcript.misunderstood("race", "--no-such").contains("--no-such"));
  }

  @Test
  void it_takes_data_and_values_that_a_template_lacks_as_other_commands_do() {
    assertEquals(
        "",
        Transcript.misunderstood(
            "race", "f", "--seed", "d", "--before", "A={}", "--parameter", "A=1"));
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
