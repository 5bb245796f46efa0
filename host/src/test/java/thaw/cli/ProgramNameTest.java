package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Commands that the program prints call it {@code thaw}, as its distribution does. Only in a clone
 * it is {@code ./thaw}, which README says.
 */
class ProgramNameTest {
  private static final List<String> MODULES =
      List.of(
          "base",
          "durable",
          "template",
          "presentation",
          "function",
          "engine",
          "why",
          "fix",
          "bench",
          "explanation",
          "package",
          "service",
          "run",
          "host",
          "load",
          "race",
          "laboratory",
          "mcp",
          "cluster");

  /** Speaks of a program that was started without any launcher, and of a clone. */
  private static final String OF_CLONES = "Folders.java";

  @Test
  void no_text_of_the_program_names_the_script_of_a_clone() throws IOException {
    List<String> named = new ArrayList<>();
    int read = 0;
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main"))) {
        for (Path file : files.filter(ProgramNameTest::isText).toList()) {
          read++;
          if (Files.readString(file).contains("./thaw")) {
            named.add(file.getFileName().toString());
          }
        }
      }
    }
    assertTrue(read > 1_000, "files: " + read);
    assertEquals(List.of(OF_CLONES), named);
  }

  private static boolean isText(Path file) {
    return Stream.of(".java", ".jte", ".txt", ".properties", ".md", ".html")
        .anyMatch(file.toString()::endsWith);
  }
}
