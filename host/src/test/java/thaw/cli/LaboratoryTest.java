package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.StartsProcesses;

/** {@code thaw lab} as the host has it, whose class path has no laboratory. */
@StartsProcesses
class LaboratoryTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"lab", "lab --help", "lab first-use --quick", "help lab", "--verbose lab"})
  void its_command_is_what_the_arguments_begin_with(String arguments) {
    assertTrue(Laboratory.isAskedFor(arguments.split(" ")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "help", "--help", "bench lab", "la", "label"})
  void nothing_else_looks_for_it(String arguments) {
    assertFalse(Laboratory.isAskedFor(arguments.split(" ")));
  }

  @Test
  void the_help_lists_it_all_the_same() {
    Transcript help = Transcript.of("--help");
    assertEquals(0, help.exit(), help.err());
    assertTrue(help.out().contains("  lab "), help.out());
    assertTrue(help.out().contains("Repeats published experiments about the JVM"), help.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"lab", "lab --all --quick", "lab storage --dir /tmp -- make"})
  void without_its_jars_it_is_a_mistake_with_a_remedy(String words) {
    Transcript.of((Object[]) words.split(" "))
        .assertMistake(
            "the jars of thaw lab, in the folder laboratory, are not on the class path",
            "start it with the launcher: ./thaw lab");
  }
}
