package thaw.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import thaw.sandbox.Jdk;

/** What the first use of a feature costs, with and without archives of classes. */
final class FirstUse implements Lesson {
  private static final String ARCHIVE = "archive";
  private static final String USE = "use";
  private static final Quantity WALL = new Quantity("wall_ms", "ms", "time of the first use");
  private static final Quantity WAITED = new Quantity("waited_ms", "ms", "waiting for a CPU");

  @Override
  public Syllabus syllabus() {
    return new Syllabus(
        1,
        "first-use",
        "First use of a feature",
        "Does the first lambda of a JVM still take 40 to 50 ms?",
        "Each sample is a fresh JVM.",
        "Time in which the thread waited for a CPU is taken off.",
        "One feature at a time.",
        "Use an AOT cache.",
        List.of("lambda-first-use", "string-concatenation"),
        1,
        11,
        3);
  }

  @Override
  public List<Case> cases(Scope scope, Workbench workbench) {
    List<Case> cases = new ArrayList<>();
    for (Jdk jdk : scope.jdks()) {
      for (ArchiveUse archive : ArchiveUse.values()) {
        for (String use : List.of("lambda", "anonymous-class")) {
          if (archive.isKnownTo(jdk)) {
            cases.add(Case.of(Case.JDK, jdk.label(), ARCHIVE, archive.words(), USE, use));
          }
        }
      }
    }
    return cases;
  }

  @Override
  public Map<Quantity, Double> measure(Case subject, Workbench workbench)
      throws InterruptedException, SampleFailure {
    Jvm jvm =
        Jvm.on(
            workbench.jdk(subject),
            List.of(workbench.courseJar()),
            "thaw.course.firstuse.FirstUse",
            subject.get(USE));
    ArchiveUse archive = ArchiveUse.of(subject.get(ARCHIVE));
    return workbench.run(workbench.archives().with(archive, jvm, jvm)).values(WALL, WAITED);
  }

  @Override
  public Conclusions conclude(Samples samples) {
    List<Table> tables = new ArrayList<>();
    for (String jdk : samples.jdks()) {
      List<String> archives = samples.values(ARCHIVE);
      List<Table.Row> rows = new ArrayList<>();
      for (String use : samples.values(USE)) {
        rows.add(
            new Table.Row(
                use,
                archives.stream()
                    .map(archive -> samples.entry(WALL, Case.JDK, jdk, ARCHIVE, archive, USE, use))
                    .toList()));
      }
      tables.add(new Table("First use on " + jdk + ", ms", "", "first use", archives, rows));
    }
    return new Conclusions(tables, List.of(), List.of());
  }
}
