package thaw.lab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import thaw.environment.EnvironmentSpec;
import thaw.function.MemorySize;
import thaw.sandbox.Jdk;

/** What of a function's code runs in the init phase, and what the first request waits for. */
final class InitOrder implements Lesson {
  static final String FUNCTION = "function";
  static final String MEMORY = "memory";

  /** The function that does the same work in all places. */
  static final String ALL_PLACES = "work in all places";

  static final String CLIENT_IN_HANDLER = "client built in the handler";
  static final String CLIENT_IN_STATIC_FIELD = "client in a static field";
  static final String CLIENT_IN_CONSTRUCTOR = "client built in the constructor";

  static final Quantity INIT = new Quantity("init_ms", "ms", "init phase");
  static final Quantity REQUEST = new Quantity("request_ms", "ms", "first request");
  static final Quantity TOTAL = new Quantity("total_ms", "ms", "start to first response");

  static final Quantity WORK_IN_INIT =
      new Quantity("work_in_init_ms", "ms", "the same work in init, median of all places");
  static final Quantity WORK_IN_REQUEST =
      new Quantity("work_in_request_ms", "ms", "the same work in a request, median of all places");

  /** Is missing where nothing limits the CPU. */
  static final Quantity VCPUS = new Quantity("vcpus", "", "CPU share of a request");

  private static final MemorySize SIZE = new MemorySize(256);

  private static final Map<String, String> HANDLERS =
      Map.of(
          ALL_PLACES,
          "OrderedHandler",
          CLIENT_IN_HANDLER,
          "ClientInHandler",
          CLIENT_IN_STATIC_FIELD,
          "ClientInStaticField",
          CLIENT_IN_CONSTRUCTOR,
          "ClientInConstructor");

  private static final List<String> QUICK =
      List.of(ALL_PLACES, CLIENT_IN_HANDLER, CLIENT_IN_STATIC_FIELD);
  private static final List<String> ALL =
      List.of(ALL_PLACES, CLIENT_IN_HANDLER, CLIENT_IN_STATIC_FIELD, CLIENT_IN_CONSTRUCTOR);

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
            + " on 2 vCPUs, requests on the share of "
            + SIZE.mebibytes()
            + " MB. One function has the same work in all places where work can stand (zlib"
            + " compresses 3 MiB) and tells by the monotonic clock when each ran; the platform's"
            + " timeline says when init ended. It gets two requests. Three more functions build the"
            + " same TLS context, as every HTTPS client does, in the handler, in a static field and"
            + " in the constructor; their times are taken outside the JVM.",
        "Orders and phases do not depend on noise. Times do: samples take turns in rounds, and"
            + " ratios are taken within a sample or a round. Work in a request takes whole periods"
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
      for (String function : scope.quick() ? QUICK : ALL) {
        Case subject = subject(jdk.label(), function);
        spec(subject, workbench); // explodes the package, trains the client's archive
        cases.add(subject);
      }
    }
    return cases;
  }

  static Case subject(String jdk, String function) {
    return Case.of(Case.JDK, jdk, FUNCTION, function, MEMORY, SIZE.mebibytes() + " MB");
  }

  private static EnvironmentSpec spec(Case subject, Workbench workbench)
      throws InterruptedException {
    String handler = HANDLERS.get(subject.get(FUNCTION));
    return new CourseFunction("thaw.course.initorder." + handler, SIZE)
        .on(workbench.jdk(subject), workbench);
  }

  @Override
  public Map<Quantity, Double> measure(Case subject, Workbench workbench)
      throws InterruptedException, SampleFailure {
    EnvironmentSpec spec = spec(subject, workbench);
    Map<Quantity, Double> values = new LinkedHashMap<>();
    if (subject.get(FUNCTION).equals(ALL_PLACES)) {
      values.putAll(WorkSteps.of(FunctionStart.of(workbench.instance(), spec, 2)).values());
    } else {
      FunctionStart start = FunctionStart.of(workbench.instance(), spec, 1);
      values.put(INIT, start.init().toNanos() / 1e6);
      values.put(REQUEST, start.first().toNanos() / 1e6);
      values.put(TOTAL, start.total().toNanos() / 1e6);
    }
    if (workbench.instance().host().limitsCpu()) {
      values.put(VCPUS, SIZE.vcpus());
    }
    return values;
  }

  @Override
  public Conclusions conclude(Samples samples) {
    InitOrderTables tables = new InitOrderTables(samples);
    return new Conclusions(
        tables.tables(), tables.charts(), new InitOrderVerdicts(samples).verdicts());
  }
}
