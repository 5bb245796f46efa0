package thaw.lab.throttling;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import thaw.lab.engine.Lesson;
import thaw.lab.engine.Scope;
import thaw.lab.engine.Syllabus;
import thaw.lab.engine.Workbench;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.SampleFailure;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict;

/**
 * The lesson on what a CPU quota does to a computation, a burst of work, a collection and the
 * compilers.
 */
public final class Throttling implements Lesson {
  /** Each program of pauses and bursts first works for a while without a quota. */
  static final Quantity HELD_BACK =
      new Quantity("held_back_share", "", "held back without a quota");

  static final String MACHINE = "this machine";
  private static final double MOST_HELD_BACK = 0.02;
  private static final List<QuotaPart> PARTS =
      List.of(new QuotaPauses(), new QuotaBurst(), new QuotaCollection(), new QuotaWarmUp());

  @Override
  public Syllabus syllabus() {
    return new Syllabus(
        7,
        "throttling",
        "Throttling by a CPU quota",
        "Below 1,769 MB a function on AWS Lambda has a part of one CPU, given out in periods of"
            + " about 20 ms (pwrdrvr/lambda-throttling, measured on Lambda in March 2025). What"
            + " does that do to a computation, to a short piece of work, to a garbage collection"
            + " and to the JIT compilers? Does C2 cost 57 % more CPU time at 256 MB?",
        "Each sample is a fresh JVM in a sandbox with the memory limit, and two CPUs visible, as on"
            + " Lambda. It starts with all CPUs, as Lambda's init phase runs, and gets the quota"
            + " of the memory size (1,769 MB for one CPU) before what is measured begins. Pauses:"
            + " a thread reads the clock without end and notes each gap above 0.2 ms. Bursts:"
            + " after a rest, work until the thread's own CPU clock has advanced by 10 and by 100"
            + " ms. Collections: System.gc() with 64 MB of small objects alive, the middle one of"
            + " 3, on the newest JDK, as pauses and bursts are. Compilers: 12 requests (XML, regular expressions, sorting, formatting, digest)"
            + " from the first one on; CPU time by thread from /proc/self/task.",
        "Other programs that use the CPUs make pauses of their own, and these are not told from"
            + " those of the quota. All cases of a round are measured before the next round, in"
            + " random order, and ratios are taken within a round.",
        "The kernel notices a spent quota at its next tick: how long a thread runs before it is"
            + " paused depends on the kernel's CONFIG_HZ (4 ms at 250), and so does the length of"
            + " the pauses, but not the share of time. Whether init on Lambda really runs without"
            + " a quota is not measured here, it is so by the sandbox. Network and disk do not occur.",
        "Count CPU time of all threads, not wall time: below 1,769 MB it is divided by memory /"
            + " 1,769. Do the work in init, or give it more memory; set TieredStopAtLevel=1 for"
            + " what runs briefly; use one thread and SerialGC below one CPU, where a second one"
            + " only spends the same quota.",
        List.of("small-memory", "c2-at-small-memory"),
        1,
        3,
        3);
  }

  @Override
  public List<Case> cases(Scope scope, Workbench workbench) {
    return cases(scope);
  }

  static List<Case> cases(Scope scope) {
    List<Case> cases = new ArrayList<>();
    PARTS.forEach(part -> cases.addAll(part.cases(scope.quick(), scope.jdks())));
    return cases;
  }

  @Override
  public Map<Quantity, Double> measure(Case subject, Workbench workbench)
      throws InterruptedException, SampleFailure {
    QuotaPart part =
        subject.choice(QuotaPart.PART, PARTS.toArray(QuotaPart[]::new), QuotaPart::name);
    return Quota.of(subject)
        .run(workbench.jdk(subject), workbench, part.options(subject), part.program(subject))
        .values(part.quantities(subject).toArray(Quantity[]::new));
  }

  /** Why nothing can be said about pauses of a quota; empty on a quiet machine. */
  static Optional<String> disturbance(Measurements samples) {
    return samples
        .spread(HELD_BACK, Case.of())
        .filter(heldBack -> heldBack.median() > MOST_HELD_BACK)
        .map(heldBack ->
            String.format(
                Locale.ROOT,
                "without a quota the thread was held back %.0f %% of the time",
                heldBack.median() * 100));
  }

  @Override
  public Conclusions conclude(Measurements samples) {
    List<Table> tables = new ArrayList<>();
    List<Chart> charts = new ArrayList<>();
    List<Verdict> verdicts = new ArrayList<>();
    for (QuotaPart part : PARTS) {
      Measurements own = samples.of(Case.of(QuotaPart.PART, part.name()));
      if (own.cases().isEmpty()) {
        continue; // left out by --only
      }
      Conclusions some = part.conclude(own);
      tables.addAll(some.tables());
      charts.addAll(some.charts());
      verdicts.addAll(some.verdicts());
    }
    return new Conclusions(tables, charts, verdicts);
  }
}
