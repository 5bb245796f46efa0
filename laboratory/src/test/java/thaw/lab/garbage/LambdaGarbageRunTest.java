package thaw.lab.garbage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.StartsProcesses;
import thaw.fixture.Thorough;
import thaw.lab.engine.JvmWorkbench;
import thaw.lab.result.Quantity;
import thaw.sandbox.jdk.Jdk;

/** In real JVMs: bytes are the same on every machine, times are only compared. */
@Thorough("LambdaGarbageTest concludes from given samples, and InitOrderRunTest runs a lesson")
@StartsProcesses("It compares how long programs take")
final class LambdaGarbageRunTest {
  private final LambdaGarbage lesson = new LambdaGarbage();
  @TempDir private Path folder;
  private JvmWorkbench real;

  @BeforeEach
  void open() {
    real = new JvmWorkbench(folder, feature -> feature >= 17);
  }

  @AfterEach
  void close() {
    real.close();
  }

  @Test
  void lambdas_are_objects_where_nothing_analyses_escapes_and_only_there() throws Exception {
    List<Jdk> jdks = real.jdks();
    assertTrue(!jdks.isEmpty(), "the JVM of this test is one");
    lesson.cases(real.scope(true, Map.of()), real.workbench());

    for (Jdk jdk : jdks) {
      Map<Quantity, Double> c2 = measured(jdk, GarbageWay.ARGUMENT, 16);
      Map<Quantity, Double> c1 = measured(jdk, GarbageWay.C1, 16);

      assertEquals(0, bytes(measured(jdk, GarbageWay.BIG, 9)), 0.5, jdk.label());
      assertEquals(0, bytes(c2), 0.5, jdk.label());
      assertEquals(256, bytes(c1), 1, jdk.label());
      assertEquals(0, bytes(measured(jdk, GarbageWay.C1_ARGUMENT, 16)), 0.5, jdk.label());
      assertEquals(16 * 16, bytes(measured(jdk, GarbageWay.NO_ANALYSIS, 16)), 1, jdk.label());
      assertTrue(value(c1, GarbageWay.NANOS) > value(c2, GarbageWay.NANOS), jdk.label());
      double step = value(c1, GarbageWay.EDEN) / value(c1, GarbageWay.OPERATIONS);
      assertEquals(256, value(c1, GarbageWay.COUNTED_BYTES), 2 * step + 13, jdk.label());
    }
  }

  private Map<Quantity, Double> measured(Jdk jdk, GarbageWay way, int fields) throws Exception {
    return lesson.measure(way.with(jdk.label(), String.valueOf(fields)), real.workbench());
  }

  private static double bytes(Map<Quantity, Double> values) {
    return value(values, GarbageWay.BYTES);
  }

  private static double value(Map<Quantity, Double> values, Quantity quantity) {
    return Objects.requireNonNull(values.get(quantity));
  }
}
