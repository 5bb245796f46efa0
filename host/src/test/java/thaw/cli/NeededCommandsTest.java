package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Which commands a start makes a model of. */
class NeededCommandsTest {
  @Test
  void a_command_is_made_alone() {
    Map<String, CommandLine> all = Main.commands().getSubcommands();
    for (String name : all.keySet()) {
      List<Class<?>> needed = Main.needed(name, "--memory", "512");
      if (name.equals("help")) {
        assertEquals(all.size(), needed.size());
      } else {
        assertEquals(1, needed.size(), name);
        assertEquals(name, needed.getFirst().getAnnotation(Command.class).name());
      }
    }
  }

  @Test
  void the_version_needs_no_command() {
    assertEquals(List.of(), Main.needed("--version"));
    assertEquals(List.of(), Main.needed("-V"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "rnu", "--help", "--help run", "help run", "--versoin"})
  void help_and_mistakes_have_all_commands(String words) {
    String[] arguments = words.isEmpty() ? new String[0] : words.split(" ");
    assertEquals(Main.commands().getSubcommands().size(), Main.needed(arguments).size());
  }
}
