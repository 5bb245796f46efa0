package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands with jars of their own as the host has them, whose class path lacks these jars. */
class SeparateCommandTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"lab", "lab --help", "lab first-use --quick", "help lab", "--verbose lab"})
  void the_laboratory_s_command_is_what_the_arguments_begin_with(String arguments) {
    assertEquals(SeparateCommand.LAB, Main.asked(arguments.split(" ")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "help", "--help", "bench lab", "la", "label"})
  void nothing_else_looks_for_it(String arguments) {
    assertNotEquals(SeparateCommand.LAB, Main.asked(arguments.split(" ")));
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
            "start it with the launcher: thaw lab");
  }

  @ParameterizedTest
  @ValueSource(strings = {"load", "mcp", "race"})
  void so_it_is_with_the_other_ones(String name) {
    assertEquals(name, Main.asked(name, "--help"));
    assertTrue(Transcript.of("--help").out().contains("  " + name + " "));
    Transcript.of(name, "f", "--event", "{}")
        .assertMistake(
            "the jars of thaw %s, in the folder %s, are not on the class path"
                .formatted(name, name),
            "start it with the launcher: thaw " + name);
  }

  @Test
  void so_it_is_with_the_commands_about_a_cluster() {
    for (String words : List.of("deploy", "delete", "ps --on kubernetes", "logs --on=kubernetes")) {
      String name = words.split("=")[0].replace("--on kubernetes", "").replace("--on", "").strip();
      String place = words.contains("--on") ? " --on kubernetes" : "";
      Transcript.of((Object[]) words.split(" "))
          .assertMistake(
              "the jars of thaw %s%s, in the folder cluster, are not on the class path"
                  .formatted(name, place),
              "start it with the launcher: thaw " + name + place);
    }
    Transcript.of("ps", "--on", "mars")
        .assertMistake(
            "--on must be kubernetes: mars", "leave it out for what runs on this machine");
  }
}
