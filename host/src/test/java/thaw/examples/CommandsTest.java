package thaw.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import thaw.cli.Transcript;

/** Each command that a page shows has the options that it is shown with, and has a row itself. */
class CommandsTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `thaw ([\\w-]+)` \\|");

  /** Those of programs whose jars are not here are tested where they are. */
  private static boolean isHere(String command) {
    return !DocumentedCommands.isOfLab(command) && !DocumentedCommands.isOfCluster(command);
  }

  @Test
  void are_understood() throws Exception {
    DocumentedCommands commands = DocumentedCommands.that(CommandsTest::isHere);
    assertEquals(List.of(), commands.refused());
    assertTrue(commands.understood() > 60, commands::toString);
  }

  @Test
  void each_has_a_row_in_the_table_of_the_docs() throws Exception {
    Set<String> rows =
        ROW.matcher(Files.readString(Path.of("../docs/README.md")))
            .results()
            .map(row -> row.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> commands = new TreeSet<>(Transcript.commandNames());
    commands.remove("help");
    assertEquals(commands, rows);
  }

  @Test
  void an_option_that_is_not_there_is_noticed() {
    assertTrue(Transcript.misunderstood("bench", "f", "--no-such").contains("--no-such"));
    assertEquals(
        List.of("thaw", "invoke", "f", "--event", "{\"a\":1}"),
        Examples.words("thaw invoke f --event '{\"a\":1}'"));
  }
}
