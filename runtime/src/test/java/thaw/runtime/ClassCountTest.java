package thaw.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many classes a first invocation needs, which is what a cold start is made of. */
@SuppressWarnings("try") // Functions run for as long as they are open.
class ClassCountTest {
  /** Of them 320 are the JDK's for a socket, on JDK 25. */
  private static final int MOST_FOR_A_DESCRIBED_TYPE = 560;

  private static final int MOST_FOR_STREAMS = 500;

  /** Of this client and of wire. */
  private static final int MOST_OF_OURS = 60;

  @TempDir private Path folder;

  @Test
  void a_handler_of_a_described_type_needs_few_classes_and_none_of_jackson() throws Exception {
    Set<String> loaded = loaded("example.ValueHandlers$Birthday", "{\"name\":\"Tom\",\"age\":3}");

    assertTrue(loaded.contains("thaw.wire.JsonReader"), "is counted at all");
    assertFew(loaded, MOST_FOR_A_DESCRIBED_TYPE);
    assertNone(loaded, "jackson", "Gson", "serialization.", "ServiceLoader", "java.security.Secur");
    long ours = loaded.stream().filter(name -> name.startsWith("thaw.")).count();
    assertTrue(ours <= MOST_OF_OURS, ours + " classes of ours: " + loaded);
  }

  @Test
  void a_stream_handler_needs_nothing_of_wire() throws Exception {
    Set<String> loaded = loaded("example.StreamHandlers$Echo", "{}");

    assertFew(loaded, MOST_FOR_STREAMS);
    assertNone(loaded, "thaw.wire", "jackson", "Gson", "generics.parser");
  }

  @Test
  void a_handler_that_gives_its_shapes_spares_the_search_for_its_types() throws Exception {
    assertNone(
        loaded("example.ValueHandlers$Counting", "\"four\""),
        "generics.parser",
        "thaw.wire.Descriptions");
  }

  @Test
  void plain_types_need_nothing_of_jackson_or_wire() throws Exception {
    assertNone(
        loaded("example.ValueHandlers$Same", "{\"a\":[1]}"), "jackson", "Gson", "thaw.wire.Json");
  }

  /** What is loaded until the first response, and not by an empty program. */
  private Set<String> loaded(String handler, String event) throws Exception {
    Path log = folder.resolve("classes.log");
    Set<String> loaded;
    try (FakeRuntimeApi api = new FakeRuntimeApi().event(event);
        Function function =
            Function.of(handler)
                .withOfficialSerializer()
                .option("-Xlog:class+load:file=" + log)
                .at(api)) {
      assertEquals("/invocation/id-1/response", api.take().path());
      while (!api.takeAny().path().equals("/invocation/next")) {
        // The first one is over.
      }
      loaded = names(log);
    }
    loaded.removeAll(ofEmptyProgram(folder.resolve("empty.log")));
    return loaded;
  }

  static Set<String> ofEmptyProgram(Path log) throws Exception {
    Process empty =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xlog:class+load:file=" + log,
                "-cp",
                Function.place(ClassCountTest.class),
                "example.Empty")
            .start();
    if (!empty.waitFor(60, TimeUnit.SECONDS) || empty.exitValue() != 0) {
      throw new AssertionError("an empty program failed");
    }
    return names(log);
  }

  static Set<String> names(Path log) throws Exception {
    Set<String> names = new LinkedHashSet<>();
    for (String line : Files.readAllLines(log)) {
      int source = line.indexOf(" source: ");
      if (source > 0) {
        names.add(line.substring(line.lastIndexOf(' ', source - 1) + 1, source));
      }
    }
    return names;
  }

  private static void assertFew(Set<String> loaded, int most) {
    assertTrue(loaded.size() <= most, loaded.size() + " classes: " + loaded);
  }

  private static void assertNone(Set<String> loaded, String... parts) {
    Set<String> wrong = new TreeSet<>();
    for (String name : loaded) {
      for (String part : parts) {
        if (name.contains(part)) {
          wrong.add(name);
        }
      }
    }
    assertEquals(Set.of(), wrong);
  }
}
