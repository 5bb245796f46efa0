package thaw.fix;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import thaw.problem.UserMistake;
import thaw.remedy.Draft;
import thaw.remedy.Remedy;
import thaw.stats.ShiftInterval;

/**
 * The last run of a search. A set that was chosen by its samples looks better than it is, so it
 * gets fresh ones; and what one remedy gained, a later one may have made needless, so each is left
 * out once more: of what the function gets as it is deployed, else of the package. Where the set
 * without one of them is seen to be no slower, that one leaves this set, and the rest is confirmed
 * anew: of two that do the same, each is needless only as long as the other is there. What leaves
 * the set that is deployed is then judged in the package, where it has to prove a gain. One is
 * dropped only if there is time for that.
 *
 * <p>The figures of the result come first: the sets without a remedy get the time that these leave.
 */
final class Confirmation {
  /**
   * The rounds of the unchanged function, the whole set and what of it is deployed as before, whose
   * medians are the result.
   */
  static final int ROUNDS = 10;

  private static final int FURTHER_ROUNDS = 2;

  private static final String UNTRIED = "the time limit left no time to try the set without it";

  private final Workshop workshop;
  private final Trials trials;
  private final LongSupplier nanos;
  private final long deadlineNanos;
  private final ToLongFunction<KeptSets> explaining;
  private final Search.Listener listener;

  /**
   * @param deadlineNanos of the whole search
   * @param explaining what it takes to explain what sets leave, after the last run
   */
  Confirmation(
      Workshop workshop,
      Trials trials,
      LongSupplier nanos,
      long deadlineNanos,
      ToLongFunction<KeptSets> explaining,
      Search.Listener listener) {
    this.workshop = workshop;
    this.trials = trials;
    this.nanos = nanos;
    this.deadlineNanos = deadlineNanos;
    this.explaining = explaining;
    this.listener = listener;
  }

  /**
   * A result with the sets that it is of.
   *
   * @param sets as far as they were kept
   */
  record Confirmed(KeptSets sets, FixResult result) {}

  Confirmed of(KeptSets found, List<Step> decided, List<ByHand> byHand)
      throws InterruptedException {
    KeptSets sets = found;
    List<Step> steps = decided;
    Set<Remedy> doubtful = Set.of();
    Set<Remedy> disproven = new HashSet<>(); // as it is deployed
    while (true) {
      Run run = run(sets, new Judging(steps, doubtful, Set.copyOf(disproven)));
      if (run.of(sets.base()).count() == 0) {
        throw failing(run.of(sets.base()));
      }
      if (run.of(sets.whole()).count() == 0) {
        return told(withoutWhole(run, steps, byHand));
      }
      KeptSets rest = run.rest(workshop::original).orElse(sets);
      if (!rest.equals(sets) && !(isTimeFor(rest) && isMade(rest))) {
        rest = sets;
      }
      List<Step> judged = new ArrayList<>();
      for (Step step : steps) {
        judged.add(judged(step, rest, run).alsoShown(workshop));
      }
      steps = judged;
      if (rest.equals(sets) || rest.isEmpty()) {
        return told(new Confirmed(rest, result(rest, run, steps, byHand)));
      }
      doubtful = run.allNeedless();
      for (Remedy each : sets.managed().remedies()) {
        if (!rest.managed().has(each) && rest.whole().has(each)) {
          disproven.add(each);
        }
      }
      sets = rest;
    }
  }

  private Confirmed told(Confirmed confirmed) throws InterruptedException {
    listener.best(confirmed.result());
    return confirmed;
  }

  /** Says that the function as it is has no figure. */
  static UserMistake failing(DraftSamples base) {
    return new UserMistake(
        "the function as it is now fails in each start: " + base.failure().orElse("no response"),
        "find out what has changed since it started (memory, disk, other programs), and run the"
            + " same command again");
  }

