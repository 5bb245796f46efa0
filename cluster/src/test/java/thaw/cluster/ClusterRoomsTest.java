package thaw.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import thaw.architecture.ClassCycles;
import thaw.architecture.Rooms;

/** Holds the rooms that the commands for clusters may use, which ARCHITECTURE.md shows. */
class ClusterRoomsTest {
  private static final Path CLASSES = Path.of("target/classes");

  private static final Map<String, Set<String>> ALLOWED = Rooms.table("## The room of thaw deploy");

  /** Of code, without comments and imports. What an engine does is not ours. */
  private static final int MOST_LINES = 2_000;

  private static final Rooms ROOMS = Rooms.of(CLASSES, name -> name.split("\\.")[1]);

  @Test
  void it_uses_only_the_rooms_that_the_table_allows_and_all_of_them() {
    assertEquals(Map.of(), ROOMS.beyond(ALLOWED, Set.of("problem", "json")));
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

  @Test
  void the_code_for_clusters_stays_small() throws IOException {
    long lines = 0;
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        lines += Files.readAllLines(file).stream().filter(ClusterRoomsTest::isCode).count();
      }
    }
    assertTrue(lines > 500 && lines <= MOST_LINES, "lines: " + lines);
  }

  private static boolean isCode(String line) {
    String text = line.strip();
    return !text.isEmpty()
        && !text.startsWith("import ")
        && Stream.of("//", "/*", "*").noneMatch(text::startsWith);
  }
}
