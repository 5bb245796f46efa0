package thaw.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import thaw.architecture.ClassCycles;
import thaw.architecture.Rooms;

/** Holds the rooms that {@code thaw mcp} may use, which ARCHITECTURE.md shows. */
class McpRoomsTest {
  private static final Path CLASSES = Path.of("target/classes");

  private static final Map<String, Set<String>> ALLOWED = Rooms.table("## The room of thaw mcp");

  private static final Rooms ROOMS = Rooms.of(CLASSES, name -> name.split("\\.")[1]);

  @Test
  void it_uses_only_the_rooms_that_the_table_allows_and_all_of_them() {
    assertEquals(Map.of(), ROOMS.beyond(ALLOWED, Set.of("problem")));
    assertEquals(Map.of(), ROOMS.unused(ALLOWED));
    assertEquals(ALLOWED.keySet(), ROOMS.names());
  }

  @Test
  void no_more_than_three_classes_use_each_other() {
    assertEquals(Set.of(), ClassCycles.of(CLASSES).ofMoreThan(3));
  }

  /** A package of two jars would be two packages to the JVM. */
  @Test
  void no_package_is_the_host_s_as_well() {
    Set<String> both = Rooms.packages(CLASSES);
    assertFalse(both.isEmpty());
    both.retainAll(Rooms.packages(Path.of("../host/target/classes")));
    assertEquals(Set.of(), both);
  }
}