  /**
   * Returns what is left where all that was kept fails together: it is measured in the same run.
   */
  private static Confirmed withoutWhole(Run run, List<Step> decided, List<ByHand> byHand) {
    KeptSets sets = run.sets;
    boolean isDeployable = !new Trials.Trial(run.of(sets.base()), run.of(sets.managed())).failed();
    KeptSets rest = isDeployable ? sets.onlyManaged() : KeptSets.of(sets.base());
    String why =
        "in the last run the function fails with all that was kept: "
            + run.of(sets.whole()).failure().orElse("no response");
    List<Step> steps =
        decided.stream()
            .map(step -> step.kept() && !rest.whole().has(step.remedy()) ? step.dropped(why) : step)
            .toList();
    return new Confirmed(rest, result(rest, run, steps, byHand));
  }

  private static FixResult result(KeptSets kept, Run run, List<Step> steps, List<ByHand> byHand) {
    DraftSamples base = run.of(kept.base());
    Optional<FixResult.Deployed> deployed = run.deployed(kept);
    return new FixResult(
        kept.whole(),
        // As with each step: nothing is proposed that was not proven to gain. Of one way alone its
        // steps have proven that, and the headline says what this run has.
        deployed.filter(each -> each.gains() || kept.managed().equals(kept.whole())).isPresent()
            ? kept.managed()
            : kept.base(),
        base.figures(),
        kept.isEmpty() ? base.figures() : run.of(kept.whole()).figuresOver(base),
        deployed,
        deployed.isPresent() ? Optional.empty() : Optional.of(run.obstacle(kept.managed())),
        kept.figures().stream().anyMatch(run::isWanted) ? Proof.CUT_RUN : Proof.WHOLE_RUN,
        steps,
        Search.answered(steps, byHand),
        List.of());
  }

  /** One of an earlier search that could not tell of a step whether it gains is made anew. */
  private Run run(KeptSets sets, Judging judging) throws InterruptedException {
    String name = Logbook.confirming(sets);
    while (true) {
      int known = trials.fresh();
      Run run = run(name, sets, judging);
      String next = name + Trials.AGAIN;
      boolean isTime =
          isTime(makingAndStarting(next, sets.figures()), explaining.applyAsLong(sets));
      if (trials.fresh() > known || !run.isNoisy() || !isTime) {
        return run;
      }
      name = next;
    }
  }

  private Run run(String name, KeptSets sets, Judging judging) throws InterruptedException {
    Run run =
        new Run(name, sets, judging, new LinkedHashMap<>(), new HashSet<>(), new LinkedHashMap<>());
    leaveOut(run);
    Set<Draft> drafts = sets.figures();
    run.others.values().forEach(each -> drafts.add(each.without()));
    listener.confirming(drafts.size(), Trials.FEWEST, ROUNDS);
    trials.repeat(name, drafts, run.samples);
    if (!run.samples.isEmpty()) {
      listener.repeated();
    }
    List<Draft> few = run.few(drafts);
    while (!few.isEmpty()) {
      trials.run(name, few, 1, run.samples);
      few = run.few(drafts);
    }
    List<Draft> open = open(run);
    while (!open.isEmpty()) {
      trials.run(name, open, FURTHER_ROUNDS, run.samples);
      open = open(run);
    }
    return run;
  }

