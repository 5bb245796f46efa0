package thaw.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import thaw.cli.Transcript;

/** Each command that a page shows has the options that it is shown with, and has a row itself. */
class CommandsTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `thaw ([\\w-]+)` \\|");

  private static final Pattern FENCED = Pattern.compile("(?ms)^\\s*```.*?^\\s*```$");
  private static final Pattern IN_A_SENTENCE = Pattern.compile("`(thaw [a-z][^`]*? --[^`]*)`");

  /** Those of programs whose jars are not here are tested where they are. */
  private static boolean isHere(String command) {
    return Stream.of("lab", "load", "race")
            .noneMatch(name -> DocumentedCommands.isOf(name, command))
        && !DocumentedCommands.isOfCluster(command);
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

  /** In a sentence a command may lack what its reader knows; its options are those it has. */
  @Test
  void those_in_sentences_have_the_options_that_they_are_named_with() throws Exception {
    List<String> refused = new ArrayList<>();
    int understood = 0;
    for (String page : PageBlock.pages()) {
      String text = Files.readString(Examples.ROOT.resolve(page));
      for (MatchResult found :
          IN_A_SENTENCE.matcher(FENCED.matcher(text).replaceAll("")).results().toList()) {
        String command = found.group(1).replaceAll("\\s+", " ");
        if (page.startsWith("docs/decisions/") || !isHere(command)) {
          continue;
        }
        List<String> words = Examples.words(command);
        String fault =
            Transcript.misunderstood(words.subList(1, words.size()).toArray(String[]::new));
        understood++;
        if (fault.contains("Unknown option")) {
          refused.add(page + ": " + command + ": " + fault);
        }
      }
    }
    assertEquals(List.of(), refused);
    assertTrue(understood > 60, "understood: " + understood);
  }

  @Test
  void an_option_that_is_not_there_is_noticed() {
    assertTrue(Transcript.misunderstood("bench", "f", "--no-such").contains("--no-such"));
    assertEquals(
        List.of("thaw", "invoke", "f", "--event", "{\"a\":1}"),
        Examples.words("thaw invoke f --event '{\"a\":1}'"));
  }
}
