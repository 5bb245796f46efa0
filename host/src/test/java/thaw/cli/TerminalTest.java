package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.running.EventFile;
import thaw.fixture.BuiltProgram;
import thaw.fixture.SideBySide;
import thaw.pool.life.EnvironmentObservation;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.kernel.Tool;

/** Process tests: the program on a terminal, which script(1) makes, and into a file. */
@SideBySide
class TerminalTest {
  private static final String TITLE = "\u001b]0;another title\u0007\u001b[2J";
  private static final String COLOUR = "\u001b[31mred\u001b[0m";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  @BeforeEach
  void logs() {
    try (EventFile file = EventFile.open(folder, problem -> assertEquals(null, problem))) {
      file.add(
          new EnvironmentObservation(
              "hello",
              "$LATEST",
              "stream",
              PlatformEvent.Stamped.now(new PlatformEvent.FunctionLine(TITLE + COLOUR))));
    }
  }

  @Test
  void a_terminal_is_not_steered_by_what_a_function_has_logged() {
    String seen = onTerminal("logs --data " + folder);
    assertTrue(seen.contains("hello | \u241b]0;another title\u2407\u241b[2J" + COLOUR), seen);
    assertFalse(seen.contains(TITLE), seen);
  }

  @Test
  void a_terminal_is_not_steered_by_the_name_in_an_error_message() {
    String seen = onTerminal("logs --data \"$(printf '/nowhere\\033[2J\\007')\"");
    assertTrue(seen.contains("no logs were found in /nowhere\u241b[2J\u2407"), seen);
  }

  @Test
  void a_terminal_is_no_input_whose_end_could_be_waited_for() {
    String seen = onTerminal("run " + folder + " --until-stdin-closes");
    assertTrue(seen.contains("needs a pipe as standard input, and not a terminal"), seen);
    assertTrue(seen.contains("Remedy: leave out --until-stdin-closes"), seen);
  }

  @Test
  void a_file_gets_what_was_logged_as_it_is() throws IOException {
    Path file = folder.resolve("shown");
    Tool tool =
        Tool.run(List.of("sh", "-c", thaw("logs --data " + folder) + " > " + file), PATIENCE);
    assertTrue(tool.succeeded(), tool.output());
    assertTrue(Files.readString(file).contains("hello | " + TITLE + COLOUR));
  }

  private static String onTerminal(String arguments) {
    assumeTrue(Tool.run(List.of("script", "--version")).succeeded(), "there is no script(1)");
    return Tool.run(List.of("script", "-qec", thaw(arguments), "/dev/null"), PATIENCE).output();
  }

  private static String thaw(String arguments) {
    return BuiltProgram.command("-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8").stream()
        .map(word -> "'" + word + "' ")
        .collect(Collectors.joining("", "", arguments));
  }
}
