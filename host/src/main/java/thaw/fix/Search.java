package thaw.fix;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * Tries remedies, each on top of what was kept before; keeps what is proven to gain, and proves the
 * whole set again with fresh samples.
 *
 * <p>Steps that the function gets as it is deployed come first, beside the function as it is: from
 * an archive of classes they would look smaller than what they gain there. The package comes on top
 * of them, with the steps that only it gets, and those that are worth more with its archive.
 */
public final class Search {
  /** The rounds of the last, confirming run for which time of the limit is kept, at least. */
  private static final int ROUNDS_HELD_BACK = 5;

  /** The starts for whose time a draft is explained, until one was: profiled ones take longer. */
  private static final int STARTS_OF_EXPLANATION = 8;

  /** The starts of a trial, where predictions are compared with the time that they take. */
  private static final int STARTS_OF_TRIAL = 16;

  private final Workshop workshop;
  private final Logbook logbook;
  private final Set<RemedyKind> kinds;
  private final Listener listener;
  private final LongSupplier nanos;
  private final Trials trials;
  private final long deadlineNanos;

  private final List<Step> steps = new ArrayList<>();
  private final Set<String> tried = new HashSet<>();
  private final Set<String> again = new HashSet<>(); // beside the archive
  private final List<Workshop.Examined> examinations = new ArrayList<>();
  private final Set<Draft> explained = new HashSet<>(); // by this program, not by an earlier one
  private KeptSets kept = KeptSets.of(Draft.UNCHANGED);
  private Progress asDeployed = Progress.NONE;
  private Progress inPackage = Progress.NONE;
  private FixResult.@Nullable Figures baseOfFirst;
  private boolean hasBegun; // to try one
  private long lastExamination;

  /** Is told what a user may want to see while the search runs. */
  public interface Listener {
    void trying(Remedy remedy);

    void decided(Step step);

    /** The best set so far has become better, or was confirmed. */
    void best(FixResult soFar) throws InterruptedException;

    /** What is still to be done takes longer than the time limit. */
    void overtime(Duration longer);

    /**
     * @param variants that start in turn
     * @param least starts of each
     * @param wanted of those whose medians are the result
     */
    void confirming(int variants, int least, int wanted);
  }

  /**
   * The shares that are left of the first trial's figures by the gains of the kept steps: medians
   * of one trial and another are not compared, for the machine may be another one meanwhile.
   */
  private record Progress(double wall, double cpu) {
    static final Progress NONE = new Progress(1, 1);

    Progress with(Trials.Trial trial) {
      FixResult.Figures before = trial.before().figures();
      return new Progress(
          wall * left(trial.gain(), before.totalMillis()),
          cpu * left(trial.cpuGain(), before.cpuMillis()));
    }

    private static double left(ShiftInterval gain, double before) {
      return before > 0 ? Math.max(0, 1 - gain.median() / before) : 1;
    }

    FixResult.Figures of(FixResult.Figures base, int samples) {
      return new FixResult.Figures(base.totalMillis() * wall, base.cpuMillis() * cpu, samples);
    }
  }

  /**
   * @param kinds of remedies that may be tried
   * @param limit of the whole search, and of the explanation of what it leaves
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
    kept = KeptSets.of(base);
    Workshop.Examined first = examined(base);
    trials.assume(first.startMillis());
    climb(climb(first, false), true);
    return considering(kept.isEmpty() ? unchanged() : confirmed());
  }

  /**
   * Tries what is offered until nothing is left or the time is up.
   *
   * @param packaged whether the package is tried, or the function as it is deployed
   * @return the last examination
   */
  private Workshop.Examined climb(Workshop.Examined first, boolean packaged)
      throws InterruptedException {
    Workshop.Examined found = first;
    List<Remedy> open = open(found, packaged);
    while (!open.isEmpty()) {
      Optional<Remedy> fitting =
          open.stream().filter(each -> isTimeFor(each, packaged)).findFirst();
      if (fitting.isEmpty() && hasBegun) {
        open.forEach(this::leave);
        break;
      }
      Remedy next = fitting.orElse(open.getFirst()); // at least one is tried
      boolean isAnother = isKept(next, packaged) && next.change().makesAnotherProgram();
      boolean isLast = isAnother && !isTimeToExamine(packaged);
      if (isAnother && !isLast) {
        found = examined(packaged ? kept.whole() : kept.managed());
      }
      open = open(found, packaged);
      if (isLast) { // changes of sources may no longer fit
        open.forEach(this::leave);
        break;
      }
    }
    return found;
  }

