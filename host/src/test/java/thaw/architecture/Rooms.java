package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Packages or rooms, as jdeps finds them in classes, and which of ours each one uses.
 *
 * @param used room to the rooms that it uses, itself left out
 */
record Rooms(Map<String, Set<String>> used) {
  /**
   * @param classes folders of classes
   * @param room of a package's name
   */
  static Rooms of(List<Path> classes, UnaryOperator<String> room) {
    Map<String, Set<String>> used = new TreeMap<>();
    for (Use use : uses(classes, "package")) {
      String from = room.apply(use.from());
      String to = room.apply(use.to());
      if (!to.equals(from)) {
        used.computeIfAbsent(from, _ -> new TreeSet<>()).add(to);
      }
    }
    return new Rooms(used);
  }

  /** One of ours uses another one. */
  record Use(String from, String to) {}

  /**
   * As jdeps finds them.
   *
   * @param level {@code package} or {@code class}
   */
  static List<Use> uses(List<Path> classes, String level) {
    StringWriter out = new StringWriter();
    int result =
        ToolProvider.findFirst("jdeps")
            .orElseThrow()
            .run(new PrintWriter(out), new PrintWriter(System.err), arguments(classes, level));
    assertEquals(0, result, out.toString());
    return out.toString()
        .lines()
        .map(line -> line.strip().split("\\s+")) // from -> to jar
        .filter(words -> words.length > 2 && words[0].startsWith("thaw."))
        .map(words -> new Use(words[0], words[2]))
        .toList();
  }

  private static String[] arguments(List<Path> classes, String level) {
    return Stream.concat(
            Stream.of(
                "-verbose:" + level, "-filter:none", "--ignore-missing-deps", "-e", "thaw\\..*"),
            classes.stream().map(Path::toString))
        .toArray(String[]::new);
  }

  /**
   * What is used without being allowed, by room.
   *
   * @param ground what every room may use
   */
  Map<String, Set<String>> beyond(Map<String, Set<String>> allowed, Set<String> ground) {
    Map<String, Set<String>> forbidden = new TreeMap<>();
    used.forEach((room, names) -> {
      Set<String> others = new TreeSet<>(names);
      others.removeAll(allowed.getOrDefault(room, Set.of()));
      others.removeAll(ground);
      if (!others.isEmpty()) {
        forbidden.put(room, others);
      }
    });
    return forbidden;
  }

  /** The rooms of a table that stand in a cycle. */
  static Set<String> thatReachThemselves(Map<String, Set<String>> table) {
    return table.keySet().stream()
        .filter(room -> reachable(room, table).contains(room))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> reachable(String room, Map<String, Set<String>> table) {
    Set<String> reached = new TreeSet<>();
    List<String> next = List.of(room);
    while (!next.isEmpty()) {
      next =
          next.stream()
              .flatMap(each -> table.getOrDefault(each, Set.of()).stream())
              .filter(reached::add)
              .toList();
    }
    return reached;
  }
}
