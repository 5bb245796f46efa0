package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rooms of a module, as jdeps finds them in its classes, and which of ours each one uses.
 *
 * @param used room to the rooms that it uses, itself left out
 */
public record Rooms(Map<String, Set<String>> used) {
  /**
   * @param classes the module's; packages of others are in what is used
   * @param room of a package's name
   */
  public static Rooms of(Path classes, UnaryOperator<String> room) {
    Map<String, Set<String>> used = new TreeMap<>();
    for (String name : packages(classes)) { // jdeps is silent about one that uses no other
      used.put(room.apply(name), new TreeSet<>());
    }
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
  static List<Use> uses(Path classes, String level) {
    StringWriter out = new StringWriter();
    int result =
        ToolProvider.findFirst("jdeps")
            .orElseThrow()
            .run(
                new PrintWriter(out),
                new PrintWriter(System.err),
                "-verbose:" + level,
                "-filter:none",
                "--ignore-missing-deps",
                "-e",
                "thaw\\..*",
                classes.toString());
    assertEquals(0, result, out.toString());
    return out.toString()
        .lines()
        .map(line -> line.strip().split("\\s+")) // from -> to jar
        .filter(words -> words.length > 2 && words[0].startsWith("thaw."))
        .map(words -> new Use(words[0], words[2]))
        .toList();
  }

  /** Those with classes in this folder. */
  public static Set<String> packages(Path classes) {
    try (Stream<Path> files = Files.walk(classes)) {
      return files
          .filter(file -> file.toString().endsWith(".class"))
          .map(file -> classes.relativize(file.getParent()).toString().replace('/', '.'))
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Set<String> names() {
    return new TreeSet<>(used.keySet());
  }

  /**
   * What is used without being allowed, by room.
   *
   * @param ground what every room may use
   */
  public Map<String, Set<String>> beyond(Map<String, Set<String>> allowed, Set<String> ground) {
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

  /** What is allowed without being used, by room. */
  public Map<String, Set<String>> unused(Map<String, Set<String>> allowed) {
    Map<String, Set<String>> unused = new TreeMap<>();
    allowed.forEach((room, names) -> {
      Set<String> others = new TreeSet<>(names);
      others.removeAll(used.getOrDefault(room, Set.of()));
      if (!others.isEmpty()) {
        unused.put(room, others);
      }
    });
    return unused;
  }

  /**
   * A table of ARCHITECTURE.md: room to the rooms that its last column allows, such as {@code
   * lab.result; host: stats, store}.
   *
   * @param heading of the chapter that has it
   */
  public static Map<String, Set<String>> table(String heading) {
    try {
      String page = Files.readString(Path.of("../ARCHITECTURE.md"));
      int begin = page.indexOf("\n" + heading + "\n");
      assertTrue(begin >= 0, "no chapter: " + heading);
      Map<String, Set<String>> table = new TreeMap<>();
      for (String line : page.substring(begin, page.indexOf("\n## ", begin + 1)).lines().toList()) {
        Matcher row = Pattern.compile("\\| `([\\w.]+)` \\|.*\\| ([^|]+) \\|").matcher(line);
        if (row.matches()) {
          String allowed = row.group(2).strip().replace("host: ", "");
          table.put(
              row.group(1),
              allowed.equals("–")
                  ? Set.of()
                  : new LinkedHashSet<>(List.of(allowed.split("[,;] "))));
        }
      }
      return table;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rooms of a table that stand in a cycle. */
  public static Set<String> thatReachThemselves(Map<String, Set<String>> table) {
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