  private void leave(Remedy remedy) {
    tried.add(remedy.id());
    decide(Step.outOfTime(remedy));
  }

  private boolean isKept(Remedy offered, boolean packaged) throws InterruptedException {
    Draft best = packaged ? kept.whole() : kept.managed();
    hasBegun = true;
    if (!logbook.isReplaying()) {
      sayOvertime(offered, packaged);
      listener.trying(offered);
    }
    if (!tried.add(offered.id())) {
      again.add(offered.id());
    }
    Optional<Remedy> mended =
        offered.change() instanceof Change.Runtime
            ? workshop.mended(best, offered, making(offered, packaged))
            : Optional.of(offered);
    if (mended.isEmpty()) {
      leave(offered);
      return false;
    }
    Remedy next = mended.get();
    Draft candidate = best.with(next);
    Optional<String> obstacle = workshop.make(candidate);
    if (obstacle.isPresent()) {
      decide(Step.notMeasured(next, obstacle.get()));
      return false;
    }
    long rest =
        packaged ? heldBack(kept.withWhole(candidate), ROUNDS_HELD_BACK) : ending(candidate);
    Trials.Trial trial = trials.compare(best, candidate, deadlineNanos - rest);
    Step step = step(next, trial).alsoShown(workshop);
    decide(step);
    if (baseOfFirst == null && trial.before().count() > 0) {
      baseOfFirst = trial.before().figures(); // the only trial that has it as one side
    }
    if (step.kept()) {
      keep(candidate, trial, packaged);
    }
    return step.kept();
  }

  private void keep(Draft candidate, Trials.Trial trial, boolean packaged)
      throws InterruptedException {
    inPackage = inPackage.with(trial);
    if (packaged) {
      kept = kept.withWhole(candidate);
    } else {
      asDeployed = inPackage;
      kept = kept.withManaged(candidate);
    }
    expectLeftOut();
    if (!logbook.isReplaying()) { // else it was told before
      listener.best(soFar(trial.after().count()));
    }
  }

  private FixResult soFar(int samples) {
    FixResult.Figures base = Objects.requireNonNull(baseOfFirst, "the first trial has it");
    boolean gains = !kept.managed().equals(kept.base());
    return result(
        base,
        inPackage.of(base, samples),
        Optional.of(new FixResult.Deployed(asDeployed.of(base, samples), gains)),
        Proof.TRIALS);
  }

  private FixResult considering(FixResult result) {
    List<Considered> considered = List.of();
    for (Workshop.Examined found : examinations) {
      considered =
          Considered.of(
              considered,
              found,
              result.steps(),
              kinds,
              "is predicted to be worth less than 1 % of the start with what was kept: not tried");
    }
    return result.withConsidered(Considered.withSteps(considered, result.steps()));
  }

  private Workshop.Examined examined(Draft draft) throws InterruptedException {
    Optional<Logbook.Examination> known = logbook.examined(draft);
    Logbook.Examination examination = known.isPresent() ? known.get() : examine(draft);
    lastExamination = examination.nanos();
    examinations.add(examination.found());
    return examination.found();
  }

  private Logbook.Examination examine(Draft draft) throws InterruptedException {
    long began = nanos.getAsLong();
    Workshop.Examined found = workshop.examine(draft);
    Logbook.Examination examination = new Logbook.Examination(found, nanos.getAsLong() - began);
    logbook.examined(draft, examination);
    explained.add(draft);
    return examination;
  }

