package thaw.lab.firstuse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import thaw.lab.engine.ArchiveUse;
import thaw.lab.engine.Scope;
import thaw.lab.engine.Workbench;
import thaw.lab.result.Case;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.SampleFailure;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict.ForJdk;
import thaw.lab.result.Verdict.Judgement;
import thaw.sandbox.jdk.Jdk;

/**
 * The published test that a first use breaks: a retry every 50 ms for 200 ms has to make four
 * attempts. And the same five times faster, as the first use has become.
 */
final class FirstUseRetry {
  /** The value of {@link FirstUses#USE} for the test. */
  static final String TEST = "retry test";

  static final String LOOP = "loop";
  static final String PLAN = "plan";
  static final String NAIVE = "naive";
  static final String PLANNED = "planned";
  static final String PUBLISHED = "50 ms for 200 ms";
  static final String FASTER = "10 ms for 40 ms";
  static final Quantity ATTEMPTS = new Quantity("attempts", "", "attempts");
  static final Quantity FIRST = new Quantity("first_attempt_ms", "ms", "time of the first attempt");
  static final int MEANT = 4;
  private static final String PROGRAM = "thaw.course.firstuse.RetryTest";

  /** The fewest samples that decide a claim. */
  private static final int FEWEST = 3;

  private static final String NOTHING = "too few samples of it in this run";

  private FirstUseRetry() {}

  static boolean is(Case subject) {
    return subject.get(FirstUses.USE).equals(TEST);
  }

  static List<Case> cases(Scope scope, Jdk jdk, ArchiveUse archive) {
    List<Case> cases = new ArrayList<>();
    for (String loop : List.of(NAIVE, PLANNED)) {
      for (String plan : List.of(PUBLISHED, FASTER)) {
        if (!scope.quick() || !loop.equals(PLANNED) || !plan.equals(PUBLISHED)) {
          cases.add(on(jdk.label(), archive.words()).with(LOOP, loop, PLAN, plan));
        }
      }
    }
    return cases;
  }

  private static Case on(String jdk, String archive) {
    return Case.of(Case.JDK, jdk, FirstUses.ARCHIVE, archive, FirstUses.USE, TEST);
  }

  static Map<Quantity, Double> measure(
      Case subject, Jdk jdk, ArchiveUse archive, Workbench workbench)
      throws InterruptedException, SampleFailure {
    boolean published = subject.get(PLAN).equals(PUBLISHED);
    return workbench
        .run(
            FirstUseTraining.LANGUAGE.jvm(
                archive,
                jdk,
                workbench,
                PROGRAM,
                subject.get(LOOP),
                published ? "50" : "10",
                published ? "200" : "40"))
        .values(ATTEMPTS, FIRST);
  }

  /** Returns a table of the number of attempts, and of how often there were too few. */
  static Table table(Measurements samples, String jdk) {
    List<String> archives = FirstUses.archives(samples, jdk);
    List<Table.Row> rows = new ArrayList<>();
    for (String plan : samples.values(PLAN)) {
      for (String loop : samples.values(LOOP)) {
        Case wanted = Case.of(LOOP, loop, PLAN, plan);
        List<Entry> entries =
            archives.stream().map(archive -> entry(samples, on(jdk, archive), wanted)).toList();
        if (entries.stream().anyMatch(entry -> !(entry instanceof Entry.Missing))) {
          rows.add(new Table.Row(loop + ", " + plan, entries));
        }
      }
    }
    if (!rows.isEmpty()) {
      rows.add(
          new Table.Row(
              "first attempt takes",
              archives.stream().map(archive -> first(samples, on(jdk, archive))).toList()));
    }
    return new Table(
        "The retry test on " + jdk + ": runs with fewer than 4 attempts (and how many they made)",
        "A naive loop pauses after each attempt until the time is over; a planned one knows when"
            + " each attempt is due. Both are meant to make 4.",
        "loop, pause for time",
        archives,
        rows);
  }

  private static Entry entry(Measurements samples, Case start, Case wanted) {
    double[] made = samples.of(start).of(ATTEMPTS, wanted);
    return made.length == 0
        ? samples.of(start).entry(ATTEMPTS, wanted)
        : new Entry.Words(told(made));
  }

  /**
   * Returns the median of the first attempt over all loops. It is written in words, as the other
   * rows count runs.
   */
  private static Entry first(Measurements samples, Case start) {
    return samples
        .spread(FIRST, start)
        .<Entry>map(first -> new Entry.Words(String.format(Locale.ROOT, "%.1f ms", first.median())))
        .orElseGet(() -> samples.entry(FIRST, start));
  }

  /**
   * Returns the share of runs that made too few attempts, and the numbers of these attempts, for
   * example {@code 3 of 5 (2, 3)}.
   */
  static String told(double... made) {
    String share = few(made) + " of " + made.length;
    return few(made) == 0
        ? share
        : share
            + Arrays.stream(made)
                .filter(attempts -> attempts < MEANT)
                .sorted()
                .distinct()
                .mapToObj(attempts -> Integer.toString((int) attempts))
                .collect(Collectors.joining(", ", " (", ")"));
  }

  private static int few(double... made) {
    return (int) Arrays.stream(made).filter(attempts -> attempts < MEANT).count();
  }

  /**
   * Whether the loop breaks with the published times: more than half of the runs are most, and a
   * quarter or less are not; between them so few runs tell nothing.
   */
  static ForJdk naive(Measurements samples, String jdk) {
    Case usual = on(jdk, ArchiveUse.DEFAULT_CDS.words()).with(LOOP, NAIVE);
    double[] made = samples.of(ATTEMPTS, usual.with(PLAN, PUBLISHED));
    double[] faster = samples.of(ATTEMPTS, usual.with(PLAN, FASTER));
    if (made.length < FEWEST) {
      return ForJdk.undecided(jdk, NOTHING);
    }
    return new ForJdk(
        jdk,
        few(made) * 2 > made.length
            ? Judgement.HOLDS
            : few(made) * 4 <= made.length ? Judgement.NO_LONGER : Judgement.UNDECIDED,
        told(made)
            + " made too few"
            + (faster.length == 0 ? "" : "; every " + FASTER + ": " + told(faster)));
  }

  /** Whether the plan never breaks, whatever the archive and the times. */
  static ForJdk planned(Measurements samples, String jdk) {
    double[] made = samples.of(ATTEMPTS, Case.of(Case.JDK, jdk, LOOP, PLANNED));
    return made.length < FEWEST
        ? ForJdk.undecided(jdk, NOTHING)
        : new ForJdk(
            jdk, Judgement.of(few(made) == 0), told(made) + " made too few, all archives together");
  }
}
