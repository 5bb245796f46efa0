package thaw.lab.initorder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import thaw.environment.launch.EnvironmentSpec;
import thaw.lab.engine.Lesson;
import thaw.lab.engine.Scope;
import thaw.lab.engine.Syllabus;
import thaw.lab.engine.Workbench;
import thaw.lab.result.Case;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.SampleFailure;
import thaw.sandbox.jdk.Jdk;

/**
 * The lesson on the order of initialisation: which of a function's code runs in the init phase, and
 * what the first request waits for.
 */
public final class InitOrder implements Lesson {
  private static final double NANOS_PER_MILLI = 1e6;

  private static final List<InitFunction> QUICK =
      List.of(
          InitFunction.ALL_PLACES,
          InitFunction.CLIENT_IN_HANDLER,
          InitFunction.CLIENT_IN_STATIC_FIELD);

  @Override
  public Syllabus syllabus() {
    return Syllabus.of(4, "init-order");
  }

  @Override
  public List<Case> cases(Scope scope, Workbench workbench) throws InterruptedException {
    List<Case> cases = new ArrayList<>();
    for (Jdk jdk : scope.jdks()) {
      for (InitFunction function : scope.quick() ? QUICK : List.of(InitFunction.values())) {
        function.function().on(jdk, workbench); // explodes it, trains the client's archive
        cases.add(function.on(jdk.label()));
      }
    }
    return cases;
  }

  @Override
  public Map<Quantity, Double> measure(Case subject, Workbench workbench)
      throws InterruptedException, SampleFailure {
    InitFunction function =
        subject.choice(InitFunction.FUNCTION, InitFunction.values(), InitFunction::words);
    EnvironmentSpec spec = function.function().on(workbench.jdk(subject), workbench);
    Map<Quantity, Double> values = new LinkedHashMap<>();
    if (function == InitFunction.ALL_PLACES) {
      values.putAll(WorkSteps.of(FunctionStart.of(workbench.instance(), spec, 2)).values());
    } else {
      FunctionStart start = FunctionStart.of(workbench.instance(), spec, 1);
      values.put(InitFunction.INIT, start.init().toNanos() / NANOS_PER_MILLI);
      values.put(InitFunction.REQUEST, start.first().toNanos() / NANOS_PER_MILLI);
      values.put(InitFunction.TOTAL, start.total().toNanos() / NANOS_PER_MILLI);
    }
    if (workbench.instance().host().limitsCpu()) {
      values.put(InitFunction.VCPUS, spec.function().memory().vcpus());
    }
    return values;
  }

  @Override
  public Conclusions conclude(Measurements samples) {
    InitOrderTables tables = new InitOrderTables(samples);
    return new Conclusions(tables.tables(), tables.charts(), InitOrderClaims.of(samples));
  }
}
