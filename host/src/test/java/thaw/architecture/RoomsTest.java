package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the host to the table of rooms in ARCHITECTURE.md. */
class RoomsTest {
  private static final int MOST_FILES = 30;

  /** Folders with more, and how many. Nothing may be added. */
  private static final Map<String, Integer> LARGE =
      Map.of(
          // docs/decisions/0006-rooms.md: package access is what hides the inside of a guest jar.
          "wire/src/main/java/thaw/wire", 59,
          "runtime/src/main/java/thaw/runtime", 52,
          // An event of each type of the library.
          "wire-events/src/test/resources/thaw/wire/events", 79);

  /** How deep below {@code functions} a project may be. */
  private static final int DEEPEST_FUNCTION = 2;

  /** For so many files more. */
  private static final int ROOM = 2;

  /** Of files that recipes name without their folders. */
  private static final Set<String> FILE_ENDINGS =
      Set.of("java", "json", "md", "properties", "py", "txt", "xml", "yaml");

  private static final Set<String> GROUND = Set.of("problem", "steady", "json", "files");

  private static final Path CLASSES = Path.of("target/classes");
  private static final Path SOURCES = Path.of("src/main/java");
  private static final List<Path> ROOTS = List.of(SOURCES, Path.of("src/test/java"));

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
  void no_folder_of_a_module_has_too_many_files() throws IOException {
    Map<String, Long> large = new TreeMap<>();
    for (Path sources : sources()) {
      try (Stream<Path> files = Files.walk(sources)) {
        files
            .filter(Files::isRegularFile)
            .collect(Collectors.groupingBy(Path::getParent, Collectors.counting()))
            .forEach(
                (folder, count) -> large.put(Path.of("..").relativize(folder).toString(), count));
      }
    }
    assertTrue(large.size() > 300, "folders: " + large.size());
    large.values().removeIf(count -> count <= MOST_FILES);
    Set<String> gone = new TreeSet<>(LARGE.keySet());
    gone.removeAll(large.keySet());
    assertEquals(
        Set.of(), gone, "it has " + MOST_FILES + " files or fewer now: take it out of LARGE");
    large.entrySet().removeIf(each -> each.getValue() <= LARGE.getOrDefault(each.getKey(), 0));
    assertEquals(Map.of(), large, "too many files: divide the folder");
  }

  /** Those of the modules and of the sample functions. */
  private static List<Path> sources() throws IOException {
    try (Stream<Path> modules = Files.list(Path.of(".."));
        Stream<Path> functions = Files.walk(Path.of("../functions"), DEEPEST_FUNCTION)) {
      List<Path> sources =
          Stream.concat(modules, functions)
              .map(each -> each.resolve("src"))
              .filter(Files::isDirectory)
              .toList();
      assertTrue(
          sources.contains(Path.of("../functions/traced/xray/src")), () -> "found: " + sources);
      return sources;
    }
  }

  /** Who follows a recipe must not have to cut off a sub-package first. */
  @Test
  void packages_that_a_recipe_of_contributing_names_have_room_for_more_files() throws IOException {
    Set<String> named = named(recipes(), "`([a-z]+(\\.[a-z]+)*)`");
    Map<Path, Long> files = files();
    files
        .keySet()
        .removeIf(folder -> ROOTS.stream().noneMatch(root -> isOneOf(named, root, folder)));
    assertTrue(files.size() > 10, () -> "packages of the recipes: " + files.keySet());
    files.values().removeIf(count -> count <= MOST_FILES - ROOM);
    assertEquals(Map.of(), files, "a new file of a recipe has no place there");
  }

  /** Else nothing would look whether that package has room. */
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

  private static boolean isOneOf(Set<String> named, Path root, Path folder) {
    Path all = root.resolve("thaw");
    return folder.startsWith(all) && named.contains(all.relativize(folder).toString());
  }

  /** The files in each folder. */
  private static Map<Path, Long> files() throws IOException {
    Map<Path, Long> found = new TreeMap<>();
    for (Path root : ROOTS) {
      try (Stream<Path> files = Files.walk(root)) {
        found.putAll(
            files
                .filter(Files::isRegularFile)
                .collect(Collectors.groupingBy(Path::getParent, Collectors.counting())));
      }
    }
    return found;
  }

  private static String room(String packageName) {
    return packageName.split("\\.")[1];
  }
}
