package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds that the messages by which readers search in {@code docs/troubleshooting.md} are messages
 * that Thaw has.
 */
class TroubleshootingTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern BOLD = Pattern.compile("(?s)\\*\\*(.+?)\\*\\*");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** What differs from case to case: left out, a name in capitals, a number. */
  private static final Pattern VARIABLE = Pattern.compile("\\.\\.\\.|\\b[A-Z]{4,}\\b(?!_)|\\d+");

  /** Between two texts of Java that are one: {@code " + "} over lines. */
  private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");

  /** Less is found anywhere. */
  private static final int SHORTEST = 4;

  private static final Pattern SPACE = Pattern.compile("\\s+");

  /** Those of the kernel, the JVM and other people's servers. */
  private static final Set<String> OF_OTHERS =
      Set.of(
          "No space left on device",
          "Resource temporarily unavailable",
          "unable to create native thread",
          "UnknownHostException",
          "NotImplemented",
          "... no such file or directory",
          "certificate has expired");

  private static List<String> keys() throws IOException {
    return BOLD.matcher(Files.readString(ROOT.resolve("docs/troubleshooting.md")))
        .results()
        .flatMap(bold -> CODE.matcher(bold.group(1)).results())
        .map(code -> SPACE.matcher(code.group(1)).replaceAll(" "))
        .toList();
  }

  /** All of the program's texts: Java, C, resources and the launcher. */
  private static String texts() throws IOException {
    List<Path> files = new ArrayList<>(List.of(ROOT.resolve("thaw")));
    for (Path root : JavaSource.roots()) {
      for (Path folder : List.of(root, root.resolveSibling("resources"))) {
        if (folder.toString().contains("/src/main/") && Files.isDirectory(folder)) {
          try (Stream<Path> found = Files.walk(folder)) {
            found.filter(TroubleshootingTest::isText).forEach(files::add);
          }
        }
      }
    }
    StringBuilder texts = new StringBuilder();
    for (Path file : files) {
      String joined = JOINED.matcher(Files.readString(file)).replaceAll("");
      texts.append(SPACE.matcher(joined).replaceAll(" ")).append('\n');
    }
    return texts.toString();
  }

  private static boolean isText(Path file) {
    String name = file.toString();
    return name.endsWith(".java") || name.endsWith(".properties");
  }

  @Test
  void each_message_that_is_a_key_is_in_the_sources() throws IOException {
    String texts = texts();
    Set<String> unknown = new TreeSet<>();
    int known = 0;
    for (String key : keys()) {
      if (OF_OTHERS.contains(key)) {
        continue;
      }
      known++;
      if (!isKnown(key, texts)) {
        unknown.add(key);
      }
    }
    assertEquals(Set.of(), unknown, "docs/troubleshooting.md has keys that no message has");
    assertTrue(known > 60, "keys: " + known);
  }

  @Test
  void each_message_of_others_is_still_a_key() throws IOException {
    Set<String> gone = new TreeSet<>(OF_OTHERS);
    keys().forEach(gone::remove);
    assertEquals(Set.of(), gone);
  }

  @Test
  void a_message_with_other_words_is_noticed() {
    String texts = "\"no \" + name; \"process limit\"; \"%s ended with code %d: calls fail\"";
    assertTrue(isKnown("no process limit", texts));
    assertTrue(isKnown("NAME ended with code 137: calls fail", texts));
    assertFalse(isKnown("NAME ended with code 137: who calls it gets an error", texts));
  }

  private static boolean isKnown(String key, String texts) {
    return Stream.of(VARIABLE.split(key))
        .map(String::strip)
        .filter(part -> part.length() > SHORTEST)
        .allMatch(part -> isMostly(part, texts));
  }

  /**
   * Returns whether one text has at least half of it: a message may be made of several, such as a
   * word and what it is about.
   */
  private static boolean isMostly(String part, String texts) {
    List<MatchResult> words = Pattern.compile("\\w+").matcher(part).results().toList();
    int length = words.isEmpty() ? 0 : words.getLast().end() - words.getFirst().start();
    for (int first = 0; first < words.size(); first++) {
      for (int last = words.size() - 1; last >= first; last--) {
        int begin = words.get(first).start();
        int end = words.get(last).end();
        if (2 * (end - begin) < length) {
          break;
        }
        if (texts.contains(part.substring(begin, end))) {
          return true;
        }
      }
    }
    return false;
  }
}
