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
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds the host to the table of rooms in ARCHITECTURE.md. */
class RoomsTest {
  /** Of files that recipes name without their folders. */
  private static final Set<String> FILE_ENDINGS =
      Set.of("java", "json", "md", "properties", "py", "txt", "xml", "yaml");

  private static final Set<String> GROUND = Set.of("problem", "steady", "json", "files");

  private static final Path CLASSES = Path.of("target/classes");
  private static final Path SOURCES = Path.of("src/main/java");

  private static final Map<String, Set<String>> ALLOWED = Rooms.table("## Rooms of the host");

  private static final Rooms ROOMS = Rooms.of(CLASSES, RoomsTest::room);

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

  @Test
  void packages_have_no_cycle() {
    Rooms packages = Rooms.of(CLASSES, UnaryOperator.identity());
    assertTrue(packages.names().size() > ROOMS.names().size(), "there are sub-packages");
    assertEquals(Set.of(), Rooms.thatReachThemselves(packages.used()));
  }

  @Test
  void the_package_info_of_a_room_says_what_the_table_says() throws IOException {
    Map<String, Set<String>> said = new TreeMap<>();
    for (String room : ALLOWED.keySet()) {
      String text = Files.readString(SOURCES.resolve("thaw/" + room + "/package-info.java"));
      Matcher sentence =
          Pattern.compile("May use ([a-z, ]+)\\.").matcher(text.replaceAll("\\s+\\*?\\s*", " "));
      assertTrue(sentence.find(), () -> "package-info of " + room + " does not say: May use ...");
      String names = sentence.group(1);
      said.put(room, names.equals("no other room") ? Set.of() : Set.of(names.split(", ")));
    }
    assertEquals(ALLOWED, said);
  }

  @Test
  void a_recipe_of_contributing_misspells_no_package() throws IOException {
    Set<String> dotted = named(recipes(), "`([a-z]\\w*(?:\\.[a-z]\\w*)+)`");
    dotted.removeIf(name -> FILE_ENDINGS.contains(name.substring(name.lastIndexOf('/') + 1)));
    assertTrue(dotted.size() > 5, dotted::toString);
    dotted.removeIf(name ->
        JavaSource.roots().stream()
            .anyMatch(root -> Files.isDirectory(root.resolve("thaw/" + name))));
    assertEquals(Set.of(), dotted, "no such package");
  }

  private static String recipes() throws IOException {
    String page = Files.readString(Path.of("../CONTRIBUTING.md"));
    return page.substring(page.indexOf("\n## Recipes"));
  }

  /** The folders below those of the sources that such names stand for. */
  private static Set<String> named(String text, String form) {
    return Pattern.compile(form)
        .matcher(text)
        .results()
        .map(name -> name.group(1).replace('.', '/'))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String room(String packageName) {
    return packageName.split("\\.")[1];
  }
}
