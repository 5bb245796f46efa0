package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import thaw.fixture.ProgramModules;

/** Holds each room of the program to the rooms that its package-info allows. */
class RoomsTest {
  private static final Pattern MAY_USE = Pattern.compile("May use ([a-z, ]+)\\.");
  private static final Set<String> GROUND =
      Set.of("problem", "steady", "json", "files", "template");

  private static final List<Path> CLASSES = ProgramModules.folders("target/classes");

  private static Map<String, Set<String>> allowed() throws IOException {
    Map<String, Set<String>> allowed = new TreeMap<>();
    for (Path thaw : ProgramModules.folders("src/main/java/thaw")) {
      try (Stream<Path> folders = Files.list(thaw)) {
        for (Path folder : folders.toList()) {
          said(folder.resolve("package-info.java"))
              .ifPresent(rooms -> allowed.put(folder.getFileName().toString(), rooms));
        }
      }
    }
    return allowed;
  }

  private static Optional<Set<String>> said(Path info) throws IOException {
    if (Files.notExists(info)) {
      return Optional.empty();
    }
    return MAY_USE
        .matcher(Files.readString(info).replaceAll("\\s+\\*?\\s*", " "))
        .results()
        .map(said -> said.group(1))
        .map(rooms -> rooms.equals("no other room") ? Set.<String>of() : Set.of(rooms.split(", ")))
        .findFirst();
  }

  @Test
  void every_room_uses_only_the_rooms_that_its_package_info_allows() throws IOException {
    Map<String, Set<String>> allowed = allowed();
    Map<String, Set<String>> beyond =
        Rooms.of(CLASSES, name -> name.split("\\.")[1]).beyond(allowed, GROUND);
    beyond.keySet().retainAll(allowed.keySet());
    assertTrue(allowed.size() > 30, allowed::toString);
    assertEquals(Map.of(), beyond);
    assertEquals(Set.of(), Rooms.thatReachThemselves(allowed));
  }

  @Test
  void packages_have_no_cycle() {
    Map<String, Set<String>> used = Rooms.of(CLASSES, UnaryOperator.identity()).used();
    assertTrue(used.size() > 70, () -> "packages: " + used.size());
    assertEquals(Set.of(), new TreeSet<>(Rooms.thatReachThemselves(used)));
  }
}