  /** Adds what of a set can be made in the time that its figures leave, the doubtful first. */
  private void leaveOut(Run run) throws InterruptedException {
    Map<Remedy, KeptSets.LeftOut> sets = run.sets.leftOut(workshop::original);
    Set<Draft> figures = run.sets.figures();
    Set<Draft> others = new LinkedHashSet<>();
    Set<Draft> again = Set.of(); // whose known starts are of other turns
    for (Remedy remedy :
        sets.keySet().stream()
            .sorted(Comparator.comparing(each -> !run.judging.doubtful().contains(each)))
            .toList()) {
      KeptSets.LeftOut each = Objects.requireNonNull(sets.get(remedy));
      if (figures.contains(each.without())) {
        run.others.put(remedy, each);
        continue;
      }
      String name = run.name;
      long rest =
          explaining.applyAsLong(run.sets)
              + trials.takes(name, figures, ROUNDS)
              + trials.takes(name, others, Trials.FEWEST);
      Set<Draft> beside = new LinkedHashSet<>(again);
      if (trials.isApart(name, each.without(), each.set())) {
        beside.add(each.set());
      }
      long takes =
          makingAndStarting(name, List.of(each.without()))
              + Trials.FEWEST * trials.roundNanos(beside);
      if (!isTime(takes, rest)) {
        run.untried.add(remedy);
        continue;
      }
      Duration most = Duration.ofNanos(Math.max(0, deadlineNanos - nanos.getAsLong() - rest));
      Optional<Workshop.Obstacle> obstacle = workshop.make(each.without(), most);
      if (obstacle.isEmpty()) {
        others.add(each.without());
        again = beside;
        run.others.put(remedy, each);
      } else if (obstacle.get().isOfTime()) {
        run.untried.add(remedy);
      }
    }
  }

  /**
   * Returns the drafts that further samples may decide, as far as there is time for them: for all,
   * else for those of the result. What looks needless will need time, too.
   */
  private List<Draft> open(Run run) {
    long heldBack =
        Math.max(
            explaining.applyAsLong(run.sets),
            run.rest(workshop::original).map(this::takes).orElse(0L));
    List<Draft> figures = run.sets.figures().stream().filter(run::isWanted).toList();
    List<Draft> all = run.open(figures);
    String name = run.name;
    for (List<Draft> each : List.of(all, figures)) {
      if (isTime(trials.takes(name, each, FURTHER_ROUNDS), heldBack)) {
        return each;
      }
    }
    return List.of();
  }

  private boolean isTimeFor(KeptSets sets) {
    return sets.isEmpty() || isTime(measuring(sets), explaining.applyAsLong(sets));
  }

  /** Returns what it takes to measure sets anew, and to explain what they leave. */
  private long takes(KeptSets sets) {
    return measuring(sets) + explaining.applyAsLong(sets);
  }

  private long measuring(KeptSets sets) {
    return makingAndStarting(Logbook.confirming(sets), sets.figures());
  }

  /** Returns what the first rounds of drafts take, with making them; what is known takes none. */
  private long makingAndStarting(String name, Collection<Draft> drafts) {
    return drafts.stream()
        .mapToLong(draft -> {
          long starts = trials.takes(name, List.of(draft), Trials.FEWEST);
          return starts == 0 ? 0 : starts + workshop.makingTakes(draft).toNanos();
        })
        .sum();
  }

