package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import thaw.fixture.SideBySide;

@SideBySide
class ShellFilesTest {
  @TempDir Path folder;

  @BeforeEach
  void write() throws Exception {
    ShellFiles.write(Main.commands(), folder);
  }

  private String output(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    assertEquals(0, process.waitFor(), output);
    return output;
  }

  @Test
  void bash_completes_commands_and_options() throws Exception {
    String script =
        "source "
            + folder.resolve("completions/thaw.bash")
            + "; compopt() { :; }; COMP_WORDS=(%s); COMP_CWORD=%d; _complete_thaw; echo ${COMPREPLY[@]}";

    assertEquals("bench", output("bash", "-c", script.formatted("thaw ben", 1)).strip());
    String options = output("bash", "-c", script.formatted("thaw package --form", 2));
    assertTrue(options.contains("--format"), options);
  }

  @Test
  void fish_knows_each_option_of_each_command() throws Exception {
    List<String> lines = Files.readAllLines(folder.resolve("completions/thaw.fish"));
    for (CommandLine command : Main.commands().getSubcommands().values()) {
      String name = command.getCommandName();
      boolean isShown = !command.getCommandSpec().usageMessage().hidden();
      assertEquals(
          isShown, lines.stream().anyMatch(line -> line.contains("-a " + name + " ")), name);
      command.getCommandSpec().options().stream()
          .filter(option -> isShown && !option.hidden())
          .forEach(option ->
              assertTrue(
                  lines.stream()
                      .anyMatch(line ->
                          line.contains("_from " + name + "'")
                              && line.contains(" -l " + option.longestName().substring(2) + " ")),
                  name + " " + option.longestName()));
    }
  }

  @Test
  void each_command_has_a_page_of_the_manual_with_its_options() throws Exception {
    String page = Files.readString(folder.resolve("man/man1/thaw-bench.1"));

    assertTrue(page.startsWith(".TH THAW-BENCH 1\n.SH NAME\nthaw\\-bench \\- "), page);
    assertTrue(page.contains("\\-\\-runs"), page);
    assertTrue(Files.readString(folder.resolve("man/man1/thaw.1")).contains("bench"));
    assertTrue(page.lines().noneMatch(line -> line.startsWith("'")), page);
  }

  @Test
  void two_makings_are_the_same(@TempDir Path other) throws Exception {
    ShellFiles.write(Main.commands(), other);

    assertEquals("", output("diff", "-r", folder.toString(), other.toString()));
  }
}
