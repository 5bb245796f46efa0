package thaw.fix;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyKind;
import thaw.stats.ShiftInterval;

/**
 * Tries remedies, the most promising first, each on top of what was kept before; keeps what is
 * proven to gain, and proves the whole set again with fresh samples.
 */
public final class Search {
  /** The rounds of the last, confirming run for which time of the limit is kept, at least. */
  private static final int ROUNDS_HELD_BACK = 5;

  private final Workshop workshop;
  private final Logbook logbook;
  private final Set<RemedyKind> kinds;
  private final Listener listener;
  private final LongSupplier nanos;
  private final Trials trials;
  private final long deadlineNanos;

  private final List<Step> steps = new ArrayList<>();
  private final Set<String> tried = new HashSet<>();
  private final List<Workshop.Examined> examinations = new ArrayList<>();
  private List<ByHand> byHand = List.of();
  private FixResult.@Nullable Figures baseOfFirst;

  /** Is told what a user may want to see while the search runs. */
  public interface Listener {
    void trying(Remedy remedy);

    void decided(Step step);

    /** The best set so far has become better, or was confirmed. */
    void best(FixResult soFar) throws InterruptedException;

    void confirming(int starts);
  }

  /**
   * @param kinds of remedies that may be tried
   * @param limit of the whole search
   * @param logbook of the search before that was ended, or an empty one
   * @param nanos the monotonic clock
   */
  public Search(
      Workshop workshop,
      Set<RemedyKind> kinds,
      Duration limit,
      Logbook logbook,
      Listener listener,
      LongSupplier nanos) {
    this.workshop = new Remembering(workshop, logbook);
    this.logbook = logbook;
    this.kinds = Set.copyOf(kinds);
    this.listener = listener;
    this.nanos = nanos;
    this.trials = new Trials(workshop, logbook, nanos);
    this.deadlineNanos = nanos.getAsLong() + limit.toNanos();
  }

  /**
   * @param base that was made
   */
  public FixResult run(Draft base) throws InterruptedException {
    Draft best = base;
    List<Remedy> open = examined(base, 0);
    double millis = Double.NaN;
    Optional<Trials.Trial> last = Optional.empty();
    while (!open.isEmpty()) {
      Remedy next = open.getFirst();
      Draft candidate = best.with(next);
      if (last.isPresent() && isTimeUp(base, best)) {
        open.forEach(remedy -> decide(Step.outOfTime(remedy)));
        break;
      }
      if (!logbook.isReplaying()) {
        listener.trying(next);
      }
      tried.add(next.id());
      Optional<String> obstacle = workshop.make(candidate);
      if (obstacle.isPresent()) {
        decide(Step.notMeasured(next, obstacle.get()));
        open = open.subList(1, open.size());
        continue;
      }
      Trials.Trial trial = trials.compare(best, candidate, deadlineNanos);
      Step step = step(next, trial).alsoShown(workshop);
      decide(step);
      last = Optional.of(trial);
      open = open.subList(1, open.size());
      if (step.kept()) {
        best = candidate;
        expectLeftOut(best);
        FixResult.Figures figures = trial.after().figures();
        millis = figures.totalMillis();
        FixResult soFar = result(best, best.deployedLike(base), baseFigures(trial), figures, false);
        if (!logbook.isReplaying()) { // else it was told before
          listener.best(soFar);
        }
        if (next.change().makesAnotherProgram()) {
          open = examined(best, millis);
        }
      }
    }
    return considering(best.equals(base) ? unchanged(base, last) : confirmed(base, best));
  }

  private FixResult considering(FixResult result) {
    List<Considered> considered = List.of();
    for (Workshop.Examined examined : examinations) {
      considered =
          Considered.of(
              considered,
              examined,
              result.steps(),
              kinds,
              "is predicted to be worth less than 1 % of the start with what was kept: not tried");
    }
    return result.considering(Considered.withSteps(considered, result.steps()));
  }

  /**
   * Returns the figures of the unchanged function from the first trial, the only one that has it as
   * one side.
   */
  private FixResult.Figures baseFigures(Trials.Trial trial) {
    if (baseOfFirst == null) {
      baseOfFirst = trial.before().figures();
    }
    return baseOfFirst;
  }