  /**
   * Returns the remedies that are still to be tried, those first that are predicted to gain the
   * most for the time that their trial takes.
   */
  private List<Remedy> open(Workshop.Examined found, boolean packaged) {
    double base =
        baseOfFirst == null ? examinations.getFirst().startMillis() : baseOfFirst.totalMillis();
    double millis = base * (packaged ? inPackage : asDeployed).wall();
    return found.remedies().stream()
        .filter(remedy -> kinds.contains(remedy.kind()))
        .filter(remedy -> packaged || kept.isForManaged(remedy))
        .filter(remedy -> isNew(remedy, packaged))
        .filter(remedy -> remedy.predicted().highMillis() >= Trials.LEAST_SHARE * millis)
        .sorted(
            Comparator.comparing(Search::isPartOfArchive)
                .thenComparingDouble(remedy -> -worth(remedy))
                .thenComparing(Remedy::id))
        .toList();
  }

  /** A step that gains nothing as it is deployed may with the archive, if it makes that another. */
  private boolean isNew(Remedy remedy, boolean packaged) {
    return !tried.contains(remedy.id())
        || (packaged
            && remedy.change().changesArchive()
            && kept.whole().isArchived()
            && !again.contains(remedy.id())
            && steps.stream()
                .filter(step -> step.remedy().id().equals(remedy.id()))
                .anyMatch(step -> step.gain().isPresent() && !step.kept()));
  }

  private double worth(Remedy remedy) {
    double takes =
        STARTS_OF_TRIAL * examinations.getFirst().startMillis()
            + workshop.makingTakes(kept.base().with(remedy)).toMillis();
    return (remedy.predicted().lowMillis() + remedy.predicted().highMillis()) / takes;
  }

  /** Options that gain with the archive only wait for all else that the package gets. */
  private static boolean isPartOfArchive(Remedy remedy) {
    return remedy.change() instanceof Change.JvmOptions && remedy.change().needsPackage();
  }

  /**
   * Tells the trials how long starts without each step will take, by what the steps have gained.
   */
  private void expectLeftOut() {
    Map<Remedy, KeptSets.LeftOut> leftOut = kept.leftOut(workshop::original);
    for (Step step : steps) {
      KeptSets.LeftOut each = leftOut.get(step.remedy());
      if (each != null) {
        trials.expect(
            each.without(), each.set(), step.gain().map(ShiftInterval::median).orElse(0.0));
      }
    }
  }

  private boolean isTimeFor(Remedy remedy, boolean packaged) {
    return nanos.getAsLong() + takes(remedy, packaged) <= deadlineNanos;
  }

  /** Returns the time from a trial on to the end of a search that tries nothing else after it. */
  private long takes(Remedy remedy, boolean packaged) {
    Draft best = packaged ? kept.whole() : kept.managed();
    Draft candidate = best.with(remedy);
    return trying(best, remedy)
        + (packaged ? ending(kept.withWhole(candidate), remedy) : ending(candidate));
  }

  /** Returns the time that the making of a remedy may take, of all that is left. */
  private Duration making(Remedy remedy, boolean packaged) {
    Draft best = packaged ? kept.whole() : kept.managed();
    long left = deadlineNanos - nanos.getAsLong() - takes(remedy, packaged);
    return workshop.makingTakes(best.with(remedy)).plusNanos(left);
  }

  /** What is examined now need not be explained at the end, for which time is held back anyway. */
  private boolean isTimeToExamine(boolean packaged) {
    long rest = packaged ? heldBack(kept, Confirmation.ROUNDS) : ending(kept.managed());
    return nanos.getAsLong() + rest <= deadlineNanos;
  }

  /**
   * Returns the time of the end of a search that tries nothing else but the archive, if there is
   * one.
   */
  private long ending(Draft managed) {
    KeptSets sets = kept.withManaged(managed);
    return archive()
        .map(archive ->
            trying(managed, archive) + ending(sets.withWhole(managed.with(archive)), archive))
        .orElseGet(() -> heldBack(sets, Confirmation.ROUNDS));
  }

