package thaw.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the page on JUnit to the tests that it shows, and to the annotation's members. */
class JunitPageTest {
  private static final Path PAGE = Path.of("../docs/junit.md");
  private static final Path EXAMPLES = Path.of("src/test/java/thaw/junit/example");
  private static final Pattern BLOCK = Pattern.compile("(?s)```java\\n(.*?)```");
  private static final Pattern EXAMPLE =
      Pattern.compile("(?s)// example: \\w+\\n(.*?)\\n *// end\\n");
  private static final Pattern MEMBER = Pattern.compile("(?m)^\\| `(\\w+)` \\| ");

  @Test
  void each_example_is_a_test() throws IOException {
    Set<String> tested = new TreeSet<>();
    try (Stream<Path> files = Files.list(EXAMPLES)) {
      for (Path file : files.collect(Collectors.toList())) {
        Matcher example = EXAMPLE.matcher(Files.readString(file));
        while (example.find()) {
          tested.add(words(example.group(1)));
        }
      }
    }
    List<String> shown = new ArrayList<>();
    Matcher block = BLOCK.matcher(Files.readString(PAGE));
    while (block.find()) {
      shown.add(words(block.group(1)));
    }
    assertEquals(tested, new TreeSet<>(shown));
    assertTrue(shown.size() > 5, shown::toString);
  }

  /** Whatever the indentation; a class that goes on in the test ends on the page. */
  private static String words(String code) {
    String words = String.join(" ", code.strip().split("\\s+"));
    return words.startsWith("@ThawApplication") && words.endsWith(" } }")
        ? words.substring(0, words.length() - 2)
        : words;
  }

  @Test
  void each_setting_has_a_row() throws IOException {
    String settings = Files.readString(PAGE).split("## Settings\n")[1].split("Outside the test")[0];
    Matcher row = MEMBER.matcher(settings);
    Set<String> told = new TreeSet<>();
    while (row.find()) {
      told.add(row.group(1));
    }
    told.remove("member");
    assertEquals(
        Stream.of(ThawApplication.class.getDeclaredMethods())
            .map(Method::getName)
            .collect(Collectors.toCollection(TreeSet::new)),
        told);
  }
}
