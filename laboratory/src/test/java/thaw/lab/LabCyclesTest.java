package thaw.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import thaw.architecture.ClassCycles;

/** Keeps the laboratory's classes from growing together, as those of the host. */
class LabCyclesTest {
  private static final int MOST = 3;

  @Test
  void no_more_than_three_classes_use_each_other() {
    assertEquals(Set.of(), ClassCycles.of(List.of(Path.of("target/classes"))).ofMoreThan(MOST));
  }
}
