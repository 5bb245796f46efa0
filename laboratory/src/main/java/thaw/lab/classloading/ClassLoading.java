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
    return new Syllabus(
        5,
        "class-loading",
        "Class loading",
        "What does a class cost that comes from a folder, a jar, a jar in a jar or an archive, and"
            + " do jars cost anything that nobody loads from? In 2019 a talk made a cold start 15"
            + " % shorter by leaving two unused HTTP clients out of the package (re:Invent SVS403);"
            + " others say that the size of the package does not matter.",
        "A fresh JVM loads and initialises 1,000 generated classes, values with builders of 4.3 KB"
            + " on average as a service's SDK has them, in an order that follows no jar. Time is"
            + " that of the main thread; the start is counted from before the process exists to"
            + " the first line of main. JVMs have the serial collector and C1 only, as on Lambda."
            + " Unused jars have 100 entries each and stand on the class path before or after the"
            + " one jar that has the classes; what is added to a package is never read.",
        "Time in which the main thread was ready and had no CPU is taken off, and CPU times do not"
            + " have it. Cases take turns in random order, and ratios are taken round by round, so"
            + " that what slows the machine for a while slows both.",
        "Files are in the page cache after the first round: what reading them from a disk costs is"
            + " the lesson on storage. Neither download nor unpacking of a package is measured."
            + " The program does nothing but load classes, so shares of a real cold start are"
            + " smaller. The talk put another HTTP client in the place of the two that it left out,"
            + " so that its 15 % are not those of unused jars alone. Loading without verification"
            + " and without the JDK's archive is there to tell their parts, not to be used.",
        "Load fewer classes before you repackage them: one that is in the package and not loaded"
            + " costs next to nothing. Then start from an archive of them, an AOT cache from JDK 25"
            + " on, else AppCDS. It needs the very JDK that made it, and jars on the class path, as"
            + " a loader of its own, such as Lambda's, reads them all the same: on Lambda, a"
            + " container image whose class path names the jars. Else unpack jars in jars, and do"
            + " not compress jars whose package is compressed anyway.",
        List.of("no-class-archive", "deflated-jars"),
        1,
        9,
        4);
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
