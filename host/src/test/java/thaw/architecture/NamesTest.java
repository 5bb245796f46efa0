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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds that the name of a type means one thing in all modules and benchmarks, and that files can
 * be read in one go.
 */
class NamesTest {
  private static final Path BENCHMARKS = Path.of("../benchmarks");

  /**
   * Its programs stand each for itself, and are read beside their lesson. Their names stay: the raw
   * data that are published have a digest of their sources.
   */
  private static final Path COURSE = Path.of("../course/src/main/java");

  /** Of the course's programs, names that other types have. Nothing may be added. */
  private static final Set<String> ALSO_IN_THE_COURSE =
      Set.of(
          "FirstUse",
          "Kind",
          "Limits",
          "Operation",
          "Records",
          "Reflection",
          "StandardOutput",
          "Steps",
          "ThreadTimes",
          "WarmUp",
          "Wire");

  /**
   * How many nested types have the name of a type in a file of its own, by name. A new one is not
   * allowed, and what is gone has to be taken out.
   */
  private static final Path NESTED = Path.of("src/test/resources/thaw/architecture/nested-names");

  /** What the JVM gives a meaning to. */
  private static final Set<String> GIVEN = Set.of("Main");

  private static final int LONGEST = 400;

  /** Examples, transcripts and tables of a test are long, and are read one by one. */
  private static final int LONGEST_TEST = 600;

  /** Readers and writers of a format, one class each ({@code docs/decisions/0006-rooms.md}). */
  private static final Path CODECS = Path.of("../wire/src/main/java/thaw/wire");

  private static final int LONGEST_CODEC = 600;

  private static List<JavaSource> ofModules() {
    return JavaSource.roots().stream()
        .filter(root -> !root.equals(COURSE))
        .flatMap(root -> JavaSource.in(root).stream())
        .filter(source -> !GIVEN.contains(source.name()))
        .toList();
  }

  @Test
  void a_name_means_one_type_in_all_modules_tests_and_benchmarks() {
    Map<String, Set<String>> places = new TreeMap<>();
    List<JavaSource> benchmarks = JavaSource.in(BENCHMARKS);
    assertTrue(benchmarks.size() > 30, "benchmarks: " + benchmarks.size());
    for (JavaSource source : Stream.concat(ofModules().stream(), benchmarks.stream()).toList()) {
      if (!GIVEN.contains(source.name())) {
        places.computeIfAbsent(source.name(), _ -> new TreeSet<>()).add(source.file().toString());
      }
    }
    assertTrue(places.size() > 3_000, "types: " + places.size());
    places.values().removeIf(each -> each.size() == 1);
    assertEquals(Map.of(), places);
  }

  @Test
  void no_further_program_of_the_course_has_the_name_of_a_type_elsewhere() {
    Set<String> programs =
        JavaSource.in(COURSE).stream().map(JavaSource::name).collect(Collectors.toSet());
    assertTrue(programs.size() > 50, programs::toString);
    Set<String> both =
        ofModules().stream()
            .map(JavaSource::name)
            .filter(programs::contains)
            .collect(Collectors.toSet());
    assertEquals(ALSO_IN_THE_COURSE, both);
  }

  /**
   * A nested type is read with the name of its owner, as {@code Cause.Kind}; but an import of
   * another type with this name would hide which one is meant. One of the same package is hidden
   * without any import. The name of a benchmark is found in its results, where it must not mean a
   * part of the program.
   */
  @Test
  void no_further_nested_type_has_the_name_of_a_type_in_a_file_of_its_own() throws IOException {
    List<JavaSource> programs =
        ofModules().stream()
            .filter(source -> source.file().toString().contains("/src/main/"))
            .toList();
    Stream<JavaSource> benchmarks =
        JavaSource.in(BENCHMARKS).stream()
            .filter(source -> BENCHMARKS.equals(source.file().getParent()));
    Set<String> names =
        Stream.concat(programs.stream(), benchmarks)
            .map(JavaSource::name)
            .collect(Collectors.toSet());
    Map<String, List<String>> found = new TreeMap<>();
    for (JavaSource source : programs) {
      for (String nested : source.nested()) {
        if (names.contains(nested)) {
          found.computeIfAbsent(nested, _ -> new ArrayList<>()).add(source.file().toString());
        }
      }
    }
    assertEquals("", String.join("\n", differences(found, known())));
  }

  private static List<String> differences(
      Map<String, List<String>> found, Map<String, Integer> known) {
    List<String> differences = new ArrayList<>();
    found.forEach((name, files) -> {
      int allowed = known.getOrDefault(name, 0);
      if (files.size() > allowed) {
        differences.add(
            "%s is a nested type %d times, %d allowed: rename the new one of those in %s"
                .formatted(name, files.size(), allowed, files));
      }
    });
    known.forEach((name, allowed) -> {
      int left = found.getOrDefault(name, List.of()).size();
      if (left < allowed) {
        differences.add(
            "%s is a nested type only %d times: %s %s"
                .formatted(
                    name, left, left == 0 ? "take it out of" : "write this number into", NESTED));
      }
    });
    return differences;
  }

  private static Map<String, Integer> known() throws IOException {
    return Files.readAllLines(NESTED).stream()
        .map(line -> line.split(" "))
        .collect(Collectors.toMap(words -> words[0], words -> Integer.valueOf(words[1])));
  }

  @Test
  void no_file_is_too_long_to_be_read_in_one_go() throws IOException {
    Map<Boolean, List<JavaSource>> byKind =
        ofModules().stream()
            .filter(source -> !isTest(source))
            .collect(Collectors.partitioningBy(source -> source.file().startsWith(CODECS)));
    assertEquals(Map.of(), longer(byKind.get(false), LONGEST));
    assertEquals(Map.of(), longer(byKind.get(true), LONGEST_CODEC));
  }

  @Test
  void no_test_is_too_long_to_be_searched_by_eye() throws IOException {
    List<JavaSource> tests = ofModules().stream().filter(NamesTest::isTest).toList();
    assertTrue(tests.size() > 500, "tests: " + tests.size());
    assertEquals(Map.of(), longer(tests, LONGEST_TEST));
  }

  private static boolean isTest(JavaSource source) {
    return source.file().toString().contains("/src/test/");
  }

  private static Map<String, Long> longer(List<JavaSource> sources, int most) throws IOException {
    Map<String, Long> longer = new TreeMap<>();
    for (JavaSource source : sources) {
      try (Stream<String> lines = Files.lines(source.file())) {
        long count = lines.count();
        if (count > most) {
          longer.put(source.file().toString(), count);
        }
      }
    }
    return longer;
  }
}
