package thaw.lab.garbage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Sources;
import thaw.lab.engine.Scope;
import thaw.lab.engine.Workbench;
import thaw.lab.result.Quantity;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/** In real JVMs: bytes are the same on every machine, times are only compared. */
final class LambdaGarbageRunTest {
  private final LambdaGarbage lesson = new LambdaGarbage();
  @TempDir private Path folder;
  private Instance instance;
  private Workbench workbench;
  private List<Jdk> jdks;

  @BeforeEach
  void open() throws IOException {
    jdks =
        Jdks.find(Map.of(), folder).all().stream()
            .filter(jdk -> jdk.feature() >= 17)
            .collect(Collectors.toMap(Jdk::feature, jdk -> jdk, (newest, _) -> newest))
            .values()
            .stream()
            .toList();
    instance = Instance.open(SandboxHost.probe(), Files.createDirectory(folder.resolve("runs")));
    workbench =
        new Workbench(
            instance,
            Path.of(Sources.program(), "laboratory/course"),
            folder.resolve("cache"),
            jdks,
            (_, _) -> {
              throw new AssertionError("no function is needed");
            });
  }

  @AfterEach
  void close() {
    workbench.close();
    instance.close();
  }

  @Test
  void lambdas_are_objects_where_nothing_analyses_escapes_and_only_there() throws Exception {
    assertTrue(!jdks.isEmpty(), "the JVM of this test is one");
    lesson.cases(new Scope(true, jdks, OptionalInt.empty(), 1, Map.of()), workbench);

    for (Jdk jdk : jdks) {
      Map<Quantity, Double> c2 = measured(jdk, GarbageWay.ARGUMENT, 16);
      Map<Quantity, Double> c1 = measured(jdk, GarbageWay.C1, 16);

      assertEquals(0, bytes(measured(jdk, GarbageWay.BIG, 9)), 0.5, jdk.label());
      assertEquals(0, bytes(c2), 0.5, jdk.label());
      assertEquals(256, bytes(c1), 1, jdk.label());
      assertEquals(0, bytes(measured(jdk, GarbageWay.C1_ARGUMENT, 16)), 0.5, jdk.label());
      assertEquals(16 * 16, bytes(measured(jdk, GarbageWay.NO_ANALYSIS, 16)), 1, jdk.label());
      assertTrue(value(c1, LambdaGarbage.NANOS) > value(c2, LambdaGarbage.NANOS), jdk.label());
      double step = value(c1, LambdaGarbage.EDEN) / value(c1, LambdaGarbage.OPERATIONS);
      assertEquals(256, value(c1, LambdaGarbage.COUNTED_BYTES), 2 * step + 13, jdk.label());
    }
  }

  private Map<Quantity, Double> measured(Jdk jdk, GarbageWay way, int fields) throws Exception {
    return lesson.measure(way.with(jdk.label(), String.valueOf(fields)), workbench);
  }

  private static double bytes(Map<Quantity, Double> values) {
    return value(values, LambdaGarbage.BYTES);
  }

  private static double value(Map<Quantity, Double> values, Quantity quantity) {
    return Objects.requireNonNull(values.get(quantity));
  }
}
