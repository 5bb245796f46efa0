package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds that the name of a type means one thing in all modules and benchmarks, and that files can
 * be read in one go.
 */
class NamesTest {
  /** Not the course: its programs stand each for itself, and are read beside their lesson. */
  private static final List<String> MODULES =
      List.of(
          "host",
          "laboratory",
          "mcp",
          "cluster",
          "thaw-build",
          "thaw-gradle-plugin",
          "thaw-junit",
          "thaw-maven-plugin",
          "wire",
          "wire-events",
          "wire-processor",
          "runtime");

  private static final Path BENCHMARKS = Path.of("../benchmarks");

  /** What the JVM and the JDK give a meaning to. */
  private static final Set<String> GIVEN = Set.of("Main", "package-info", "module-info");

  private static final int LONGEST = 400;

  /** Readers and writers of a format: one class each, as each class costs time of a cold start. */
  private static final Path CODECS = Path.of("../wire/src/main/java/thaw/wire");

  @Test
  void a_name_means_one_type_in_all_modules_and_benchmarks() throws IOException {
    Map<String, Set<String>> places = new TreeMap<>();
    List<Path> benchmarks = sources(BENCHMARKS);
    assertTrue(benchmarks.size() > 30, "benchmarks: " + benchmarks.size());
    for (Path file : Stream.concat(sources().stream(), benchmarks.stream()).toList()) {
      String name = file.getFileName().toString().replace(".java", "");
      if (!GIVEN.contains(name)) {
        places.computeIfAbsent(name, each -> new TreeSet<>()).add(file.toString());
      }
    }
    assertTrue(places.size() > 1_000, "types: " + places.size());
    places.values().removeIf(each -> each.size() == 1);
    assertEquals(Map.of(), places);
  }

  @Test
  void no_file_is_too_long_to_be_read_in_one_go() throws IOException {
    Map<String, Long> longer = new TreeMap<>();
    for (Path file : sources().stream().filter(each -> !each.startsWith(CODECS)).toList()) {
      try (Stream<String> lines = Files.lines(file)) {
        long count = lines.count();
        if (count > LONGEST) {
          longer.put(file.toString(), count);
        }
      }
    }
    assertEquals(Map.of(), longer);
  }

  private static List<Path> sources() throws IOException {
    List<Path> all = new ArrayList<>();
    for (String module : MODULES) {
      all.addAll(sources(Path.of("..", module, "src/main/java")));
    }
    return all;
  }

  private static List<Path> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(each -> each.toString().endsWith(".java"))
          .filter(each -> !each.toString().contains("/target/"))
          .toList();
    }
  }
}
