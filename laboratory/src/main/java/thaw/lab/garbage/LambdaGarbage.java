package thaw.lab.garbage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import thaw.lab.engine.Javac;
import thaw.lab.engine.Jvm;
import thaw.lab.engine.JvmRun;
import thaw.lab.engine.Lesson;
import thaw.lab.engine.Scope;
import thaw.lab.engine.Syllabus;
import thaw.lab.engine.Workbench;
import thaw.lab.result.Case;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.SampleFailure;
import thaw.lab.result.Spread;
import thaw.lab.result.Verdict.Judgement;
import thaw.sandbox.jdk.Jdk;

/**
 * The lesson on what capturing lambdas allocate when an object reads its fields with one for each.
 */
public final class LambdaGarbage implements Lesson {
  private static final String GENERATOR = "thaw.course.lambdagarbage.FieldClasses";
  private static final String PROGRAM = "thaw.course.lambdagarbage.Garbage";
  private static final long PUBLISHED_OPERATIONS = 10_000_000;

  /** The options of a heap whose eden has 10 MiB: -Xmn less two tenths for the survivors. */
  private static final List<String> HEAP =
      List.of("-XX:+UseSerialGC", "-Xms32m", "-Xmx32m", "-Xmn12800k", "-XX:SurvivorRatio=8");

  @Override
  public Syllabus syllabus() {
    return Syllabus.of(2, "lambda-garbage");
  }

  @Override
  public List<Case> cases(Scope scope, Workbench workbench) throws InterruptedException {
    List<Case> cases = cases(scope);
    compile(fieldsOf(cases), scope.jdks().getFirst(), workbench);
    return cases;
  }

  /**
   * Makes the classes with so many fields: written by a program of the course, and compiled here,
   * for all JDKs alike.
   */
  private static void compile(Collection<Integer> fields, Jdk jdk, Workbench workbench)
      throws InterruptedException {
    Path sources = workbench.folder().resolve("fields").resolve("sources");
    List<String> program = new ArrayList<>(List.of(GENERATOR, sources.toString()));
    fields.forEach(count -> program.add(String.valueOf(count)));
    try {
      workbench.run(Jvm.on(jdk, List.of(workbench.courseJar()), program.toArray(String[]::new)));
    } catch (SampleFailure e) {
      throw new IllegalStateException("the classes with fields could not be written", e);
    }
    Javac.compile(sources, classes(workbench), "-cp", workbench.courseJar().toString());
  }

  private static Path classes(Workbench workbench) {
    return workbench.folder().resolve("fields").resolve("classes");
  }

  static List<Case> cases(Scope scope) {
    List<Case> cases = new ArrayList<>();
    for (Jdk jdk : scope.jdks()) {
      for (GarbageWay way : GarbageWay.values()) {
        for (int fields : way.fields(scope.quick())) {
          cases.add(way.with(jdk.label(), String.valueOf(fields)));
        }
        if (way.isSearched(scope.quick())) {
          cases.add(way.with(jdk.label(), GarbageWay.LIMIT));
        }
      }
    }
    return cases;
  }

  /** The numbers of fields for which there must be classes. */
  private static SortedSet<Integer> fieldsOf(List<Case> cases) {
    SortedSet<Integer> numbers = new TreeSet<>();
    for (Case subject : cases) {
      String fields = subject.get(GarbageWay.FIELDS);
      if (fields.equals(GarbageWay.LIMIT)) {
        for (int count = 1; count <= GarbageWay.MOST; count++) {
          numbers.add(count);
        }
      } else {
        numbers.add(Integer.valueOf(fields));
      }
    }
    return numbers;
  }

  @Override
  public Map<Quantity, Double> measure(Case subject, Workbench workbench)
      throws InterruptedException, SampleFailure {
    GarbageWay way = GarbageWay.of(subject);
    Jdk jdk = workbench.jdk(subject);
    String fields = subject.get(GarbageWay.FIELDS);
    if (fields.equals(GarbageWay.LIMIT)) {
      return Map.of(GarbageWay.FIRST, (double) first(way, jdk, workbench));
    }
    int count = Integer.parseInt(fields);
    return way.isCounted(count)
        ? workbench
            .run(jvm(way, count, PUBLISHED_OPERATIONS, jdk, workbench))
            .values(
                GarbageWay.BYTES,
                GarbageWay.NANOS,
                GarbageWay.COLLECTIONS,
                GarbageWay.OPERATIONS,
                GarbageWay.EDEN,
                GarbageWay.COUNTED_BYTES)
        : workbench
            .run(jvm(way, count, 0, jdk, workbench))
            .values(GarbageWay.BYTES, GarbageWay.NANOS);
  }

  /**
   * Returns the first number of fields with garbage, found by bisection; one more than {@link
   * GarbageWay#MOST} when there is no garbage at all.
   */
  private static int first(GarbageWay way, Jdk jdk, Workbench workbench)
      throws InterruptedException, SampleFailure {
    int without = 0;
    int with = GarbageWay.MOST + 1;
    int next = GarbageWay.MOST; // the answer of most JDKs for some ways: none
    while (without + 1 < with) {
      JvmRun run = workbench.run(jvm(way, next, 0, jdk, workbench));
      Spread bytes =
          Spread.of(Objects.requireNonNull(run.values(GarbageWay.BYTES).get(GarbageWay.BYTES)));
      if (GarbageFigures.NO_GARBAGE.judgement(bytes) == Judgement.HOLDS) {
        without = next;
      } else {
        with = next;
      }
      next = (without + with) / 2;
    }
    return with;
  }

  private static Jvm jvm(GarbageWay way, int fields, long counted, Jdk jdk, Workbench workbench) {
    return Jvm.on(
            jdk,
            List.of(workbench.courseJar(), classes(workbench)),
            PROGRAM,
            fields == 9 ? "NineFields" : "Fields" + fields,
            String.valueOf(fields),
            way.callee(),
            way.form(),
            String.valueOf(counted))
        .with(HEAP)
        .with(way.jvmOptions());
  }

  @Override
  public Conclusions conclude(Measurements samples) {
    GarbageTables tables = new GarbageTables(samples);
    return new Conclusions(tables.tables(), tables.charts(), GarbageClaims.of(samples));
  }
}
