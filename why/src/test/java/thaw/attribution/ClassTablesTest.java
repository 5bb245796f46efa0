package thaw.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.attribution.owner.Libraries;
import thaw.recording.ClassLoad;
import thaw.recording.ClassLoadLog;

class ClassTablesTest {
  private static final long MILLI = 1_000_000;
  private static final List<PhaseWindow> WINDOWS =
      List.of(
          new PhaseWindow(PhaseName.BOOT, 100 * MILLI, 140 * MILLI),
          new PhaseWindow(PhaseName.HANDLER_INIT, 140 * MILLI, 300 * MILLI),
          new PhaseWindow(PhaseName.FIRST_INVOCATION, 310 * MILLI, 400 * MILLI),
          new PhaseWindow(PhaseName.LATER_INVOCATIONS, 400 * MILLI, 500 * MILLI));

  private final List<ClassLoad> loads = new ArrayList<>();

  @Test
  void a_class_stands_in_the_phase_that_loaded_it() {
    load(90, "java.lang.Object", "shared objects file");
    load(139, "java.util.List", "jrt:/java.base");
    load(140, "shop.Handler", "file:/var/task/");
    load(305, "shop.Between", "file:/var/task/");
    load(399, "shop.First", "file:/var/task/");
    load(400, "shop.Later", "file:/var/task/");
    load(500, "shop.TooLate", "file:/var/task/");
    Explanation.Classes classes = tables(Map.of());
    assertEquals(
        List.of(
            PhaseName.BOOT,
            PhaseName.BOOT,
            PhaseName.HANDLER_INIT,
            PhaseName.HANDLER_INIT,
            PhaseName.FIRST_INVOCATION,
            PhaseName.LATER_INVOCATIONS),
        classes.list().stream().map(Explanation.LoadedClass::phase).toList());
    assertEquals(5, classes.loaded(), "up to the end of the first invocation");
    assertEquals(40.0, classes.list().get(2).atMillis());
    assertTrue(classes.list().getFirst().archived());
  }

  @Test
  void libraries_have_their_classes_and_their_time() {
    load(110, "java.lang.Object", "shared objects file");
    load(111, "java.lang.String", "jrt:/java.base");
    load(150, "shop.Handler", "file:/var/task/");
    load(151, "a.B$$Lambda", "shop.Handler");
    load(152, "a.B$$Lambda", "shop.Handler");
    load(153, "a.B", "file:/elsewhere/a-1.jar");
    assertEquals(
        List.of(
            new Explanation.ClassGroup("a:1", 3, 0, 5.5),
            new Explanation.ClassGroup("JDK", 2, 1, 2.0),
            new Explanation.ClassGroup("function", 1, 0, 1.0)),
        tables(Map.of("a.B$$Lambda", 4.0, "a.B", 1.5, "java.lang.String", 2.0, "shop.Handler", 1.0))
            .byLibrary());
  }

  @Test
  void packages_are_as_deep_as_they_tell_something() {
    loads("com.fasterxml.jackson.databind", 50);
    loads("com.fasterxml.jackson.databind.deser", 80);
    loads("com.fasterxml.jackson.databind.ser", 60);
    loads("com.fasterxml.jackson.core", 40);
    loads("com.fasterxml.jackson.core.json", 40);
    loads("com.google.inject", 25);
    loads("com.google.inject.internal", 90);
    loads("com.google.inject.spi", 30);
    loads("com.google.common.base", 20);
    loads("com.google.thirdparty", 1);
    loads("java.lang", 240);
    loads("java.lang.invoke", 60);
    loads("java.util", 300);
    loads("shop", 6);
    loads("org.tiny", 2);
    loads("", 1);
    List<String> groups =
        tables(Map.of()).byPackage().stream()
            .map(group -> group.name() + " " + group.classes())
            .toList();
    assertEquals(
        List.of(
            "java.util 300",
            "java.lang 240",
            "com.fasterxml.jackson.databind 190",
            "com.google.inject 145",
            "com.fasterxml.jackson.core 80",
            "java.lang.invoke 60",
            "com.google.common.base 20",
            "shop 6",
            "(other packages) 4"),
        groups);
  }

  /** Whatever was loaded: the tables are two ways to look at the same classes. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void every_class_is_in_one_package_row_and_in_one_library_row(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 3000; i++) {
      StringBuilder name = new StringBuilder();
      for (int depth = random.nextInt(6); depth > 0; depth--) {
        name.append((char) ('a' + random.nextInt(1 + random.nextInt(8)))).append('.');
      }
      load(150, name + "C" + i, random.nextBoolean() ? "file:/var/task/" : "jrt:/x");
    }
    Explanation.Classes classes = tables(Map.of());
    assertEquals(3000, classes.loaded());
    assertEquals(3000, sum(classes.byPackage()));
    assertEquals(3000, sum(classes.byLibrary()));
    assertEquals(
        classes.byPackage().size(),
        classes.byPackage().stream().map(Explanation.ClassGroup::name).distinct().count());
  }

  @ParameterizedTest
  @ValueSource(strings = {"class-load-17.txt", "class-load-25.txt", "class-load-25-aot.txt"})
  void a_real_log_fills_the_tables(String name) throws Exception {
    loads.addAll(ClassLoadLog.read(recorded(name)));
    long start = loads.getFirst().nanos();
    Explanation.Classes classes =
        ClassTables.of(
            loads,
            libraries(),
            List.of(new PhaseWindow(PhaseName.BOOT, start, Long.MAX_VALUE)),
            Map.of());
    assertEquals(24, classes.loaded());
    assertEquals(
        List.of("JDK", "function"),
        classes.byLibrary().stream().map(Explanation.ClassGroup::name).sorted().toList());
    assertEquals(0.0, classes.list().getFirst().atMillis());
  }

  @Test
  void phases_are_needed() {
    assertThrows(
        IllegalArgumentException.class,
        () -> ClassTables.of(loads, libraries(), List.of(), Map.of()));
    assertThrows(IllegalArgumentException.class, () -> new PhaseWindow(PhaseName.BOOT, 2, 1));
  }

  private static Path recorded(String name) throws URISyntaxException {
    return Path.of(ClassLoadLog.class.getResource(name).toURI());
  }

  private Explanation.Classes tables(Map<String, Double> millis) {
    return ClassTables.of(loads, libraries(), WINDOWS, millis);
  }

  private Libraries libraries() {
    return Libraries.of(List.of(), "shop.Handler", loads);
  }

  private static int sum(List<Explanation.ClassGroup> groups) {
    return groups.stream().mapToInt(Explanation.ClassGroup::classes).sum();
  }

  private void loads(String packageName, int count) {
    for (int i = 0; i < count; i++) {
      load(150, (packageName.isEmpty() ? "" : packageName + ".") + "C" + i, "shared objects file");
    }
  }

  private void load(long atMillis, String className, String source) {
    loads.add(new ClassLoad(atMillis * MILLI, 1, className, source));
  }
}
