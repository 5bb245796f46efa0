package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the drawing of the rooms in ARCHITECTURE.md to the imports of the code. */
class FloorsTest {
  private static final Path SOURCES = Path.of("src/main/java/thaw");
  private static final String BEGIN = "\n```floors\n";
  private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?thaw\\.(\\w+)\\.");

  @Test
  void every_room_stands_on_one_floor_of_the_drawing() throws IOException {
    assertEquals(rooms(), floors().keySet());
  }

  @Test
  void every_room_uses_rooms_on_lower_floors_only() throws IOException {
    Map<String, Integer> floors = floors();
    Set<String> upwards = new TreeSet<>();
    int imports = 0;
    for (String room : rooms()) {
      for (String used : used(room)) {
        imports++;
        // What is no room is another module, on which the compiler has the host depend.
        if (!used.equals(room)
            && floors.containsKey(used)
            && floors.get(used) >= floors.get(room)) {
          upwards.add(room + " uses " + used);
        }
      }
    }
    assertEquals(Set.of(), upwards);
    assertTrue(imports > 100, "imports between rooms: " + imports);
  }

  /** A line is a floor's number, a bar, and its rooms; without a number it belongs to the last. */
  private static Map<String, Integer> floors() throws IOException {
    String page = Files.readString(Path.of("../ARCHITECTURE.md"));
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    Map<String, Integer> floors = new TreeMap<>();
    int floor = -1;
    for (String line :
        page.substring(begin, page.indexOf("\n```", begin)).lines().skip(2).toList()) {
      int bar = line.indexOf('│');
      String number = line.substring(0, bar).strip();
      floor = number.isEmpty() ? floor : Integer.parseInt(number);
      for (String room : line.substring(bar).replace('│', ' ').strip().split(" +")) {
        assertEquals(null, floors.put(room, floor), () -> room + " stands there twice");
      }
    }
    return floors;
  }

  private static Set<String> rooms() throws IOException {
    try (Stream<Path> folders = Files.list(SOURCES)) {
      Set<String> rooms = new TreeSet<>();
      folders.filter(Files::isDirectory).forEach(each -> rooms.add(each.getFileName().toString()));
      return rooms;
    }
  }

  private static Set<String> used(String room) throws IOException {
    Set<String> used = new TreeSet<>();
    try (Stream<Path> files = Files.walk(SOURCES.resolve(room))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        Matcher found = IMPORT.matcher(Files.readString(file));
        while (found.find()) {
          used.add(found.group(1));
        }
      }
    }
    return used;
  }
}
