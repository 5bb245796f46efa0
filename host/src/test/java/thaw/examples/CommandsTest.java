package thaw.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import thaw.cli.Transcript;

/** Each command that a page shows has the options that it is shown with. */
class CommandsTest {
  private static List<String> pages() throws IOException {
    List<String> pages = new ArrayList<>(List.of("README.md", "functions/README.md"));
    try (Stream<Path> files = Files.walk(Examples.ROOT.resolve("docs"))) {
      files
          .filter(file -> file.toString().endsWith(".md"))
          .map(file -> Examples.ROOT.relativize(file).toString())
          .sorted()
          .forEach(pages::add);
    }
    return pages;
  }

  /** Of programs whose jars are not here, or a form of a command: not to be typed so. */
  private static boolean isLeftOut(String command) {
    return command.startsWith("thaw lab")
        || command.startsWith("thaw bench") && command.contains("--on kubernetes")
        || command.contains("[")
        || command.contains("|")
        || command.contains("...")
        || command.endsWith("\\");
  }

  @Test
  void are_understood() throws Exception {
    List<String> refused = new ArrayList<>();
    int understood = 0;
    for (String page : pages()) {
      for (String command : Examples.of(page).commands()) {
        if (isLeftOut(command)) {
          continue;
        }
        List<String> words = new ArrayList<>(Examples.words(command));
        words.removeFirst();
        String fault = Transcript.misunderstood(words.toArray(String[]::new));
        if (fault.isEmpty()) {
          understood++;
        } else {
          refused.add(page + ": " + command + ": " + fault);
        }
      }
    }
    assertEquals(List.of(), refused);
    assertTrue(understood > 60, "commands found: " + understood);
  }

  @Test
  void an_option_that_is_not_there_is_noticed() {
    assertTrue(Transcript.misunderstood("bench", "f", "--no-such").contains("--no-such"));
    assertEquals(
        List.of("thaw", "invoke", "f", "--event", "{\"a\":1}"),
        Examples.words("thaw invoke f --event '{\"a\":1}'"));
  }
}
