package thaw.lab.initorder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import thaw.environment.launch.EnvironmentSpec;
import thaw.lab.engine.FunctionStart;
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
  static final String FUNCTION = "function";
  static final String MEMORY = "memory";
  static final Quantity INIT = new Quantity("init_ms", "ms", "init");
  static final Quantity REQUEST = new Quantity("request_ms", "ms", "first request");
  static final Quantity TOTAL = new Quantity("total_ms", "ms", "start to response");
  static final Quantity WORK_IN_INIT =
      new Quantity("work_in_init_ms", "ms", "the same work in init, median of all places");
  static final Quantity WORK_IN_REQUEST =
      new Quantity("work_in_request_ms", "ms", "the same work in a request, median of all places");

  /** Is missing where nothing limits the CPU. */
  static final Quantity VCPUS = new Quantity("vcpus", "", "CPU share of a request");

  private static final double NANOS_PER_MILLI = 1e6;

  private static final List<InitFunction> QUICK =
      List.of(
          InitFunction.ALL_PLACES,
          InitFunction.CLIENT_IN_HANDLER,
          InitFunction.CLIENT_IN_STATIC_FIELD);

  @Override
  public Syllabus syllabus() {
    return new Syllabus(
        4,
        "init-order",
        "Static initialiser or constructor",
        "\"Best practices for AWS Lambda and Java\" (re:Invent SVS403, 2019, Java 8, 256 MB) moved"
            + " the injector and the client into static fields: 8.3 s of handler time became 1.71 s"
            + " of init, and the cold start fell from 17.2 to 12 s, because init runs on a boosted"
            + " CPU. Which code runs in init, in which order, and is it the static field that"
            + " counts or does a constructor do as well?",
        "Each sample is a cold start in an environment of its own, with AWS's runtime client: init"
            + " on 2 vCPUs, requests on the share of the memory size. One function (256 MB) has the same work in all places where work can stand (zlib"
            + " compresses 3 MiB) and tells by the monotonic clock when each ran; the platform's"
            + " timeline says when init ended. It gets two requests. Three more (512 MB) build the"
            + " same TLS context, as every HTTPS client does, in the handler, in a static field and"
            + " in the constructor; their times are taken outside the JVM.",
        "Orders and phases do not depend on noise: one cold start decides them, and cold starts"
            + " that differ decide nothing. Times do: samples take turns in rounds, and"
            + " ratios are taken within a sample or a round, and of a step in init the time is taken"
            + " off in which it waited for a CPU. Work in a request takes whole periods"
            + " of the CPU quota (20 ms), so that a short step can be off by one of them.",
        "Where this machine cannot limit a process's CPU, times in init and in a request are alike,"
            + " and nothing is decided of them. The work is native code that no JIT compiler makes"
            + " faster; building a client loads classes as well, which the other functions show."
            + " Init that takes longer than 10 s is repeated in the first request.",
        "Whatever every request needs, build in a static field of the handler's class or in its"
            + " constructor: it does not matter which. A static field of another class is not"
            + " enough: it is set when somebody first touches that class, so touch it in init.",
        List.of("work-in-handler", "client-built-in-handler", "unprimed-first-call"),
        1,
        6,
        3);
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
    InitFunction function = subject.choice(FUNCTION, InitFunction.values(), InitFunction::words);
    EnvironmentSpec spec = function.function().on(workbench.jdk(subject), workbench);
    Map<Quantity, Double> values = new LinkedHashMap<>();
    if (function == InitFunction.ALL_PLACES) {
      values.putAll(WorkSteps.of(FunctionStart.of(workbench.instance(), spec, 2)).values());
    } else {
      FunctionStart start = FunctionStart.of(workbench.instance(), spec, 1);
      values.put(INIT, start.init().toNanos() / NANOS_PER_MILLI);
      values.put(REQUEST, start.first().toNanos() / NANOS_PER_MILLI);
      values.put(TOTAL, start.total().toNanos() / NANOS_PER_MILLI);
    }
    if (workbench.instance().host().limitsCpu()) {
      values.put(VCPUS, spec.function().memory().vcpus());
    }
    return values;
  }

  @Override
  public Conclusions conclude(Measurements samples) {
    InitOrderTables tables = new InitOrderTables(samples);
    return new Conclusions(tables.tables(), tables.charts(), InitOrderClaims.of(samples));
  }
}