  /** Returns the remedies that are still to be tried, the most promising first. */
  private List<Remedy> examined(Draft draft, double millis) throws InterruptedException {
    Workshop.Examined examined = workshop.examine(draft);
    examinations.add(examined);
    if (byHand.isEmpty()) {
      byHand = examined.byHand();
    }
    return examined.remedies().stream()
        .filter(remedy -> kinds.contains(remedy.kind()))
        .filter(remedy -> !tried.contains(remedy.id()))
        .filter(remedy -> remedy.predicted().highMillis() >= Trials.LEAST_SHARE * millis)
        .sorted(
            Comparator.comparing(Search::isPartOfArchive)
                .thenComparingDouble(
                    remedy -> -remedy.predicted().lowMillis() - remedy.predicted().highMillis())
                .thenComparing(Remedy::id))
        .toList();
  }

  /** What only the package gets waits for what the function gets as it is deployed, too. */
  private static boolean isPartOfArchive(Remedy remedy) {
    return remedy.change() instanceof Change.JvmOptions && remedy.change().needsPackage();
  }

  /**
   * Tells the trials how long starts without each step will take, by what the steps have gained.
   */
  private void expectLeftOut(Draft best) {
    Map<Remedy, Draft> without = leftOut(best);
    for (Step step : steps) {
      Draft rest = without.get(step.remedy());
      if (rest != null) {
        trials.expect(rest, best, step.gain().map(ShiftInterval::median).orElse(0.0));
      }
    }
  }

  private boolean isTimeUp(Draft base, Draft best) {
    Set<Draft> again = new HashSet<>(leftOut(best).values()); // one of them may be the base
    again.add(base);
    again.add(best);
    again.add(best.deployedLike(base));
    long heldBack =
        Math.max(
            ROUNDS_HELD_BACK * trials.roundNanos(again),
            Confirmation.ROUNDS * trials.roundNanos(Confirmation.figures(base, best)));
    return nanos.getAsLong() + heldBack > deadlineNanos;
  }

  private static Step step(Remedy remedy, Trials.Trial trial) {
    if (trial.failed()) {
      return Step.notMeasured(
          remedy,
          "with it the function fails: "
              + trial.after().failure().or(trial.before()::failure).orElse("no response"));
    }
    return new Step(
        remedy,
        Optional.of(trial.gain()),
        Optional.of(trial.before().cpuGainOf(trial.after())),
        Optional.empty(),
        trial.isGain(),
        trial.isGain()
            ? (trial.isGainOfWall()
                    ? "gains in %d against %d starts"
                    : "gains CPU time in %d against %d starts, and wall time in the median")
                .formatted(trial.after().count(), trial.before().count())
            : "no gain of 1 %% was proven by %d against %d starts%s"
                .formatted(trial.after().count(), trial.before().count(), trial.cutShort()));
  }

  private void decide(Step step) {
    steps.add(step);
    listener.decided(step);
  }

  private FixResult unchanged(Draft base, Optional<Trials.Trial> last) throws InterruptedException {
    FixResult.Figures figures;
    if (last.isPresent() && last.get().before().count() > 0) {
      figures = last.get().before().figures();
    } else {
      Map<Draft, DraftSamples> samples = new LinkedHashMap<>();
      trials.run("as it is", List.of(base), Trials.FEWEST, samples);
      figures = Trials.of(samples, base).figures();
    }
    return result(base, base, figures, figures, true);
  }

  /** Each kept remedy's set without it. */
  private Map<Remedy, Draft> leftOut(Draft best) {
    Map<Remedy, Draft> drafts = new LinkedHashMap<>();
    for (Step step : steps) {
      if (step.kept() && best.has(step.remedy())) {
        drafts.put(step.remedy(), best.without(step.remedy(), workshop::original));
      }
    }
    return drafts;
  }

  /** Base, the whole set, and the set without each of its remedies, with fresh samples. */
  private FixResult confirmed(Draft base, Draft best) throws InterruptedException {
    return new Confirmation(workshop, trials, this::leftOut, nanos, deadlineNanos, listener)
        .of(base, best, steps, byHand);
  }

  private FixResult result(
      Draft best,
      Draft patched,
      FixResult.Figures base,
      FixResult.Figures figures,
      boolean confirmed) {
    return new FixResult(
        best,
        patched,
        base,
        figures,
        Optional.empty(),
        Optional.empty(),
        false,
        confirmed,
        steps,
        answered(steps, byHand));
  }

  /** Returns the findings that no kept remedy has answered. */
  static List<ByHand> answered(List<Step> steps, List<ByHand> all) {
    Set<String> done = new HashSet<>();
    for (Step step : steps) {
      if (step.kept()) {
        step.remedy().finding().ifPresent(done::add);
      }
    }
    return all.stream().filter(each -> !done.contains(each.finding())).toList();
  }
}