  private boolean isMade(KeptSets sets) throws InterruptedException {
    long rest = takes(sets);
    for (Draft draft : sets.figures()) {
      Duration most =
          workshop
              .makingTakes(draft)
              .plusNanos(Math.max(0, deadlineNanos - nanos.getAsLong() - rest));
      if (!draft.equals(sets.base()) && workshop.make(draft, most).isPresent()) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether there is time for something; what takes none is always done. */
  private boolean isTime(long takesNanos, long restNanos) {
    return takesNanos == 0 || nanos.getAsLong() + takesNanos + restNanos <= deadlineNanos;
  }

  private static Step judged(Step step, KeptSets kept, Run run) {
    if (!step.kept()) {
      return step;
    }
    boolean stays = kept.whole().has(step.remedy());
    Optional<Trials.Trial> leftOut = run.trial(step.remedy());
    if (leftOut.isEmpty()) {
      if (!stays) {
        return Step.notMeasured(step.remedy(), "it needs a step that was not kept");
      }
      Step unknown = step.notLeftOut(); // what another set loses without it is no figure of this
      return run.untried.contains(step.remedy())
          ? unknown.because(step.reason() + "; " + UNTRIED)
          : unknown;
    }
    Trials.Trial trial = leftOut.get();
    String starts = "%d against %d starts".formatted(trial.before().count(), trial.after().count());
    boolean isOfPackage = run.judging.disproven().contains(step.remedy());
    String where =
        isOfPackage ? step.reason().replaceFirst(", which is .*", "") + "; in the package " : "";
    ShiftInterval cost = run.cost(step.remedy(), trial);
    if (!stays) {
      return step.judged(
          cost, false, where + "the set without it was no slower in the last run: " + starts);
    }
    boolean leavesManaged =
        run.sets.managed().has(step.remedy()) && !kept.managed().has(step.remedy());
    return step.judged(
        cost,
        true,
        where
            + (leavesManaged
                ? "as it is deployed the set without it was no slower: %s, which is no verdict on the package"
                    .formatted(starts)
                : stays(trial, starts, run.isNeedless(step.remedy()), expected(step))));
  }

  /** Returns what samples of a set without a step have to exclude, of what it had gained. */
  private static double expected(Step step) {
    return step.gain().map(Trials.Trial::leastOf).orElse(0.0);
  }

  private static String stays(
      Trials.Trial trial, String starts, boolean isNeedless, double expected) {
    if (trial.isGain()) {
      return (trial.isGainOfWall()
              ? "the set without it is slower: "
              : "the set without it takes more CPU time: ")
          + starts;
    }
    return isNeedless
        ? "it gains alone; the set without it was no slower by "
            + starts
            + ", but the time limit left no time to measure the rest anew"
        : "it gains alone; the set without it was not proven to be slower by "
            + starts
            + trial.noise(expected)
            + trial.cutShort();
  }

  /**
   * Tells by what steps are judged.
   *
   * @param steps as they were tried
   * @param doubtful remedies that are left out first
   * @param disproven those that have left the set which is deployed, and have to prove a gain in
   *     the package
   */
  private record Judging(List<Step> steps, Set<Remedy> doubtful, Set<Remedy> disproven) {
    boolean isNeedless(Remedy remedy, Trials.Trial without) {
      if (disproven.contains(remedy)) {
        return without.isUnproven();
      }
      return steps.stream()
          .filter(step -> step.remedy().equals(remedy))
          .anyMatch(without::isNeedless);
    }
  }

  /**
   * Fresh samples of the unchanged function, of both sets, and of these without each of their
   * remedies.
   *
   * @param name in the logbook
   * @param untried remedies that there was no time to leave out
   */
  private record Run(
      String name,
      KeptSets sets,
      Judging judging,
      Map<Remedy, KeptSets.LeftOut> others,
      Set<Remedy> untried,
      Map<Draft, DraftSamples> samples) {
    DraftSamples of(Draft draft) {
      return Trials.of(samples, draft);
    }

    /** A remedy left out; nothing where that was not tried, or it fails without. */
    Optional<Trials.Trial> trial(Remedy remedy) {
      return Optional.ofNullable(others.get(remedy))
          .map(this::trial)
          .filter(trial -> trial.before().count() > 0 && trial.after().count() > 0);
    }

    private Trials.Trial trial(KeptSets.LeftOut each) {
      DraftSamples without = of(each.without());
      DraftSamples set = of(each.set());
      return new Trials.Trial(without.inTurnsOf(set), set.inTurnsOf(without));
    }

    /**
     * Returns what a set loses without a remedy. That is no more than the set gains, unless the
     * others make the function slower than it is: samples that say so are beside it by chance.
     */
    ShiftInterval cost(Remedy remedy, Trials.Trial trial) {
      Draft set = Objects.requireNonNull(others.get(remedy)).set();
      ShiftInterval cost = trial.gain();
      ShiftInterval whole = of(sets.base()).gainOf(of(set));
      double median = Math.min(cost.median(), whole.median());
      return new ShiftInterval(
          Math.min(cost.low(), median),
          median,
          Math.max(median, Math.min(cost.high(), whole.high())),
          cost.coverage());
    }

    /** Returns what the function gets where it is deployed as before, as measured. */
    Optional<FixResult.Deployed> deployed(KeptSets kept) {
      if (kept.managed().equals(kept.base())) {
        return Optional.of(new FixResult.Deployed(of(kept.base()).figures(), false));
      }
      Trials.Trial trial = new Trials.Trial(of(kept.base()), of(kept.managed()));
      return trial.failed()
          ? Optional.empty()
          : Optional.of(
              new FixResult.Deployed(
                  of(kept.managed()).figuresOver(of(kept.base())), trial.isGain()));
    }

    /** Returns whether a draft of the result has fewer samples than it should have. */
    boolean isWanted(Draft draft) {
      return of(draft).count() < ROUNDS && of(draft).failure().isEmpty();
    }

    /** Returns why there are no figures of what is deployed as before. */
    String obstacle(Draft deployable) {
      return "without the package it fails: " + of(deployable).failure().orElse("no response");
    }

    /**
     * Returns the drafts that further samples may decide.
     *
     * @param figures that are wanted in any case
     */
    List<Draft> open(List<Draft> figures) {
      Set<Draft> open = new LinkedHashSet<>(figures);
      for (Map.Entry<Remedy, KeptSets.LeftOut> other : others.entrySet()) {
        KeptSets.LeftOut each = other.getValue();
        Draft without = each.without();
        if (isUndecided(other.getKey(), trial(each))
            && of(without).count() < Trials.MOST
            && of(without).failure().isEmpty()) {
          open.add(without);
          open.add(each.set());
        }
      }
      return List.copyOf(open);
    }

    /**
     * Returns the drafts that have not been started often enough yet: sets without a step beside
     * the whole one, whose starts of an earlier search are in none of these turns.
     */
    List<Draft> few(Set<Draft> drafts) {
      Set<Draft> few = new LinkedHashSet<>();
      drafts.stream().filter(draft -> of(draft).asked() < Trials.FEWEST).forEach(few::add);
      for (KeptSets.LeftOut each : others.values()) {
        if (of(each.without()).inTurnsOf(of(each.set())).asked() < Trials.FEWEST) {
          few.add(each.without());
          few.add(each.set());
        }
      }
      return List.copyOf(few);
    }

    /** Returns whether the samples of any set without a step could not tell whether it gains. */
    boolean isNoisy() {
      return judging.steps().stream()
          .filter(Step::kept)
          .anyMatch(step ->
              trial(step.remedy())
                  .filter(trial -> !judging.isNeedless(step.remedy(), trial))
                  .filter(trial -> trial.isNoisy(expected(step)))
                  .isPresent());
    }

    /**
     * Returns whether further samples may tell: what has not gained yet is not needless by that.
     */
    private boolean isUndecided(Remedy remedy, Trials.Trial trial) {
      return !trial.isDecided()
          || !(trial.failed() || trial.isGain() || judging.isNeedless(remedy, trial));
    }

    /** Returns the sets without what is needless; empty where nothing is. */
    Optional<KeptSets> rest(Function<Path, String> original) {
      return needless().map(remedy -> sets.without(remedy, original));
    }

    boolean isNeedless(Remedy remedy) {
      return trial(remedy).filter(trial -> judging.isNeedless(remedy, trial)).isPresent();
    }

    Set<Remedy> allNeedless() {
      return others.keySet().stream().filter(this::isNeedless).collect(Collectors.toSet());
    }

    /** The remedy without which the set is not slower; of several the one with the least gain. */
    private Optional<Remedy> needless() {
      Optional<Remedy> least = Optional.empty();
      double smallest = Double.POSITIVE_INFINITY;
      for (Remedy remedy : others.keySet()) {
        Optional<Trials.Trial> trial =
            trial(remedy).filter(each -> judging.isNeedless(remedy, each));
        double gain = trial.map(Trials.Trial::gainMillis).orElse(Double.POSITIVE_INFINITY);
        if (gain < smallest) {
          smallest = gain;
          least = Optional.of(remedy);
        }
      }
      return least;
    }
  }
}
