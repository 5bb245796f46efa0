package thaw.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import thaw.architecture.Rooms;

/** Holds the table of the laboratory's rooms, which ARCHITECTURE.md shows. */
class LabRoomsTest {
  /** Names that do not begin with lab are the host's, but for two. */
  private static final Map<String, Set<String>> ALLOWED = Rooms.table("## Rooms of the laboratory");

  private static final Set<String> GROUND = Set.of("problem", "steady", "json", "files");

  private static final Path CLASSES = Path.of("target/classes");

  private static final Rooms ROOMS = Rooms.of(CLASSES, LabRoomsTest::room);

  /**
   * {@code thaw.lab.engine} is {@code lab.engine}, and {@code thaw.presentation.page} the host's
   * presentation.
   */
  private static String room(String packageName) {
    String[] names = packageName.split("\\.");
    return names[1].equals("lab") && names.length > 2 ? "lab." + names[2] : names[1];
  }

  @Test
  void every_room_uses_only_the_rooms_that_the_table_allows() {
    assertEquals(Map.of(), ROOMS.beyond(ALLOWED, GROUND));
  }

  @Test
  void every_room_uses_all_rooms_that_the_table_allows() {
    assertEquals(Map.of(), ROOMS.unused(ALLOWED));
  }

  @Test
  void every_room_stands_in_the_table() {
    assertEquals(new TreeSet<>(ALLOWED.keySet()), ROOMS.names());
  }

  @Test
  void the_table_has_no_cycle() {
    assertEquals(Set.of(), Rooms.thatReachThemselves(ALLOWED));
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
