package thaw.lab.firstuse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import thaw.lab.engine.ArchiveUse;
import thaw.lab.engine.Jvm;
import thaw.lab.engine.Scope;
import thaw.lab.engine.Workbench;
import thaw.lab.result.Case;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.SampleFailure;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict;
import thaw.sandbox.jdk.Jdk;

/**
 * The published test that a first use breaks: a retry every 50 ms for 200 ms has to make four
 * attempts. And the same five times faster, as the first use has become.
 */
final class FirstUseRetry {
  /** The value of {@link FirstUseFactors#USE} for the test. */
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

  private FirstUseRetry() {}

  static boolean is(Case subject) {
    return subject.get(FirstUseFactors.USE).equals(TEST);
  }

  static List<Case> cases(Scope scope, Jdk jdk, ArchiveUse archive) {
    List<Case> cases = new ArrayList<>();
    cases.add(retry(jdk, archive, NAIVE, PUBLISHED));
    cases.add(retry(jdk, archive, NAIVE, FASTER));
    if (!scope.quick()) {
      cases.add(retry(jdk, archive, PLANNED, PUBLISHED));
    }
    cases.add(retry(jdk, archive, PLANNED, FASTER));
    return cases;
  }

  private static Case retry(Jdk jdk, ArchiveUse archive, String loop, String plan) {
    return Case.of(
        Case.JDK,
        jdk.label(),
        FirstUseFactors.ARCHIVE,
        archive.words(),
        FirstUseFactors.USE,
        TEST,
        LOOP,
        loop,
        PLAN,
        plan);
  }

  static Map<Quantity, Double> measure(
      Case subject, Jdk jdk, ArchiveUse archive, Workbench workbench)
      throws InterruptedException, SampleFailure {
    String loop = subject.get(LOOP).equals(NAIVE) ? "naive" : "planned";
    boolean published = subject.get(PLAN).equals(PUBLISHED);
    Jvm jvm =
        FirstUseTraining.LANGUAGE.jvm(
            archive,
            jdk,
            workbench,
            PROGRAM,
            loop,
            published ? "50" : "10",
            published ? "200" : "40");
    return workbench.run(jvm).values(ATTEMPTS, FIRST);
  }

  /**
   * Returns a table of the number of attempts, and of how often there were too few; empty when
   * there are no samples of it.
   */
  static Optional<Table> table(Measurements samples, String jdk) {
    List<String> archives = FirstUseFactors.archives(samples, jdk);
    List<Table.Row> rows = new ArrayList<>();
    for (String plan : samples.values(PLAN)) {
      for (String loop : samples.values(LOOP)) {
        List<Entry> entries =
            archives.stream().map(archive -> entry(samples, jdk, archive, loop, plan)).toList();
        if (entries.stream().anyMatch(entry -> !(entry instanceof Entry.Missing))) {
          rows.add(new Table.Row(loop + ", " + plan, entries));
        }
      }
    }
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    rows.add(
        new Table.Row(
            "first attempt takes",
            archives.stream().map(archive -> firstAttempt(samples, jdk, archive)).toList()));
    return Optional.of(
        new Table(
            "The retry test on "
                + jdk
                + ": runs with fewer than 4 attempts (and how many they made)",
            "A naive loop pauses after each attempt until the time is over; a planned one knows when"
                + " each attempt is due. Both are meant to make 4.",
            "loop, pause for time",
            archives,
            rows));
  }

  /**
   * Returns the median of the first attempt over all loops. It is written in words, as the other
   * rows count runs.
   */
  private static Entry firstAttempt(Measurements samples, String jdk, String archive) {
    String[] wanted = {Case.JDK, jdk, FirstUseFactors.ARCHIVE, archive, FirstUseFactors.USE, TEST};
    return samples
        .spread(FIRST, wanted)
        .<Entry>map(first -> new Entry.Words(String.format(Locale.ROOT, "%.1f ms", first.median())))
        .orElseGet(() -> samples.entry(FIRST, wanted));
  }

  private static Entry entry(
      Measurements samples, String jdk, String archive, String loop, String plan) {
    double[] made =
        samples.of(
            ATTEMPTS, Case.JDK, jdk, FirstUseFactors.ARCHIVE, archive, LOOP, loop, PLAN, plan);
    if (made.length == 0) {
      return samples.entry(
          ATTEMPTS, Case.JDK, jdk, FirstUseFactors.ARCHIVE, archive, LOOP, loop, PLAN, plan);
    }
    return new Entry.Words(told(made));
  }

  /**
   * Returns the share of runs that made too few attempts, and the numbers of these attempts, for
   * example {@code 3 of 5 (2, 3)}.
   */
  static String told(double... made) {
    int few = few(made);
    String share = few + " of " + made.length;
    return few == 0 ? share : share + " (" + numbers(made) + ")";
  }

  static int few(double... made) {
    return (int) Arrays.stream(made).filter(attempts -> attempts < MEANT).count();
  }

  private static String numbers(double... made) {
    return String.join(
        ", ",
        Arrays.stream(made)
            .filter(attempts -> attempts < MEANT)
            .sorted()
            .distinct()
            .mapToObj(attempts -> Integer.toString((int) attempts))
            .toList());
  }

  /** Whether the loop breaks with the published times. */
  static Verdict.ForJdk naive(Measurements samples, String jdk) {
    double[] made = attempts(samples, jdk, PUBLISHED);
    double[] faster = attempts(samples, jdk, FASTER);
    if (made.length < FirstUseFactors.FEWEST) {
      return Verdict.ForJdk.undecided(jdk, FirstUseFactors.NOTHING);
    }
    return new Verdict.ForJdk(
        jdk,
        most(few(made), made.length),
        told(made)
            + " made too few"
            + (faster.length == 0 ? "" : "; every " + FASTER + ": " + told(faster)));
  }

  /**
   * Judges whether most runs made too few attempts: more than half are most, and a quarter or less
   * are not; between them so few runs tell nothing.
   */
  private static Verdict.Judgement most(int few, int all) {
    return few * 2 > all
        ? Verdict.Judgement.HOLDS
        : few * 4 <= all ? Verdict.Judgement.NO_LONGER : Verdict.Judgement.UNDECIDED;
  }

  /** Whether the plan never breaks, whatever the archive and the times. */
  static Verdict.ForJdk planned(Measurements samples, String jdk) {
    double[] made = samples.of(ATTEMPTS, Case.JDK, jdk, LOOP, PLANNED);
    return made.length < FirstUseFactors.FEWEST
        ? Verdict.ForJdk.undecided(jdk, FirstUseFactors.NOTHING)
        : new Verdict.ForJdk(
            jdk,
            Verdict.Judgement.of(few(made) == 0),
            told(made) + " made too few, all archives together");
  }

  private static double[] attempts(Measurements samples, String jdk, String plan) {
    return samples.of(
        ATTEMPTS,
        Case.JDK,
        jdk,
        FirstUseFactors.ARCHIVE,
        ArchiveUse.DEFAULT_CDS.words(),
        LOOP,
        NAIVE,
        PLAN,
        plan);
  }
}
