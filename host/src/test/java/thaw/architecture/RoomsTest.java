package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds the table of allowed dependencies between rooms, which ARCHITECTURE.md shows. */
class RoomsTest {
  /** Every room may use the ground floors; {@code cli} may use every room. */
  private static final Map<String, Set<String>> ALLOWED =
      Map.ofEntries(
          Map.entry("problem", Set.of()),
          Map.entry("steady", Set.of()),
          Map.entry("json", Set.of()),
          Map.entry("function", Set.of()),
          Map.entry("sandbox", Set.of()),
          Map.entry("stats", Set.of()),
          Map.entry("project", Set.of()),
          Map.entry("store", Set.of()),
          Map.entry("snapshot", Set.of("sandbox", "function")),
          Map.entry("service", Set.of("http", "sandbox", "function")),
          Map.entry("heap", Set.of()),
          Map.entry("image", Set.of("function")),
          Map.entry("environment", Set.of("snapshot", "heap", "sandbox", "function")),
          Map.entry(
              "platform",
              Set.of("environment", "snapshot", "sandbox", "function", "image", "store")),
          Map.entry("http", Set.of()),
          Map.entry("gateway", Set.of("http", "platform", "environment", "function", "image")),
          Map.entry("api", Set.of("http", "platform", "environment", "function")),
          Map.entry("trace", Set.of("http", "platform", "environment")),
          Map.entry("live", Set.of("http", "platform", "environment", "trace")),
          Map.entry("source", Set.of("platform", "environment", "service", "function")),
          Map.entry("experiment", Set.of("environment", "sandbox", "stats", "function", "store")),
          Map.entry("lambda", Set.of("experiment", "environment", "stats")),
          Map.entry("recording", Set.of("environment", "sandbox", "function")),
          Map.entry(
              "attribution", Set.of("recording", "environment", "sandbox", "stats", "function")),
          Map.entry("remedy", Set.of("attribution", "function")),
          Map.entry("fix", Set.of("remedy", "stats")),
          Map.entry("deployment", Set.of("snapshot", "sandbox", "function")),
          Map.entry("load", Set.of("stats")),
          Map.entry("escape", Set.of()),
          Map.entry("latency", Set.of("sandbox")),
          Map.entry(
              "lab",
              Set.of(
                  "experiment",
                  "environment",
                  "snapshot",
                  "sandbox",
                  "function",
                  "latency",
                  "stats",
                  "store")),
          Map.entry(
              "report",
              Set.of(
                  "experiment",
                  "lambda",
                  "recording",
                  "attribution",
                  "remedy",
                  "fix",
                  "load",
                  "lab",
                  "escape",
                  "stats")),
          Map.entry(
              "cli",
              Set.of(
                  "function",
                  "sandbox",
                  "snapshot",
                  "service",
                  "environment",
                  "platform",
                  "http",
                  "gateway",
                  "api",
                  "trace",
                  "live",
                  "source",
                  "experiment",
                  "lambda",
                  "load",
                  "latency",
                  "lab",
                  "escape",
                  "recording",
                  "attribution",
                  "remedy",
                  "fix",
                  "deployment",
                  "image",
                  "stats",
                  "project",
                  "store",
                  "report")));

  private static final Set<String> GROUND = Set.of("problem", "steady", "json");

  private static final Map<String, Set<String>> FOUND = dependencies();

  @Test
  void every_room_uses_only_the_rooms_that_the_table_allows() {
    Map<String, Set<String>> forbidden = new TreeMap<>();
    FOUND.forEach((room, used) -> {
      Set<String> others = new TreeSet<>(used);
      others.removeAll(ALLOWED.getOrDefault(room, Set.of()));
      others.removeAll(GROUND);
      if (!others.isEmpty()) {
        forbidden.put(room, others);
      }
    });
    assertEquals(Map.of(), forbidden);
  }

  @Test
  void every_room_stands_in_the_table() {
    assertEquals(new TreeSet<>(ALLOWED.keySet()), new TreeSet<>(FOUND.keySet()));
  }

  @Test
  void the_table_has_no_cycle() {
    for (String room : ALLOWED.keySet()) {
      assertTrue(!reachable(room).contains(room), room + " reaches itself");
    }
  }

  private static Set<String> reachable(String room) {
    Set<String> reached = new TreeSet<>();
    List<String> next = List.copyOf(ALLOWED.get(room));
    while (!next.isEmpty()) {
      Set<String> fresh = next.stream().filter(reached::add).collect(Collectors.toSet());
      next = fresh.stream().flatMap(other -> ALLOWED.get(other).stream()).toList();
    }
    return reached;
  }

  /** Runs jdeps over our own classes: room to the rooms that it uses, itself left out. */
  private static Map<String, Set<String>> dependencies() {
    StringWriter out = new StringWriter();
    int result =
        ToolProvider.findFirst("jdeps")
            .orElseThrow()
            .run(
                new PrintWriter(out),
                new PrintWriter(System.err),
                "-verbose:package",
                "-filter:none",
                "--ignore-missing-deps",
                "-e",
                "thaw\\..*",
                Path.of("target/classes").toString());
    assertEquals(0, result, out.toString());
    Map<String, Set<String>> found = new TreeMap<>();
    for (String room : rooms()) {
      found.put(room, new TreeSet<>());
    }
    for (String line : out.toString().lines().toList()) {
      String[] words = line.strip().split("\\s+"); // from -> to jar
      if (words.length > 2 && words[0].startsWith("thaw.")) {
        Set<String> used = found.computeIfAbsent(room(words[0]), room -> new TreeSet<>());
        if (!room(words[2]).equals(room(words[0]))) {
          used.add(room(words[2]));
        }
      }
    }
    return found;
  }

  /** The folders of classes: jdeps is silent about a package that uses no other. */
  private static List<String> rooms() {
    String[] names = Path.of("target/classes/thaw").toFile().list();
    return names == null ? List.of() : List.of(names);
  }

  private static String room(String packageName) {
    return packageName.split("\\.")[1];
  }
}
