package thaw.lab.classloading;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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

/**
 * The lesson on class loading: the cost of a class by where it comes from, and of jars that nobody
 * uses.
 */
public final class ClassLoading implements Lesson {
  static final String SOURCE = "source";

  static final Quantity CLASS = new Quantity("class_us", "µs", "time of a class");
  static final Quantity START = new Quantity("start_ms", "ms", "from the process's start to main");
  static final Quantity TOTAL =
      new Quantity("total_ms", "ms", "from the process's start to the last class");
  static final Quantity MAIN_CPU =
      new Quantity("main_cpu_ms", "ms", "CPU time of the main thread until then");
  static final Quantity CPU = new Quantity("cpu_ms", "ms", "CPU time of all threads until then");

  private static final int PACKAGES = 50;

  private final int packages;
  private @Nullable ClassLayouts layouts;

  public ClassLoading() {
    this(PACKAGES);
  }

  /**
   * @param packages of {@link ModelSources#IN_PACKAGE} classes
   */
  ClassLoading(int packages) {
    this.packages = packages;
  }

  @Override
  public Syllabus syllabus() {
    return Syllabus.of(5, "class-loading");
  }

  @Override
  public List<Case> cases(Scope scope, Workbench workbench) throws InterruptedException {
    List<Case> cases = new ArrayList<>();
    try {
      layouts =
          new ClassLayouts(
              workbench, ClassStore.open(workbench.cache(), packages, workbench.folder()));
      for (Jdk jdk : scope.jdks()) {
        for (ClassSource source : ClassSource.all().toList()) {
          if ((source.quick() || !scope.quick()) && source.archive().isKnownTo(jdk)) {
            Case subject = subject(jdk.label(), source);
            cases.add(subject);
            if (scope.includes(subject)) {
              prepare(layouts, source, jdk);
            }
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not make the classes to load", e);
    }
    return cases;
  }

  /**
   * Makes the layout before the measurement. A failure is left to each sample, which reports it.
   */
  private static void prepare(ClassLayouts layouts, ClassSource source, Jdk jdk)
      throws IOException, InterruptedException {
    try {
      layouts.jvm(source, jdk);
    } catch (SampleFailure e) {
      return;
    }
  }

  static Case subject(String jdk, ClassSource source) {
    return Case.of(Case.JDK, jdk, SOURCE, source.words());
  }

  @Override
  public Map<Quantity, Double> measure(Case subject, Workbench workbench)
      throws InterruptedException, SampleFailure {
    if (layouts == null) {
      throw new IllegalStateException("cases come first");
    }
    try {
      Jvm jvm = layouts.jvm(ClassSource.named(subject.get(SOURCE)), workbench.jdk(subject));
      return workbench.run(jvm).values(CLASS, START, TOTAL, MAIN_CPU, CPU);
    } catch (IOException e) {
      throw new UncheckedIOException("could not lay out " + subject, e);
    }
  }

  @Override
  public Conclusions conclude(Measurements samples) {
    ClassLoadingTables tables = new ClassLoadingTables(samples);
    return new Conclusions(tables.tables(), tables.charts(), ClassLoadingClaims.of(samples));
  }
}
