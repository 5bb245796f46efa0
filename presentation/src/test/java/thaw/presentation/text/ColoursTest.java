package thaw.presentation.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who gets colours. */
class ColoursTest {
  /** What a terminal has besides colours: a bar that is drawn anew. */
  private static final Set<String> OTHERWISE = Set.of("TerminalProgress.java");

  @Test
  void a_variable_no_color_that_is_not_empty_forbids_them() {
    assertTrue(Terminal.permitsColours(Map.of()));
    assertTrue(Terminal.permitsColours(Map.of("NO_COLOR", "")));
    assertFalse(Terminal.permitsColours(Map.of("NO_COLOR", "1")));
    assertFalse(Terminal.permitsColours(Map.of("NO_COLOR", "0")));
  }

  @Test
  void every_command_that_prints_some_asks_for_the_permission() throws IOException {
    Set<String> asking = new TreeSet<>();
    int permitted = 0;
    for (String root :
        List.of(
            "../host/src/main/java/thaw/cli",
            "../load/src/main/java",
            "../laboratory/src/main/java")) {
      try (Stream<Path> files = Files.walk(Path.of(root))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          String source = Files.readString(file);
          if (source.contains("Terminal.isPresent()")) {
            asking.add(file.getFileName().toString());
          }
          permitted += source.contains("Terminal.hasColours()") ? 1 : 0;
        }
      }
    }
    assertEquals(OTHERWISE, asking);
    assertTrue(permitted >= 7, "commands: " + permitted);
  }
}