  /** An archive gains so much that it is worth a shorter last run. */
  private long ending(KeptSets sets, Remedy last) {
    boolean isArchive = last.change() instanceof Change.Archive;
    return heldBack(sets, isArchive ? ROUNDS_HELD_BACK : Confirmation.ROUNDS);
  }

  private long trying(Draft best, Remedy remedy) {
    Draft candidate = best.with(remedy);
    return workshop.makingTakes(candidate).toNanos()
        + Trials.FEWEST * trials.roundNanos(List.of(best, candidate));
  }

  /** Returns the archive that the package is to get. */
  private Optional<Remedy> archive() {
    return examinations.getLast().remedies().stream()
        .filter(each -> each.change() instanceof Change.Archive)
        .filter(each -> kinds.contains(each.kind()) && !kept.whole().has(each))
        .findFirst();
  }

  /** Returns the time that is kept for the last run, and for explaining what is left. */
  private long heldBack(KeptSets sets, int rounds) {
    return explainingLeft(sets) + rounds * trials.roundNanos(sets.figures());
  }

  /** What this program has examined need not be explained again. */
  private long explainingLeft(KeptSets sets) {
    Set<Draft> left = new HashSet<>(List.of(sets.managed(), sets.whole()));
    left.removeAll(explained);
    return left.stream().mapToLong(this::explaining).sum();
  }

  private long explaining(Draft draft) {
    return lastExamination > 0
        ? lastExamination
        : STARTS_OF_EXPLANATION * trials.roundNanos(List.of(draft));
  }

  private void sayOvertime(Remedy next, boolean packaged) {
    long over = nanos.getAsLong() + takes(next, packaged) - deadlineNanos;
    if (over > 0) {
      listener.overtime(Duration.ofNanos(over));
    }
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
        Optional.of(trial.cpuGain()),
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

  /**
   * What the package says of a step that was tried before takes the place of that; where it has no
   * figure of it, the one before stays.
   */
  private void decide(Step step) {
    Step told =
        steps.stream()
            .filter(each -> each.remedy().id().equals(step.remedy().id()))
            .filter(each -> each.gain().isPresent() && step.gain().isEmpty())
            .findFirst()
            .map(each -> each.because(each.reason() + "; in the package: " + step.reason()))
            .orElse(step);
    steps.removeIf(each -> each.remedy().id().equals(step.remedy().id()));
    steps.add(told);
    listener.decided(told);
  }

  private FixResult unchanged() throws InterruptedException {
    FixResult.Figures figures;
    if (baseOfFirst != null) {
      figures = baseOfFirst;
    } else {
      Map<Draft, DraftSamples> samples = new LinkedHashMap<>();
      trials.run("as it is", List.of(kept.base()), Trials.FEWEST, samples);
      DraftSamples base = Trials.of(samples, kept.base());
      if (base.count() == 0) {
        throw Confirmation.failing(base);
      }
      figures = base.figures();
    }
    return result(figures, figures, Optional.empty(), Proof.WHOLE_RUN);
  }

  /** Base, both sets, and the sets without each of their remedies, with fresh samples. */
  private FixResult confirmed() throws InterruptedException {
    return new Confirmation(workshop, trials, nanos, deadlineNanos, this::explainingLeft, listener)
        .of(kept, steps, byHand());
  }

  private List<ByHand> byHand() {
    return examinations.stream()
        .map(Workshop.Examined::byHand)
        .filter(found -> !found.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  private FixResult result(
      FixResult.Figures base,
      FixResult.Figures figures,
      Optional<FixResult.Deployed> deployed,
      Proof proof) {
    return new FixResult(
        kept.whole(),
        kept.managed(),
        base,
        figures,
        deployed,
        Optional.empty(),
        proof,
        steps,
        answered(steps, byHand()),
        List.of());
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
