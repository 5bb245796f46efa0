package thaw.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.SideBySide;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

@SideBySide
class ClassLoadLogTest {
  @TempDir Path folder;

  @Test
  void a_line_tells_time_thread_class_and_source() throws Exception {
    assertEquals(
        new ClassLoad(23071531623114L, 30090, "shop.Orders", "file:/var/task/lib/shop-1.2.0.jar"),
        find(recorded("class-load-17.txt"), "shop.Orders"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class-load-17.txt",
        "class-load-17-appcds.txt",
        "class-load-25.txt",
        "class-load-25-aot.txt"
      })
  void every_line_of_a_real_log_is_understood(String name) throws Exception {
    Path file = file(name);
    List<ClassLoad> loads = ClassLoadLog.read(file);
    assertEquals(Files.readAllLines(file).size(), loads.size());
    assertEquals("java.lang.Object", loads.getFirst().className());
    assertEquals(
        List.of(), loads.stream().filter(load -> load.className().contains("0x")).toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"class-load-17.txt", "class-load-25.txt"})
  void lambdas_of_one_class_have_one_name_on_each_jdk(String name) throws Exception {
    assertEquals(
        Set.of("shop.Orders$$Lambda"),
        recorded(name).stream()
            .filter(load -> load.source().equals("shop.Orders"))
            .map(ClassLoad::className)
            .collect(Collectors.toSet()));
  }

  @Test
  void classes_without_a_file_have_the_source_that_the_jvm_gives_them() throws Exception {
    assertEquals(
        "__dynamic_proxy__", find(recorded("class-load-25.txt"), "jdk.proxy1.$Proxy0").source());
    assertEquals(
        "shared objects file (top)",
        find(recorded("class-load-17-appcds.txt"), "shop.Orders").source());
    assertEquals(
        "__JVM_LookupDefineClass__",
        find(recorded("class-load-25-aot.txt"), "java.lang.String$$StringConcat").source());
    assertEquals(
        "__ClassDefiner__",
        find(recorded("class-load-17.txt"), "jdk.internal.reflect.GeneratedMethodAccessor1")
            .source());
  }

  @Test
  void other_lines_and_a_torn_last_one_are_passed_over() throws IOException {
    assertEquals(
        List.of(new ClassLoad(10, 7, "a.B", "jrt:/java.base"), new ClassLoad(12, 7, "c.D", "x y")),
        read(
            """
            [10ns][7] a.B source: jrt:/java.base

            [0.021s][info][gc] Using Serial
            OpenJDK 64-Bit Server VM warning: something
            [11ns][7] a.C loaded
            [][] source: x
            [99999999999999999999ns][7] a.B source: x
            [12ns][7   ] c.D source: x y
            [13ns][7] e.F source: file:/var/ta\
            """));
  }

  @Test
  void an_empty_log_has_no_loads() throws IOException {
    assertEquals(List.of(), read(""));
  }

  /** What this machine's JVMs write today, not what they wrote when the samples were taken. */
  @TestFactory
  List<DynamicTest> every_jdk_from_17_on_writes_logs_that_are_understood() {
    return Jdks.find(System.getenv(), Path.of(System.getProperty("user.home"))).all().stream()
        .filter(jdk -> jdk.feature() >= 17)
        .map(jdk -> DynamicTest.dynamicTest(jdk.label(), () -> understands(jdk)))
        .toList();
  }

  private void understands(Jdk jdk) throws Exception {
    Path log = folder.resolve("class-load-" + jdk.feature() + jdk.fingerprint().hashCode());
    long before = System.nanoTime();
    Process process =
        new ProcessBuilder(
                jdk.java().toString(),
                "-Xlog:class+load=info:file=" + log + ":timenanos,tid",
                "-version")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertTrue(process.waitFor(Duration.ofMinutes(1).toSeconds(), TimeUnit.SECONDS));
    long after = System.nanoTime();
    List<ClassLoad> loads = ClassLoadLog.read(log);
    assertEquals(Files.readAllLines(log).size(), loads.size());
    assertEquals("java.lang.Object", loads.getFirst().className());
    for (ClassLoad load : loads) {
      assertTrue(load.nanos() > before && load.nanos() < after, "one clock: " + load);
    }
  }

  private List<ClassLoad> read(String log) throws IOException {
    return ClassLoadLog.read(Files.writeString(folder.resolve("log"), log));
  }

  private static ClassLoad find(List<ClassLoad> loads, String name) {
    return loads.stream().filter(load -> load.className().equals(name)).findFirst().orElseThrow();
  }

  private static List<ClassLoad> recorded(String name) throws Exception {
    return ClassLoadLog.read(file(name));
  }

  private static Path file(String name) throws URISyntaxException {
    URI resource = ClassLoadLogTest.class.getResource(name).toURI();
    return Path.of(resource);
  }
}
