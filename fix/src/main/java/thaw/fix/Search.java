package thaw.fix;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
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

  /** The share of a start from which on a step is not left for a smaller one. */
  private static final double LARGE_SHARE = 0.1;

  private final Workshop workshop;
  private final Set<RemedyKind> kinds;
  private final Listener listener;
  private final LongSupplier nanos;
  private final Trials trials;
  private final long deadlineNanos;

  private final List<Step> steps = new ArrayList<>();
  private final Set<String> tried = new HashSet<>();
  private final Set<String> again = new HashSet<>(); // beside the archive
  private final SequencedMap<Draft, Checkpoint.Examination> examined = new LinkedHashMap<>();
  private final Set<Draft> explained = new HashSet<>(); // by this program, not by an earlier one
  private final Map<String, Remedy> left = new LinkedHashMap<>(); // for want of time, until now
  private final Set<String> reopened = new HashSet<>(); // whose trial was cut or noisy
  private final Set<String> noisy = new HashSet<>(); // trials of an earlier search
  private final Set<String> measuredAgain = new HashSet<>(); // noisy trials of this one
  private final Set<Draft> ofEarlier = new HashSet<>(); // kept by one: not made by this program
  private final Optional<Checkpoint> earlier;
  private final Consumer<Checkpoint> keeping;
  private KeptSets kept = KeptSets.of(Draft.UNCHANGED);
  private Checkpoint.Left asDeployed = Checkpoint.Left.ALL;
  private Checkpoint.Left inPackage = Checkpoint.Left.ALL;
  private FixResult.@Nullable Figures baseOfFirst;
  private boolean hasBegun; // to try one
  private boolean isLeftBefore; // the archive, by an earlier search
  private boolean isBeforeArchive; // of the package, for which some steps wait
  private boolean isBeforeLastRun; // no result is lost by a shorter one
  private boolean isBeforeLeft; // as it is deployed, for which options of the package wait
  private boolean isPackageOutdated; // what was found last in it, likewise
  private boolean isPressed; // a large step has the time of what could be shorter
  private boolean isArchiveOwed; // its time was taken by a step as it is deployed
  private @Nullable KeptSets proven; // by the last run, after which none is made any more
  private Workshop.Examined alone =
      Workshop.Examined.NOTHING; // what was found last in what is deployed as before
  private Workshop.Examined packaged = Workshop.Examined.NOTHING; // likewise, in the package
  private boolean isOutdated; // what was found last is of another program than what was kept

  /** Is told what a user may want to see while the search runs. */
  public interface Listener {
    void trying(Remedy remedy);

    /** The starts of a trial begin, and end when it is decided. */
    default void starting(Remedy remedy) {}

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

  /** How much of the time limit is kept for what comes after a trial. */
  private enum Reserve {
    /** For a whole last run, and for explaining all that is left. */
    WHOLE,
    /** For a last run that tells something, and for explaining what is deployed as before. */
    LEAST,
    /** For such a last run alone: what is left is explained if there is time. */
    LAST_RUN,
    /** For explaining what is proven alone: a further search makes another last run. */
    NONE
  }

  /**
   * @param kinds of remedies that may be tried
   * @param limit of the whole search, and of the explanation of what it leaves
   * @param earlier what a search before has decided, which was ended or has left something
   * @param keeping gets what is decided, as soon as it is
   * @param nanos the monotonic clock
   */
  public Search(
      Workshop workshop,
      Set<RemedyKind> kinds,
      Duration limit,
      Optional<Checkpoint> earlier,
      Consumer<Checkpoint> keeping,
      Listener listener,
      LongSupplier nanos) {
    this.workshop = new Remembering(workshop);
    this.kinds = Set.copyOf(kinds);
    this.earlier = earlier;
    this.keeping = keeping;
    this.listener = listener;
    this.nanos = nanos;
    this.trials = new Trials(workshop, nanos);
    this.deadlineNanos = nanos.getAsLong() + limit.toNanos();
  }

  /**
   * @param base that was made
   */
  public FixResult run(Draft base) throws InterruptedException {
    kept = KeptSets.of(base);
    earlier.filter(each -> each.kept().base().equals(base)).ifPresent(this::goOn);
    Workshop.Examined first = examined(base);
    trials.assume(first.startMillis());
    alone = found(kept.managed()).orElse(first);
    packaged = found(kept.whole()).orElse(first);
    isOutdated = found(kept.managed()).isEmpty();
    isPackageOutdated = found(kept.whole()).isEmpty();
    tryAll();
    FixResult result = spent(improved(kept.isEmpty() ? unchanged() : confirmed()));
    leaveUntried();
    for (Remedy remedy : left.values()) {
      boolean isCut = steps.stream().anyMatch(each -> isOf(each, remedy) && each.isUndecided());
      if (!isCut || isNew(remedy, true)) {
        decide(
            isOffered(remedy) ? Step.outOfTime(remedy, outOfTime(remedy)) : Step.tooSmall(remedy));
      }
    }
    if (!result.cut()) {
      endUnoffered();
      keep();
    }
    FixResult told = result.withSteps(steps.stream().map(each -> shown(each, result)).toList());
    return considering(told).withNeeds(needs(told));
  }

  /** What was kept for the next search is not proven by the last run that a result is of. */
  private static Step shown(Step step, FixResult result) {
    if (!step.kept()) {
      return step.predictedAtMost(result.base().totalMillis()); // it was explained in slower starts
    }
    return !result.kept().has(step.remedy())
        ? step.withVerdict(Verdict.CUT_SHORT)
            .withJudgement(Optional.of(step.trial() + Reasons.NO_LAST_RUN))
        : step;
  }

  private static boolean isOf(Step step, Remedy remedy) {
    return step.remedy().id().equals(remedy.id());
  }

  /** Begins with what an earlier search has decided: what is open is tried, and noisy trials. */
  private void goOn(Checkpoint from) {
    kept = from.kept();
    hasBegun = !kept.isEmpty(); // to prove that is enough
    ofEarlier.addAll(kept.figures());
    asDeployed = from.asDeployed();
    inPackage = from.packaged();
    baseOfFirst = from.base().orElse(null);
    from.examined().forEach(each -> examined.put(each.draft(), each));
    again.addAll(from.inPackage());
    for (Step step : from.steps()) {
      if (step.isUndecided()) {
        steps.add(step);
        (step.isNoisy() ? noisy : reopened).add(step.remedy().id());
        again.remove(step.remedy().id());
      } else if (step.verdict() != Verdict.OUT_OF_TIME && step.verdict() != Verdict.TOO_SMALL) {
        steps.add(step);
        tried.add(step.remedy().id());
      } else {
        isLeftBefore |= step.remedy().change() instanceof Change.Archive;
      }
    }
  }

  private void keep() {
    Set<String> triedAgain = new HashSet<>(again);
    triedAgain.removeAll(left.keySet());
    keeping.accept(
        new Checkpoint(
            List.copyOf(examined.values()),
            List.copyOf(steps),
            kept,
            triedAgain,
            asDeployed,
            inPackage,
            Optional.ofNullable(baseOfFirst)));
  }

  /** Returns what was found in a draft, or in one whose program is the same. */
  private Optional<Workshop.Examined> found(Draft draft) {
    return examined.sequencedValues().reversed().stream()
        .filter(each -> each.draft().isProgramOf(draft))
        .findFirst()
        .map(Checkpoint.Examination::found);
  }

  /**
   * Returns whether what was left is worth a trial by what was found last: another search would try
   * it.
   */
  private boolean isOffered(Remedy remedy) {
    return Stream.concat(
            worthTrying(alone, false).filter(kept::isForManaged), worthTrying(packaged, true))
        .anyMatch(each -> each.id().equals(remedy.id()));
  }

  /** What is undecided ends where no other search would try it: else it were open for ever. */
  private void endUnoffered() {
    if (!isOutdated && !isPackageOutdated) {
      steps.replaceAll(step ->
          step.isUndecided() && !isOffered(step.remedy())
              ? step.dropped(Reasons.NOT_OFFERED)
              : step);
    }
  }

  /** What an earlier search has left is open as long as it is not tried. */
  private void leaveUntried() {
    List<Remedy> untried = new ArrayList<>(open(alone, false));
    untried.addAll(open(packaged, true));
    untried.stream().filter(each -> !tried.contains(each.id())).forEach(this::leave);
  }

  /** Tries all that is offered until the last run. */
  private void tryAll() throws InterruptedException {
    if (!renew()) {
      open(alone, false).forEach(this::leave);
      return;
    }
    KeptSets before = kept;
    isBeforeLastRun = true;
    tryArchiveFirst();
    isBeforeArchive = true;
    alone = climb(alone, false);
    isBeforeArchive = false;
    if (kept.whole().equals(kept.managed())) {
      packaged = alone;
    } else if (!kept.equals(before)) {
      renewPackaged();
    }
    isBeforeLeft = true;
    climbPackaged();
    boolean isKept = !left.isEmpty();
    while (isKept) { // the archive may have taken less than was kept for it
      isKept = retry() && !left.isEmpty();
    }
    isBeforeLastRun = false;
  }

  /**
   * Tries the archive before all else where it is predicted to gain the most for its time and would
   * not get any after that: an earlier search has left it, or there is no time for the shortest
   * trials of both.
   */
  private void tryArchiveFirst() throws InterruptedException {
    Optional<Remedy> archive =
        isPackageOutdated
            ? Optional.empty()
            : open(packaged, true).stream()
                .filter(each -> each.change() instanceof Change.Archive)
                .findFirst();
    List<Remedy> others = open(alone, false);
    boolean isTimeForOthers =
        others.stream().anyMatch(each -> isTimeFor(each, false)) || !beside(others).isEmpty();
    boolean isFirst =
        archive
            .filter(each ->
                isTimeFor(each, true)
                    ? (isLeftBefore || !isTimeForOthers)
                        && others.stream().allMatch(other -> comesBefore(each, other))
                    : !hasBegun
                        && !isTimeForOthers
                        && leastLate(
                                Stream.concat(Stream.of(each), others.stream()).toList(),
                                kept.whole())
                            .equals(each))
            .isPresent();
    if (isFirst && tryStep(archive.orElseThrow(), true)) {
      renewPackaged();
    }
  }

  /**
   * Returns the steps as it is deployed for whose fewest starts there is time, and after them for
   * the archive and a last run of it: without them nobody would know anything of what is deployed
   * as before. None where there is a large one, which has a share of the limit anyway.
   */
  private List<Remedy> beside(List<Remedy> managed) {
    return managed.stream().anyMatch(this::isLarge)
        ? List.of()
        : managed.stream().filter(this::isTimeBeside).toList();
  }

  private boolean isTimeBeside(Remedy managed) {
    Optional<Remedy> archive = archive(kept);
    return archive.isPresent()
        && !hasBegun
        && nanos.getAsLong()
                + trying(kept.managed(), managed, Trials.FEWEST)
                + takes(archive.get(), true, Reserve.LAST_RUN)
            <= deadlineNanos;
  }

  /**
   * Returns the one to try where the limit is too short for all that comes after any of them: the
   * largest for its time whose trial alone fits; else the shortest of those that may gain much.
   */
  private Remedy leastLate(List<Remedy> late, Draft best) {
    Comparator<Remedy> byWorth =
        Comparator.comparing(this::isBegun).thenComparingDouble(each -> -worth(each));
    List<Remedy> large = late.stream().filter(this::isLarge).toList();
    return late.stream()
        .filter(each -> nanos.getAsLong() + trying(best, each, Trials.FEWEST) <= deadlineNanos)
        .min(byWorth)
        .or(() ->
            (large.isEmpty() ? late : large)
                .stream()
                    .min(
                        Comparator.comparingLong((Remedy each) -> trying(best, each, Trials.FEWEST))
                            .thenComparing(byWorth)))
        .orElseThrow();
  }

  private boolean comesBefore(Remedy one, Remedy other) {
    return isBegun(other) || worth(one) >= worth(other);
  }

  /** Returns whether a trial has started it, which has told nothing yet. */
  private boolean isBegun(Remedy remedy) {
    return steps.stream().anyMatch(each -> isOf(each, remedy) && each.isUndecided());
  }

  /**
   * Examines what was kept where what was found is of another program, and returns whether there
   * was time for that. It need not be explained at the end then.
   */
  private boolean renew() throws InterruptedException {
    if (!isOutdated && !isPackageOutdated) {
      return true;
    }
    if (!isToExamine(false)) {
      return false;
    }
    alone = examined(kept.managed());
    isOutdated = false;
    renewPackaged();
    return true;
  }

  /**
   * Tries what the time limit had left before the last run: that may have taken less than what was
   * kept for it, or an earlier search had less time. What is kept then is proven by a last run of
   * its own, and the result before stays where that is worse.
   */
  private FixResult improved(FixResult confirmed) throws InterruptedException {
    FixResult best = confirmed;
    boolean isOpen = !left.isEmpty() || steps.stream().anyMatch(this::isToTryAgain);
    while (isOpen && best.proof() == Proof.WHOLE_RUN) {
      KeptSets before = kept;
      if (!retry()) {
        return best;
      }
      FixResult next = confirmed();
      if (Worth.of(next).isBelow(Worth.of(best))) {
        takeBack(before, best);
        return best;
      }
      best = next;
    }
    return best;
  }

  /**
   * Tries what there is time for, though none is left for another last run: the next search has
   * only that to make.
   */
  private FixResult spent(FixResult result) throws InterruptedException {
    if (result.cut()) {
      return result;
    }
    proven = kept;
    reopened.clear();
    if (!retry() || result.gains()) {
      return result;
    }
    isPressed = true;
    return soFar(result.base().samples());
  }

  /** Tries what was left, as far as there is time by now, and returns whether any of it is kept. */
  private boolean retry() throws InterruptedException {
    boolean isManaged = isManagedLeft();
    isBeforeLeft = false;
    if ((!isManaged && !renew()) || !reopen()) {
      return false;
    }
    KeptSets before = kept;
    tryArchiveFirst();
    alone = climb(alone, false);
    if (isManaged || !kept.equals(before)) {
      renewPackaged();
    }
    climbPackaged();
    return !kept.equals(before);
  }

  /** Explains the package, unless the last run needs the time for that. */
  private void renewPackaged() throws InterruptedException {
    isPackageOutdated = !isToExamine(true);
    if (!isPackageOutdated) {
      packaged = examined(kept.whole());
    }
  }

  private void climbPackaged() throws InterruptedException {
    if (!isPackageOutdated) {
      packaged = climb(packaged, true);
    }
  }

  /**
   * Returns whether a step's trial goes on: it was cut, or it has told nothing for noise and was
   * made by an earlier search, or more starts may tell. Those come once, after a last run.
   */
  private boolean isToTryAgain(Step step) {
    return step.isUndecided()
        && (step.isOpen()
            || noisy.contains(step.remedy().id())
            || (!isBeforeLastRun
                && !measuredAgain.contains(step.remedy().id())
                && step.remedy().predicted().highMillis() >= trials.leastProvableAgain()));
  }

  /** Makes what was left new again where there is time for any of it. */
  private boolean reopen() {
    Set<String> before = Set.copyOf(tried);
    Set<String> beforeAgain = Set.copyOf(again);
    left.keySet().forEach(id -> (isTold(id) ? again : tried).remove(id)); // in the package alone
    List<String> cut =
        steps.stream()
            .filter(this::isToTryAgain)
            .map(step -> step.remedy().id())
            .filter(reopened::add)
            .toList();
    cut.forEach(tried::remove);
    boolean isTime =
        open(alone, false).stream().anyMatch(each -> isTimeFor(each, false))
            || open(packaged, true).stream().anyMatch(each -> isTimeFor(each, true));
    if (!isTime) {
      tried.addAll(before);
      again.addAll(beforeAgain);
      cut.forEach(reopened::remove);
    }
    return isTime;
  }

  /** Returns whether a trial as it is deployed has told what a step gains there. */
  private boolean isTold(String id) {
    return steps.stream()
        .filter(each -> each.remedy().id().equals(id))
        .anyMatch(each -> each.gain().isPresent() && !each.isUndecided());
  }

  /** What was kept after a last run has not proven to be better than what that had proven. */
  private void takeBack(KeptSets before, FixResult proven) {
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      Optional<Step> earlier =
          proven.steps().stream().filter(each -> isOf(each, step.remedy())).findFirst();
      if (earlier.filter(Step::kept).isPresent()) {
        steps.set(i, earlier.get());
      } else if (step.kept()) {
        steps.set(i, step.dropped(Reasons.NOT_BETTER));
      }
    }
    kept = before;
    expectAsMeasured(proven);
  }

  /** What was taken back in a last run is no part of the best so far. */
  private void expectAsMeasured(FixResult result) {
    inPackage = Checkpoint.Left.of(result.base(), result.result());
    asDeployed =
        result
            .deployed()
            .map(each -> Checkpoint.Left.of(result.base(), each.figures()))
            .orElse(Checkpoint.Left.ALL);
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
      if (proven != null || (isBeforeArchive && archive(kept).isPresent())) {
        open.stream().filter(each -> !isProvable(each)).forEach(this::leave);
        open = open.stream().filter(this::isProvable).toList();
        if (open.isEmpty()) {
          break;
        }
      }
      if (packaged && !isArchiveNext(open) && isManagedLeft()) {
        break; // these options come after it
      }
      List<Remedy> all = open;
      open.stream().filter(each -> isInTheWay(each, all, packaged)).forEach(this::leave);
      open =
          open.stream()
              .filter(each -> !tried.contains(each.id()) || !left.containsKey(each.id()))
              .toList();
      Optional<Remedy> fitting =
          open.stream().filter(each -> isTimeFor(each, packaged)).findFirst();
      if (fitting.isEmpty() && hasBegun && !(isArchiveOwed && isArchiveNext(open))) {
        open.forEach(this::leave);
        break;
      }
      List<Remedy> beside = packaged ? List.of() : beside(open);
      List<Remedy> late = beside.isEmpty() ? open : beside;
      Remedy next =
          fitting.orElseGet(() -> leastLate(late, best(packaged))); // at least one is tried
      boolean isAnother = tryStep(next, packaged) && next.change().makesAnotherProgram();
      if (isAnother && packaged && isManagedLeft()) {
        isPackageOutdated = true; // it is explained with that
        break;
      }
      boolean isLast = isAnother && !isToExamine(packaged);
      if (isAnother && !isLast) {
        found = examined(best(packaged));
      }
      open = open(found, packaged);
      if (isLast) { // changes of sources may no longer fit
        isOutdated = true;
        open.forEach(this::leave);
        break;
      }
    }
    return found;
  }

  /**
   * Returns whether starts as noisy as those before can prove what a step is predicted to gain.
   * What they cannot waits until the package has its archive, which gains the most.
   */
  private boolean isProvable(Remedy remedy) {
    return remedy.predicted().highMillis() >= trials.leastProvable();
  }

  /** It is told at the end: the last run may take less than what is kept for it. */
  private void leave(Remedy remedy) {
    tried.add(remedy.id());
    left.put(remedy.id(), remedy);
  }

  /** Tries a remedy on top of what is kept, and returns whether it is kept, too. */
  private boolean tryStep(Remedy offered, boolean packaged) throws InterruptedException {
    Draft best = best(packaged);
    if (!packaged && !isTimeFor(offered, false) && !beside(List.of(offered)).isEmpty()) {
      isArchiveOwed = true;
      isPressed = true;
    } else {
      sayOvertime(offered, packaged);
    }
    hasBegun = true;
    boolean isOfEarlier = noisy.remove(offered.id());
    if (!isOfEarlier && steps.stream().anyMatch(each -> isOf(each, offered) && each.isNoisy())) {
      measuredAgain.add(offered.id());
    }
    listener.trying(offered);
    if (!tried.add(offered.id())) {
      again.add(offered.id());
    }
    Duration most = making(offered, packaged);
    Optional<Remedy> mended =
        offered.change() instanceof Change.Runtime
            ? workshop.mended(best, offered, most)
            : Optional.of(offered);
    if (mended.isEmpty()) {
      leave(offered);
      return false;
    }
    Remedy next = mended.get();
    KeptSets sets = with(next, packaged);
    Draft candidate = packaged ? sets.whole() : sets.managed();
    Optional<Workshop.Obstacle> obstacle =
        candidate.fits(workshop::original)
            ? workshop.make(candidate, making(next, packaged))
            : Optional.of(Workshop.Obstacle.of(Reasons.OTHER_LINES));
    if (obstacle.isPresent()) {
      if (obstacle.get().isOfTime()) {
        leave(next);
      } else {
        left.remove(next.id());
        decide(Step.notKept(next, obstacle.get().words()));
        keep();
      }
      return false;
    }
    left.remove(next.id());
    long rest = Math.max(rest(next, sets, packaged), waiting(next, best, candidate));
    listener.starting(next);
    Trials.Trial trial = trials.compare(best, candidate, deadlineNanos - rest);
    Step judged = worthItsEdit(step(next, trial), trial);
    Step step = packaged(judged.alsoShown(workshop), sets, reserve(next));
    decide(step);
    if (baseOfFirst == null && trial.before().count() > 0) {
      baseOfFirst = trial.before().figures(); // the only trial that has it as one side
    }
    if (step.kept()) {
      keep(sets, trial, packaged);
    } else {
      keep();
    }
    return step.kept();
  }

  /** Somebody reads and maintains a change of sources, however little is left of the start. */
  private Step worthItsEdit(Step step, Trials.Trial trial) {
    double least = Trials.LEAST_SHARE * firstMillis();
    return step.kept()
            && step.remedy().change() instanceof Change.Sources
            && trial.gainMillis() < least
        ? step.dropped(Reasons.SMALL_EDIT)
        : step;
  }

  /** Returns a step that gains as one that is not kept where the package cannot be made with it. */
  private Step packaged(Step step, KeptSets sets, Reserve reserve) throws InterruptedException {
    if (!step.kept() || sets.whole().equals(sets.managed())) {
      return step;
    }
    if (!sets.whole().fits(workshop::original)) {
      return step.dropped("in the package " + Reasons.OTHER_LINES);
    }
    Duration most =
        Duration.ofNanos(
            Math.max(
                0, deadlineNanos - nanos.getAsLong() - heldBack(sets, ROUNDS_HELD_BACK, reserve)));
    return workshop
        .make(sets.whole(), most)
        .map(obstacle ->
            obstacle.isOfTime()
                ? step.notInPackage(Verdict.OUT_OF_TIME, Step.OUT_OF_TIME)
                : step.notInPackage(Verdict.NOT_KEPT, obstacle.words()))
        .orElse(step);
  }

  private KeptSets with(Remedy next, boolean packaged) {
    return packaged
        ? kept.withWhole(kept.whole().with(next))
        : kept.withManaged(kept.managed().with(next));
  }

  private void keep(KeptSets sets, Trials.Trial trial, boolean packaged)
      throws InterruptedException {
    inPackage = inPackage.with(trial);
    if (!packaged) {
      asDeployed = kept.managed().equals(kept.whole()) ? inPackage : asDeployed.with(trial);
    }
    kept = sets;
    expectLeftOut();
    keep();
    listener.best(soFar(trial.after().count()));
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
    for (Checkpoint.Examination each : examined.values()) {
      considered = Considered.of(considered, each.found(), result.steps(), kinds, Step.TOO_SMALL);
    }
    double most = result.base().totalMillis();
    return result.withConsidered(
        Considered.withSteps(considered, result.steps()).stream()
            .map(each -> each.gainMillis() > most ? each.gaining(most) : each)
            .map(each -> each.reason().equals(Step.TOO_SMALL) ? each.because(tooSmall(each)) : each)
            .toList());
  }

  /** Returns why a remedy of a large finding is not worth a trial: what is left of both by now. */
  private String tooSmall(Considered each) {
    String predicted =
        alone.remedies().stream()
            .filter(remedy -> remedy.id().equals(each.remedy()))
            .map(remedy ->
                String.format(
                    Locale.ROOT, ", this step up to %,.0f ms", remedy.predicted().highMillis()))
            .findFirst()
            .orElse(", and this step is no longer offered");
    return alone.byHand().stream()
        .filter(found -> !each.finding().isEmpty() && found.finding().equals(each.finding()))
        .findFirst()
        .map(found ->
            String.format(
                Locale.ROOT,
                "%s: the finding is then worth up to %,.0f ms%s",
                Step.TOO_SMALL,
                found.gainMillis(),
                predicted))
        .orElse(Step.TOO_SMALL + (each.finding().isEmpty() ? "" : ": the finding is then gone"));
  }

  private Workshop.Examined examined(Draft draft) throws InterruptedException {
    Checkpoint.Examination known = examined.get(draft);
    if (known == null) {
      long began = nanos.getAsLong();
      Workshop.Examined found = workshop.examine(draft);
      known = new Checkpoint.Examination(draft, found, nanos.getAsLong() - began);
      explained.add(draft);
      examined.put(draft, known);
      keep();
    }
    return known.found();
  }

  /**
   * Returns the remedies that are still to be tried, those first that are predicted to gain the
   * most for the time that their trial takes.
   */
  private List<Remedy> open(Workshop.Examined found, boolean packaged) {
    return worthTrying(found, packaged)
        .filter(remedy -> packaged || kept.isForManaged(remedy))
        .filter(remedy -> isNew(remedy, packaged))
        .sorted(
            Comparator.comparing(this::isBegun)
                .thenComparing(Search::isPartOfArchive)
                .thenComparingDouble(remedy -> -worth(remedy))
                .thenComparing(Remedy::id))
        .toList();
  }

  /** Returns what the start took that was explained first: of the function as it was. */
  private double firstMillis() {
    return examined.firstEntry().getValue().found().startMillis();
  }

  /** Returns what is kept, where the next step is tried. */
  private Draft best(boolean packaged) {
    return packaged ? kept.whole() : kept.managed();
  }

  private Stream<Remedy> worthTrying(Workshop.Examined found, boolean packaged) {
    double base = baseOfFirst == null ? firstMillis() : baseOfFirst.totalMillis();
    double millis = base * (packaged ? inPackage : asDeployed).wall();
    return found.remedies().stream()
        .filter(remedy -> kinds.contains(remedy.kind()))
        .filter(remedy -> remedy.predicted().highMillis() >= Trials.LEAST_SHARE * millis);
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
        STARTS_OF_TRIAL * firstMillis() + workshop.makingTakes(kept.base().with(remedy)).toMillis();
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
    return nanos.getAsLong() + takes(remedy, packaged, reserve(remedy)) <= deadlineNanos;
  }

  /** Returns what is kept for the time after a trial: for a large step the rest may be shorter. */
  private Reserve reserve(Remedy remedy) {
    if (proven != null) {
      return Reserve.NONE;
    }
    if (isArchiveOwed && remedy.change() instanceof Change.Archive) {
      return Reserve.LAST_RUN;
    }
    return isBeforeLastRun && isLarge(remedy) ? Reserve.LEAST : Reserve.WHOLE;
  }

  private boolean isLarge(Remedy remedy) {
    return expected(remedy) >= LARGE_SHARE * firstMillis();
  }

  /** Returns whether there is time by now for what was left or cut short as it is deployed. */
  private boolean isManagedLeft() {
    return isBeforeLeft
        && !isOutdated
        && Stream.concat(
                left.values().stream(),
                steps.stream()
                    .filter(this::isToTryAgain)
                    .map(Step::remedy)
                    .filter(each -> !reopened.contains(each.id())))
            .filter(kept::isForManaged)
            .anyMatch(each -> isTimeFor(each, false));
  }

  private static boolean isArchiveNext(List<Remedy> open) {
    return open.getFirst().change() instanceof Change.Archive;
  }

  /** Returns whether the trial of a small step may take the time that is left for a large one. */
  private boolean isInTheWay(Remedy small, List<Remedy> open, boolean packaged) {
    if (!isBeforeLastRun || isLarge(small)) {
      return false;
    }
    Draft best = best(packaged);
    long most = trying(best, small, Trials.MOST);
    return open.stream()
        .filter(this::isLarge)
        .mapToLong(each -> nanos.getAsLong() + takes(each, packaged, Reserve.LEAST))
        .anyMatch(end -> end <= deadlineNanos && end + most > deadlineNanos);
  }

  /**
   * Returns the time that another large step needs, if there is time for the first look at both.
   */
  private long waiting(Remedy next, Draft best, Draft candidate) {
    if (!isBeforeLastRun) {
      return 0;
    }
    long first = Trials.FEWEST * trials.roundNanos(List.of(best, candidate));
    return examined.lastEntry().getValue().found().remedies().stream()
        .filter(each -> kinds.contains(each.kind()) && kept.isForManaged(each))
        .filter(each -> !tried.contains(each.id()) || left.containsKey(each.id()))
        .filter(each -> !each.id().equals(next.id()) && isLarge(each))
        .filter(each -> expected(each) >= expected(next) / 2)
        .mapToLong(each -> takes(each, false, Reserve.LEAST))
        .filter(takes -> nanos.getAsLong() + first + takes <= deadlineNanos)
        .max()
        .orElse(0);
  }

  /** Returns the time from a trial on to the end of a search that tries nothing else after it. */
  private long takes(Remedy remedy, boolean packaged, Reserve reserve) {
    Draft best = best(packaged);
    boolean isArchive = remedy.change() instanceof Change.Archive;
    int rounds = isArchive ? ROUNDS_HELD_BACK : FixResult.WHOLE_STARTS; // that gains so much
    return trying(best, remedy, Trials.FEWEST)
        + rest(with(remedy, packaged), packaged, rounds, reserve);
  }

  /**
   * Returns the time that is kept while a step is tried; notes where the rest has to be shorter.
   */
  private long rest(Remedy remedy, KeptSets sets, boolean packaged) {
    int rounds = packaged ? ROUNDS_HELD_BACK : FixResult.WHOLE_STARTS;
    if (reserve(remedy) == Reserve.NONE) {
      return rest(sets, packaged, rounds, Reserve.NONE);
    }
    long whole = rest(sets, packaged, rounds, Reserve.WHOLE);
    if (reserve(remedy) == Reserve.WHOLE
        || nanos.getAsLong() + takes(remedy, packaged, Reserve.WHOLE) <= deadlineNanos) {
      return whole;
    }
    isPressed = true;
    return rest(sets, packaged, rounds, reserve(remedy));
  }

  /**
   * Returns the time from the end of a trial on, if the step is kept: for the archive's, if the
   * package has none yet and there is one, the last run, and the explanation.
   *
   * @param rounds of the last run, where there is no trial of the archive before
   */
  private long rest(KeptSets sets, boolean packaged, int rounds, Reserve reserve) {
    Optional<Remedy> archive =
        packaged || reserve == Reserve.NONE ? Optional.empty() : archive(sets);
    if (archive.isPresent()) {
      Draft managed = sets.managed();
      return trying(managed, archive.get(), Trials.FEWEST)
          + heldBack(sets.withWhole(managed.with(archive.get())), ROUNDS_HELD_BACK, reserve);
    }
    boolean isNew = !packaged && !sets.whole().equals(sets.managed()); // never made before
    return (isNew ? workshop.makingTakes(sets.whole()).toNanos() : 0)
        + heldBack(sets, reserve == Reserve.WHOLE ? rounds : ROUNDS_HELD_BACK, reserve);
  }

  /** Returns the time that the making of a remedy may take, of all that is left. */
  private Duration making(Remedy remedy, boolean packaged) {
    Draft best = best(packaged);
    long left = deadlineNanos - nanos.getAsLong() - takes(remedy, packaged, reserve(remedy));
    return workshop.makingTakes(best.with(remedy)).plusNanos(Math.max(0, left)); // as was said
  }

  /** What is examined now need not be explained at the end, for which time is held back anyway. */
  private boolean isToExamine(boolean packaged) {
    Draft draft = best(packaged);
    if (examined.containsKey(draft)) {
      return true;
    }
    if (proven != null) {
      return nanos.getAsLong() + explaining(draft) + explainingLeft(proven) <= deadlineNanos;
    }
    Optional<Remedy> archive = packaged ? Optional.empty() : archive(kept);
    long rest =
        archive
            .map(each ->
                trying(draft, each, Trials.FEWEST)
                    + heldBack(kept.withWhole(draft.with(each)), ROUNDS_HELD_BACK, Reserve.WHOLE))
            .orElseGet(() -> heldBack(kept, FixResult.WHOLE_STARTS, Reserve.WHOLE));
    return nanos.getAsLong() + rest <= deadlineNanos;
  }

  private long trying(Draft best, Remedy remedy, int rounds) {
    Draft candidate = best.with(remedy);
    trials.expect(candidate, best, 0); // no slower, as far as anybody knows
    return workshop.makingTakes(candidate).toNanos()
        + remaking(Set.of(best))
        + (rounds - Trials.FEWEST + trials.leastRounds(best, candidate))
            * trials.roundNanos(List.of(best, candidate));
  }

  /** Returns the archive that a package of sets is to get. */
  private Optional<Remedy> archive(KeptSets sets) {
    return examined.lastEntry().getValue().found().remedies().stream()
        .filter(each -> each.change() instanceof Change.Archive)
        .filter(each -> kinds.contains(each.kind()) && !sets.whole().has(each))
        .findFirst();
  }

  /** Returns the time that is kept for the last run, and for explaining what is left. */
  private long heldBack(KeptSets sets, int rounds, Reserve reserve) {
    if (reserve == Reserve.NONE) {
      return proven == null ? 0 : explainingLeft(proven);
    }
    long explaining =
        switch (reserve) {
          case WHOLE -> explainingLeft(sets);
          case LEAST -> explainingLeft(sets.onlyManaged());
          case LAST_RUN, NONE -> 0;
        };
    return explaining + remaking(sets.figures()) + rounds * trials.roundNanos(sets.figures());
  }

  /** What an earlier search has kept is made again at its first start. */
  private long remaking(Set<Draft> drafts) {
    return drafts.stream()
        .filter(ofEarlier::contains)
        .mapToLong(each -> workshop.makingTakes(each).toNanos())
        .sum();
  }

  /** What this program has examined need not be explained again. */
  private long explainingLeft(KeptSets sets) {
    Set<Draft> left = new HashSet<>(List.of(sets.managed(), sets.whole()));
    left.removeAll(explained);
    return left.stream().mapToLong(this::explaining).sum();
  }

  /**
   * Returns whether there is time to explain what a draft of the result leaves: it is held back for
   * all of them, unless a large step has needed it.
   */
  public boolean isTimeToExplain(Draft draft) {
    return !isPressed
        || explained.contains(draft)
        || nanos.getAsLong() + explaining(draft) <= deadlineNanos;
  }

  private long explaining(Draft draft) {
    long last = examined.isEmpty() ? 0 : examined.lastEntry().getValue().nanos();
    return last > 0 ? last : STARTS_OF_EXPLANATION * trials.roundNanos(List.of(draft));
  }

  /** Returns why there was no time for a step; where a minute is left, what it would have taken. */
  private String outOfTime(Remedy remedy) {
    Duration left = Duration.ofNanos(deadlineNanos - nanos.getAsLong());
    Duration takes =
        Duration.ofNanos(takes(remedy, remedy.change().needsPackage(), reserve(remedy)));
    return left.toMinutes() > 0 && takes.compareTo(left) > 0
        ? "%s: its trial, with what follows it, takes about %d s, and %d s were left"
            .formatted(Step.OUT_OF_TIME, takes.toSeconds(), left.toSeconds())
        : Step.OUT_OF_TIME;
  }

  private void sayOvertime(Remedy next, boolean packaged) {
    sayOvertime(takes(next, packaged, reserve(next)));
  }

  /** What is left to do is measured and explained in any case: without that nothing is proven. */
  private void sayOvertime(long takesNanos) {
    long over = nanos.getAsLong() + takesNanos - deadlineNanos;
    if (over > 0) {
      listener.overtime(Duration.ofNanos(over));
    }
  }

  /**
   * Returns the time that another search needs from its first trial on to try the largest of what
   * is open, and to prove it; empty where nothing is open.
   */
  private Optional<Duration> needs(FixResult result) {
    return steps.stream()
        .filter(Step::isOpen)
        .map(Step::remedy)
        .filter(each -> !kept.whole().has(each))
        .max(Comparator.comparingDouble(Search::expected))
        .map(this::needs)
        .or(() ->
            result.isLeft()
                ? Optional.of(heldBack(kept, FixResult.WHOLE_STARTS, Reserve.WHOLE))
                : Optional.empty())
        .map(Duration::ofNanos);
  }

  private long needs(Remedy remedy) {
    boolean packaged = remedy.change().needsPackage();
    return trying(best(packaged), remedy, Trials.MOST)
        + rest(with(remedy, packaged), packaged, FixResult.WHOLE_STARTS, Reserve.WHOLE);
  }

  private static double expected(Remedy remedy) {
    return (remedy.predicted().lowMillis() + remedy.predicted().highMillis()) / 2;
  }

  private static Step step(Remedy remedy, Trials.Trial trial) {
    if (trial.failed()) {
      return Step.notKept(remedy, Reasons.failing(trial));
    }
    return new Step(
        remedy,
        Optional.of(trial.gain()),
        Optional.of(trial.cpuGain()),
        Optional.empty(),
        trial.verdict(expected(remedy)),
        Reasons.tried(trial, expected(remedy)));
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
            .map(each -> each.inPackage(step))
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
      trials.run(List.of(kept.base()), Trials.FEWEST, samples);
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
    sayOvertime(heldBack(kept, Trials.FEWEST, isPressed ? Reserve.LEAST : Reserve.WHOLE));
    Confirmation.Confirmed confirmed =
        new Confirmation(workshop, trials, nanos, deadlineNanos, this::explainingLeft, listener)
            .of(kept, steps, byHand());
    isOutdated |= !kept.equals(confirmed.sets());
    kept = confirmed.sets();
    steps.clear();
    steps.addAll(confirmed.result().steps());
    expectAsMeasured(confirmed.result());
    if (!confirmed.result().cut()) { // else what was kept before it stands, for the next search
      keep();
    }
    return confirmed.result();
  }

  private List<ByHand> byHand() {
    return examined.values().stream()
        .map(each -> each.found().byHand())
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
        List.of(),
        Optional.empty());
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
