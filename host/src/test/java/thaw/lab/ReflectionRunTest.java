package thaw.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.RealRuntime;
import thaw.fixture.Sources;
import thaw.function.DeploymentStore;
import thaw.sandbox.Jdk;
import thaw.sandbox.Jdks;

/** Samples of lessons 3 and 4 in real JVMs. */
class ReflectionRunTest {
  @TempDir private Path folder;
  private RealRuntime real;
  private Workbench workbench;
  private List<Jdk> jdks;

  @BeforeEach
  void open() {
    jdks = Jdks.find(Map.of(), folder).all().stream().filter(jdk -> jdk.feature() >= 17).toList();
    real = RealRuntime.open(folder);
    DeploymentStore packages = new DeploymentStore(folder.resolve("packages"));
    workbench =
        new Workbench(
            real.instance(),
            Path.of(Sources.program(), "course"),
            folder.resolve("cache"),
            jdks,
            (function, _) -> real.specify(function, packages));
  }

  @AfterEach
  void close() {
    workbench.close();
    real.close();
  }

  @Test
  void the_first_call_is_dear_where_there_is_no_inflation() throws Exception {
    for (Jdk jdk : jdks) {
      Map<Quantity, Double> sample =
          new Reflection().measure(Reflection.firstInvoke(jdk.label()), workbench);
      boolean dearFirst = sample.get(Reflection.FIRST_CALL) > sample.get(Reflection.FURTHER);
      assertEquals(jdk.feature() >= 18, dearFirst, jdk.label() + ": " + sample);
    }
  }

  @Test
  void jmh_sees_what_it_costs_to_look_a_method_up() throws Exception {
    String jdk = real.jdk().label();
    double direct = steady(jdk, GetterCall.DIRECT);
    double lookedUp = steady(jdk, GetterCall.METHOD_LOOKED_UP);
    assertTrue(lookedUp > 4 * direct, lookedUp + " ns against " + direct + " ns");
  }

  private double steady(String jdk, GetterCall call) throws Exception {
    return new Reflection()
        .measure(Reflection.steady(jdk, call, Accessors.DEFAULT), workbench)
        .get(Reflection.CALL_NANOS);
  }

  @Test
  void a_function_tells_what_ran_in_init_and_what_a_request_waited_for() throws Exception {
    String jdk = real.jdk().label();
    Case subject = InitFunction.ALL_PLACES.on(jdk);
    MadeUpSamples samples = new MadeUpSamples();
    new InitOrder()
        .measure(subject, workbench)
        .forEach((key, value) -> samples.with(subject, key, value));

    List<Verdict> verdicts = new InitOrder().conclude(samples.samples()).verdicts();

    for (Verdict verdict : verdicts.subList(0, 4)) {
      assertEquals(
          List.of(Verdict.Truth.HOLDS),
          verdict.answers().stream().map(Verdict.Answer::truth).toList(),
          verdict.toString());
    }
  }

  @Test
  void quick_has_fewer_cases_but_all_jdks() throws Exception {
    for (Lesson lesson : List.of(new Reflection(), new InitOrder())) {
      List<Case> quick = lesson.cases(scope(true), workbench);
      List<Case> full = lesson.cases(scope(false), workbench);
      assertTrue(quick.size() < full.size() && full.containsAll(quick));
      assertEquals(
          jdks.stream().map(Jdk::label).distinct().toList(),
          quick.stream().map(subject -> subject.get(Case.JDK)).distinct().toList());
    }
  }

  private Scope scope(boolean quick) {
    return new Scope(quick, jdks, OptionalInt.empty(), 1, Map.of());
  }
}
