package thaw.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import thaw.architecture.ClassCycles;

/** Keeps the laboratory's classes from growing together, as those of the host. */
class LabCyclesTest {
  private static final int MOST = 3;

  /**
   * Most are a lesson with its tables and verdicts, which share its cases. Take out what is gone;
   * nothing may be added.
   */
  private static final Set<Set<String>> KNOWN =
      Set.of(
          group("engine.", "Archives", "CourseCode", "Lesson", "Workbench"),);

  private static Set<String> group(String packageName, String... names) {
    return Stream.of(names)
        .map(name -> "thaw.lab." + packageName + name)
        .collect(Collectors.toSet());
  }

  @Test
  void no_more_than_three_classes_use_each_other_but_for_those_that_are_known() {
    assertEquals(KNOWN, ClassCycles.of(Path.of("target/classes")).ofMoreThan(MOST));
  }
}
