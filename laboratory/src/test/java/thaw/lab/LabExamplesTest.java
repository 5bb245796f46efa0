package thaw.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import thaw.cli.Transcript;
import thaw.examples.DocumentedCommands;

/** Each command of the laboratory that a page shows has the options that it is shown with. */
class LabExamplesTest {
  @Test
  void are_understood() throws Exception {
    DocumentedCommands commands =
        DocumentedCommands.that(command -> DocumentedCommands.isOf("lab", command));
    assertEquals(List.of(), commands.refused());
    assertTrue(commands.understood() > 5, commands::toString);
  }

  @Test
  void an_option_that_is_not_there_is_noticed() {
    assertTrue(Transcript.misunderstood("lab", "--no-such").contains("--no-such"));
  }
}
