package thaw.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
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
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds the page on JUnit to the tests that it shows, and to the annotation's members. */
class JunitPageTest {
  private static final Path PAGE = Path.of("../docs/junit.md");
  private static final Path EXAMPLES = Path.of("src/test/java/thaw/junit/example");
  private static final Pattern BLOCK = Pattern.compile("(?s)```java\\n(.*?)```");
  private static final Pattern IMPORTS = Pattern.compile("^(?:import [^\\n]*\\n|\\n)+");
  private static final Pattern EXAMPLE =
      Pattern.compile("(?s)// example: \\w+\\n(.*?)\\n *// end\\n");
  private static final Pattern MEMBER = Pattern.compile("(?m)^\\| `(\\w+)` \\| ");

  @TempDir Path folder;

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
      shown.add(words(withoutImports(block.group(1))));
    }
    assertEquals(tested, new TreeSet<>(shown));
    assertTrue(shown.size() > 5, shown::toString);
  }

  /** A class is compiled as it stands, a method as one of the class of the first example. */
  @Test
  void each_example_compiles_with_the_imports_that_it_shows() throws IOException {
    String first = "";
    Matcher block = BLOCK.matcher(Files.readString(PAGE));
    for (int number = 0; block.find(); number++) {
      String code = block.group(1);
      String body = withoutImports(code);
      String imports = code.substring(0, code.length() - body.length());
      first = first.isEmpty() ? imports : first;
      String source =
          body.contains("\nclass ")
              ? code
              : first + imports + "class Page { LambdaFunction create;\n" + body + "}\n";
      assertEquals("", faults("Page" + number, source), source);
    }
  }

  private String faults(String name, String source) throws IOException {
    Path file = Files.writeString(folder.resolve(name + ".java"), source);
    ByteArrayOutputStream faults = new ByteArrayOutputStream();
    ToolProvider.getSystemJavaCompiler()
        .run(
            null,
            faults,
            faults,
            "-proc:none",
            "-cp",
            System.getProperty("java.class.path"),
            "-d",
            Files.createDirectories(folder.resolve(name)).toString(),
            file.toString());
    return faults.toString(StandardCharsets.UTF_8);
  }

  private static String withoutImports(String code) {
    return IMPORTS.matcher(code).replaceFirst("");
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
