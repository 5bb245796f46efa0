package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Keeps the host's classes from growing together: a class that cannot be read without three others
 * that cannot be read without it is one class in four files.
 */
class ClassCyclesTest {
  private static final int MOST = 3;

  /** What is left to be untied. Take out what is gone; nothing may be added. */
  private static final Set<Set<String>> KNOWN = Set.of();

  private static Set<String> group(String packageName, String... names) {
    return Stream.of(names).map(packageName::concat).collect(Collectors.toSet());
  }

  @Test
  void no_more_than_three_classes_use_each_other_but_for_those_that_are_known() {
    assertEquals(KNOWN, ClassCycles.of(Path.of("target/classes")).ofMoreThan(MOST));
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
