package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds each room of the program to the rooms that its package-info allows. */
class RoomsTest {
  private static final Pattern MAY_USE = Pattern.compile("May use ([a-z, ]+)\\.");
  private static final Set<String> GROUND =
      Set.of("problem", "steady", "json", "files", "template");

  /** Folders of sources with rooms: those whose package-info says what they may use. */
  private static final Map<String, Set<String>> ALLOWED = new TreeMap<>();

  private static final List<Path> CLASSES =
      JavaSource.roots().stream()
          .filter(root -> root.endsWith("main/java"))
          .filter(root -> !root.startsWith("../laboratory")) // its walls are those of its module
          .filter(RoomsTest::hasRooms)
          .map(root -> root.resolve("../../../target/classes").normalize())
          .toList();

  private static boolean hasRooms(Path sources) {
    Path thaw = sources.resolve("thaw");
    if (!Files.isDirectory(thaw)) {
      return false;
    }
    boolean has = false;
    try (Stream<Path> folders = Files.list(thaw)) {
      for (Path folder : folders.toList()) {
        Path info = folder.resolve("package-info.java");
        if (Files.exists(info)) {
          Matcher said = MAY_USE.matcher(Files.readString(info).replaceAll("\\s+\\*?\\s*", " "));
          if (said.find()) {
            has = true;
            ALLOWED.put(
                folder.getFileName().toString(),
                said.group(1).equals("no other room")
                    ? Set.of()
                    : Set.of(said.group(1).split(", ")));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return has;
  }

  @Test
  void every_room_uses_only_the_rooms_that_its_package_info_allows() {
    Map<String, Set<String>> beyond =
        Rooms.of(CLASSES, name -> name.split("\\.")[1]).beyond(ALLOWED, GROUND);
    beyond.keySet().retainAll(ALLOWED.keySet());
    assertTrue(ALLOWED.size() > 30, ALLOWED::toString);
    assertEquals(Map.of(), beyond);
    assertEquals(Set.of(), Rooms.thatReachThemselves(ALLOWED));
  }

  @Test
  void packages_have_no_cycle() {
    Map<String, Set<String>> used = Rooms.of(CLASSES, UnaryOperator.identity()).used();
    assertTrue(used.size() > 100, () -> "packages: " + used.size());
    assertEquals(Set.of(), new TreeSet<>(Rooms.thatReachThemselves(used)));
  }
}
