package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of documents for other programs, and the documents. */
class DocumentsTest {
  private static final Path PAGE = Path.of("../docs/json.md");

  @Test
  void each_command_that_prints_json_is_on_the_page() throws Exception {
    String page = Files.readString(PAGE);
    List<String> commands =
        Transcript.commandsWith("--json").stream().filter(name -> !name.equals("lab")).toList();
    assertTrue(commands.containsAll(List.of("bench", "why", "setup")), commands.toString());
    for (String command : commands) {
      assertTrue(
          page.lines().anyMatch(line -> line.matches("\\| `thaw " + command + "\\b.*--json`.*")),
          command);
    }
  }
}
