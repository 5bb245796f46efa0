package thaw.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramCommandTest {
  private static List<String> started(String... arguments) {
    return ProgramCommand.of(Path.of("/thaw"), List.of(arguments)).builder().command();
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "bench", "why", "fix", "load", "package"})
  void commands_that_can_end_with_their_input_are_told_to(String command) {
    assertEquals(List.of("/thaw", command, "--until-stdin-closes", "app"), started(command, "app"));
  }

  @Test
  void others_are_not_and_none_is_told_twice() {
    assertEquals(List.of("/thaw", "doctor"), started("doctor"));
    assertEquals(List.of("/thaw"), started());
    assertEquals(
        List.of("/thaw", "run", "--until-stdin-closes"), started("run", "--until-stdin-closes"));
  }

  @Test
  void a_user_is_shown_what_can_be_typed_at_a_terminal() {
    assertEquals(
        "thaw bench app", ProgramCommand.of(Path.of("/t"), List.of("bench", "app")).shown());
  }
}
