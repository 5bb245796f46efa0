package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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

  private static final Rooms ROOMS =
      Rooms.of(Path.of("target/classes"), packageName -> packageName.split("\\.")[1]);

  @Test
  void every_room_uses_only_the_rooms_that_the_table_allows() {
    assertEquals(Map.of(), ROOMS.beyond(ALLOWED, GROUND));
  }

  @Test
  void every_room_stands_in_the_table() {
    assertEquals(new TreeSet<>(ALLOWED.keySet()), ROOMS.names());
  }

  @Test
  void the_table_has_no_cycle() {
    assertEquals(Set.of(), Rooms.thatReachThemselves(ALLOWED));
  }
}
