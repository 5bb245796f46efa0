package thaw.function.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Resolution is a part of its own: what it is made of knows neither Lambda nor other rooms. */
class ResolutionPartTest {
  private static final Path FOLDER = Path.of("src/main/java/thaw/function/template");
  private static final Pattern IMPORT = Pattern.compile("import (thaw\\.[\\w.]+);");
  private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\n]*", Pattern.DOTALL);
  private static final Pattern WORD = Pattern.compile("\\b[A-Z]\\w+");

  /** What knows functions: their settings, their names, their files. */
  private static final Set<String> OF_FUNCTIONS =
      Set.of(
          "FunctionUrlReader",
          "LocalContent",
          "ReadOptions",
          "ResourceIdentity",
          "TemplateExcerpt",
          "TemplateFile",
          "TemplateLayers",
          "TemplateResource");

  @Test
  void resolution_uses_nothing_that_knows_functions() throws IOException {
    Set<String> there = new TreeSet<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.endsWith(".java"))
          .forEach(name -> there.add(name.substring(0, name.length() - ".java".length())));
    }
    Set<String> part = new TreeSet<>();
    Set<String> imports = new TreeSet<>();
    Deque<String> next = new ArrayDeque<>(Set.of("Resolution"));
    while (!next.isEmpty()) {
      String name = next.pop();
      if (part.add(name)) {
        String text = Files.readString(FOLDER.resolve(name + ".java"));
        IMPORT.matcher(text).results().forEach(found -> imports.add(found.group(1)));
        String code = COMMENT.matcher(text).replaceAll("").replaceAll("\"[^\"\n]*\"", "");
        WORD.matcher(code)
            .results()
            .map(found -> found.group())
            .filter(there::contains)
            .forEach(next::push);
      }
    }
    assertTrue(part.size() > 15, part::toString);
    part.retainAll(OF_FUNCTIONS);
    assertEquals(Set.of(), part);
    assertEquals(Set.of("thaw.problem.UserMistake"), imports);
  }
}
