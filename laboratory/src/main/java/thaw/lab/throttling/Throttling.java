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
    return Syllabus.of(7, "throttling");
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
