package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import thaw.fixture.ProgramModules;

/**
 * Keeps the classes of all modules from growing together: a class that cannot be read without three
 * others that cannot be read without it is one class in four files.
 *
 * <p>Compiled classes are those of the program alone. Of the other modules only the sources are
 * read, where a type that is named with its package, or imported with all others of its package, is
 * not seen.
 */
class ClassCyclesTest {
  private static final int MOST = 3;

  /**
   * What must stay, with its reason, which {@code docs/decisions/0006-rooms.md} has in full. Take
   * out what is gone; nothing may be added.
   */
  private static final Set<Set<String>> KNOWN =
      Set.of(
          // Each is in the signature of a public method of another one.
          group("thaw.wire.", "FieldReader", "Shape", "Wire", "Wired"),
          // An annotation names the extension that JUnit calls, and the extension reads it.
          group(
              "thaw.junit.",
              "ContextParts",
              "EachJdk",
              "FieldInjection",
              "JdkInvocations",
              "ThawApi",
              "ThawApplication",
              "ThawExtension",
              "ThawFunction",
              "WantedApplication"),
          // A lesson's programs: published figures are of these sources, and of no others.
          group(
              "thaw.course.firstuse.",
              "AnonymousClasses",
              "Concatenation",
              "FirstUse",
              "Formatting",
              "HttpClients",
              "Lambdas",
              "MethodReferences",
              "RandomNumbers",
              "Records",
              "Reflection",
              "Regexes",
              "Streams",
              "StrongRandomNumbers",
              "TlsContexts",
              "UrlConnections"));

  private static ClassCycles compiled() {
    return ClassCycles.of(ProgramModules.folders("target/classes"));
  }

  private static Set<String> group(String packageName, String... names) {
    return Stream.of(names).map(packageName::concat).collect(Collectors.toSet());
  }

  @Test
  void no_more_than_three_classes_of_a_module_use_each_other_but_for_those_that_are_known() {
    List<Path> roots = JavaSource.roots();
    assertTrue(roots.size() > 20, roots::toString);
    Set<Set<String>> found = new HashSet<>();
    for (Path root : roots) {
      found.addAll(ClassCycles.ofSources(root).ofMoreThan(MOST));
    }
    assertEquals(KNOWN, found);
  }

  @Test
  void no_more_than_three_classes_of_the_program_use_each_other_in_what_was_compiled() {
    assertEquals(Set.of(), compiled().ofMoreThan(MOST));
  }

  /**
   * Else the reading of sources might be blind. A type that the compiler infers stands in no
   * source.
   */
  @Test
  void sources_show_nine_of_ten_circles_that_compiled_classes_show() {
    Set<Set<String>> shown = new HashSet<>();
    Set<String> types = new HashSet<>();
    for (Path root : ProgramModules.folders("src/main/java")) {
      ClassCycles sources = ClassCycles.ofSources(root);
      shown.addAll(sources.ofMoreThan(1));
      types.addAll(sources.used().keySet());
    }
    Set<Set<String>> compiled = compiled().ofMoreThan(1);
    compiled.removeIf(group -> !types.containsAll(group)); // generated ones
    int all = compiled.size();
    assertTrue(all > 20, compiled::toString);
    compiled.removeIf(group -> shown.stream().anyMatch(each -> each.containsAll(group)));
    assertTrue(compiled.size() * 10 <= all, () -> "not seen of " + all + ": " + compiled);
  }

  @Test
  void a_group_has_all_classes_that_reach_each_other_and_no_others() {
    ClassCycles classes =
        new ClassCycles(
            Map.of(
                "a", Set.of("b", "e"),
                "b", Set.of("c"),
                "c", Set.of("d"),
                "d", Set.of("a", "b"),
                "e", Set.of("f"),
                "f", Set.of("e"),
                "g", Set.of("a")));
    assertEquals(Set.of(Set.of("a", "b", "c", "d")), classes.ofMoreThan(MOST));
    assertEquals(Set.of(Set.of("a", "b", "c", "d"), Set.of("e", "f")), classes.ofMoreThan(1));
    assertTrue(classes.ofMoreThan(4).isEmpty());
  }
}
