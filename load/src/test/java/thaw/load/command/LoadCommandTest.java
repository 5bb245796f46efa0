package thaw.load.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import thaw.cli.Transcript;
import thaw.examples.DocumentedCommands;

/** The command line of {@code thaw load}. */
class LoadCommandTest {
  @Test
  void each_command_that_a_page_shows_is_understood() throws Exception {
    DocumentedCommands commands =
        DocumentedCommands.that(command -> DocumentedCommands.isOf("load", command));
    assertEquals(List.of(), commands.refused());
    assertTrue(commands.understood() > 3, commands::toString);
    assertTrue(Transcript.misunderstood("load", "--no-such").contains("--no-such"));
  }

  @Test
  void it_takes_data_and_values_that_a_template_lacks_as_other_commands_do() {
    assertEquals(
        "",
        Transcript.misunderstood(
            "load", "f", "--seed", "d", "--before", "A={}", "--parameter", "A=1"));
  }
}
