package thaw.lab.reflection;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import thaw.lab.engine.ArchiveUse;
import thaw.lab.engine.Jvm;
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
import thaw.stats.Quantiles;

/**
 * The lesson on reflection: the cost of a call when all is compiled, and of the first one in a JVM.
 */
public final class Reflection implements Lesson {
  static final String MEASURED = "measured";
  static final String CALL = "call";
  static final String ACCESSORS = "accessors";
  static final String ARCHIVE = "archive";

  static final String STEADY = "steady state";
  static final String FIRST = "first call";

  static final Quantity CALL_NANOS = new Quantity("ns_per_call", "ns", "time of a call");
  static final Quantity LOOKUP = new Quantity("lookup_us", "µs", "time of the look-up");
  static final Quantity FIRST_CALL = new Quantity("first_us", "µs", "time of the first call");
  static final Quantity TOGETHER =
      new Quantity("together_us", "µs", "time of the look-up and the first call");
  static final Quantity FURTHER = new Quantity("further_us", "µs", "time of 20 further calls");
  static final Quantity CALLS = new Quantity("calls_us", "µs", "time of the first 21 calls");

  /** Fresh JVMs for one sample of a first call; the middle one counts. */
  private static final int JVMS = 3;

  private static final List<GetterCall> QUICK_STEADY =
      List.of(
          GetterCall.DIRECT,
          GetterCall.CONSTANT_METHOD,
          GetterCall.METHOD,
          GetterCall.METHOD_LOOKED_UP,
          GetterCall.CONSTANT_HANDLE,
          GetterCall.HANDLE);

  @Override
  public Syllabus syllabus() {
    return Syllabus.of(3, "reflection");
  }

  @Override
  public List<Case> cases(Scope scope, Workbench workbench) {
    List<Case> cases = new ArrayList<>();
    for (Jdk jdk : scope.jdks()) {
      for (GetterCall call : scope.quick() ? QUICK_STEADY : List.of(GetterCall.values())) {
        cases.add(steady(jdk.label(), call, Accessors.DEFAULT));
      }
      if (!scope.quick()) {
        cases.add(steady(jdk.label(), GetterCall.METHOD, Accessors.NATIVE));
      }
      for (ArchiveUse archive : List.of(ArchiveUse.DEFAULT_CDS, ArchiveUse.AOT_CACHE)) {
        for (FirstGetterCall call : FirstGetterCall.values()) {
          if (archive.isKnownTo(jdk)) {
            cases.add(first(jdk.label(), call, Accessors.DEFAULT, archive));
          }
        }
      }
      for (Accessors accessors : List.of(Accessors.NATIVE, Accessors.GENERATED)) {
        cases.add(first(jdk.label(), FirstGetterCall.METHOD, accessors, ArchiveUse.DEFAULT_CDS));
      }
    }
    return cases;
  }

  static Case steady(String jdk, GetterCall call, Accessors accessors) {
    return Case.of(
        Case.JDK, jdk, MEASURED, STEADY, CALL, call.words(), ACCESSORS, accessors.words());
  }

  static Case first(String jdk, FirstGetterCall call, Accessors accessors, ArchiveUse archive) {
    return Case.of(
        Case.JDK,
        jdk,
        MEASURED,
        FIRST,
        CALL,
        call.words(),
        ACCESSORS,
        accessors.words(),
        ARCHIVE,
        archive.words());
  }

  static Case methodInField(String jdk) {
    return steady(jdk, GetterCall.METHOD, Accessors.DEFAULT);
  }

  static Case firstInvoke(String jdk) {
    return first(jdk, FirstGetterCall.METHOD, Accessors.DEFAULT, ArchiveUse.DEFAULT_CDS);
  }

  @Override
  public Map<Quantity, Double> measure(Case subject, Workbench workbench)
      throws InterruptedException, SampleFailure {
    Jdk jdk = workbench.jdk(subject);
    List<String> options =
        subject.choice(ACCESSORS, Accessors.values(), Accessors::words).options(jdk);
    if (subject.get(MEASURED).equals(STEADY)) {
      String benchmark = subject.choice(CALL, GetterCall.values(), GetterCall::words).benchmark();
      return Map.of(CALL_NANOS, Jmh.nanos(workbench, jdk, benchmark, options));
    }
    return firstCall(subject, jdk, options, workbench);
  }

  private static Map<Quantity, Double> firstCall(
      Case subject, Jdk jdk, List<String> options, Workbench workbench)
      throws InterruptedException, SampleFailure {
    String argument =
        subject.choice(CALL, FirstGetterCall.values(), FirstGetterCall::words).argument();
    Jvm jvm =
        workbench
            .archives()
            .with(
                subject.choice(ARCHIVE, ArchiveUse.values(), ArchiveUse::words),
                program(workbench, jdk, argument),
                program(workbench, jdk, "all"))
            .with(options);
    Map<Quantity, double[]> all = new LinkedHashMap<>();
    for (int i = 0; i < JVMS; i++) {
      int number = i;
      workbench
          .run(jvm)
          .values(LOOKUP, FIRST_CALL, TOGETHER, FURTHER, CALLS)
          .forEach((quantity, value) ->
              all.computeIfAbsent(quantity, _ -> new double[JVMS])[number] = value);
    }
    Map<Quantity, Double> middle = new LinkedHashMap<>();
    all.forEach((quantity, values) -> middle.put(quantity, Quantiles.of(values).median()));
    return middle;
  }

  private static Jvm program(Workbench workbench, Jdk jdk, String argument) {
    return Jvm.on(
        jdk, List.of(workbench.courseJar()), "thaw.course.reflection.FirstCall", argument);
  }

  @Override
  public Conclusions conclude(Measurements samples) {
    ReflectionTables tables = new ReflectionTables(samples);
    return new Conclusions(tables.tables(), tables.charts(), ReflectionClaims.of(samples));
  }
}
