package thaw.lab.reflection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.StartsProcesses;
import thaw.fixture.Thorough;
import thaw.lab.engine.Lesson;
import thaw.lab.engine.RealWorkbench;
import thaw.lab.result.Case;
import thaw.lab.result.Quantity;
import thaw.sandbox.jdk.Jdk;

/** Samples of lesson 3 in real JVMs. */
@Thorough("ReflectionTest concludes from given samples, and InitOrderRunTest runs a lesson")
@StartsProcesses("It compares how long calls take")
class ReflectionRunTest {
  @TempDir private Path folder;
  private RealWorkbench real;

  @BeforeEach
  void open() {
    real = new RealWorkbench(folder);
  }

  @AfterEach
  void close() {
    real.close();
  }

  @Test
  void the_first_call_is_dear_where_there_is_no_inflation() throws Exception {
    for (Jdk jdk : real.jdks()) {
      Map<Quantity, Double> sample =
          new Reflection().measure(Reflection.firstInvoke(jdk.label()), real.workbench());
      boolean dearFirst = sample.get(Reflection.FIRST_CALL) > sample.get(Reflection.FURTHER);
      assertEquals(jdk.feature() >= 18, dearFirst, jdk.label() + ": " + sample);
    }
  }

  @Test
  void jmh_sees_what_it_costs_to_look_a_method_up() throws Exception {
    String jdk = real.jdk();
    double direct = steady(jdk, GetterCall.DIRECT);
    double lookedUp = steady(jdk, GetterCall.METHOD_LOOKED_UP);
    assertTrue(lookedUp > 4 * direct, lookedUp + " ns against " + direct + " ns");
  }

  private double steady(String jdk, GetterCall call) throws Exception {
    return new Reflection()
        .measure(Reflection.steady(jdk, call, Accessors.DEFAULT), real.workbench())
        .get(Reflection.CALL_NANOS);
  }

  @Test
  void quick_has_fewer_cases_but_all_jdks() throws Exception {
    Lesson lesson = new Reflection();
    List<Case> quick = lesson.cases(real.scope(true), real.workbench());
    List<Case> full = lesson.cases(real.scope(false), real.workbench());
    assertTrue(quick.size() < full.size() && full.containsAll(quick));
    assertEquals(
        real.jdks().stream().map(Jdk::label).distinct().toList(),
        quick.stream().map(subject -> subject.get(Case.JDK)).distinct().toList());
  }
}
