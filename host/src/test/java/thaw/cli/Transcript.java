package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;

/**
 * One run of the program inside the test's JVM, as a shell would see it.
 *
 * @param exit the exit code
 */
public record Transcript(int exit, String out, String err) {
  /**
   * Runs with a home folder of its own, kept below {@code target} with its caches, so that class
   * archives are made once.
   */
  public static Transcript of(Object... arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    String home = System.getProperty("user.home");
    ByteArrayOutputStream toOut = new ByteArrayOutputStream();
    ByteArrayOutputStream toErr = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(toOut, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(toErr, true, StandardCharsets.UTF_8));
      System.setProperty("user.home", Path.of("target/test-home").toAbsolutePath().toString());
      String[] words = List.of(arguments).stream().map(String::valueOf).toArray(String[]::new);
      int exit = Main.run(words);
      return new Transcript(
          exit, toOut.toString(StandardCharsets.UTF_8), toErr.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
      System.setProperty("user.home", home);
    }
  }

  /** What is wrong with a command line by its options alone, or an empty text; nothing is run. */
  public static String misunderstood(String... arguments) {
    try {
      Main.commands(arguments).parseArgs(arguments);
      return "";
    } catch (CommandLine.ParameterException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Names of all commands of the program, those with jars of their own among them. */
  public static Set<String> commandNames() {
    return Main.commands().getSubcommands().keySet();
  }

  /** Names of the commands that know an option. */
  public static List<String> commandsWith(String option) {
    return Main.commands().getSubcommands().entrySet().stream()
        .filter(command -> command.getValue().getCommandSpec().findOption(option) != null)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** What {@code --json} prints: one document on each line or in all, whose members have a page. */
  public JsonNode json() throws IOException {
    JsonNode document = new ObjectMapper().readTree(out);
    String page = Files.readString(Path.of("../docs/json.md"));
    assertTrue(page.contains("**`" + document.path("format").asText() + "`**"), out);
    document
        .fieldNames()
        .forEachRemaining(name -> assertTrue(page.contains("`" + name + "`"), name));
    return document;
  }

  /** A mistake is one line of cause and one of remedy, and exit code 2. */
  public void assertMistake(String cause, String remedy) {
    assertEquals(2, exit, err);
    List<String> said =
        lines("thaw: ").stream()
            .filter(line -> !line.startsWith("thaw: the host was the limit")) // of a busy machine
            .toList();
    assertEquals(List.of("thaw: " + cause), said, err);
    assertEquals(List.of("Remedy: " + remedy), lines("Remedy: "), err);
    assertTrue(err.endsWith("thaw: " + cause + "\nRemedy: " + remedy + "\n"), err);
    assertTrue(err.lines().noneMatch(line -> line.startsWith("\tat ")), err);
    assertEquals("", out);
  }

  private List<String> lines(String start) {
    return err.lines().filter(line -> line.startsWith(start)).toList();
  }
}
