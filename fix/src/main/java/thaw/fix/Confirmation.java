package thaw.fix;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
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
  private static final int FURTHER_ROUNDS = 2;

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
    Map<Remedy, String> disproven = new HashMap<>(); // as it is deployed, with words on that
    while (true) {
      Run run = run(sets, new Judging(steps, doubtful, Map.copyOf(disproven)));
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
          run.trial(each)
              .ifPresent(without -> disproven.put(each, Reasons.noSlowerAsDeployed(without)));
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
    String why = Reasons.failing(run.of(sets.whole()));
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
        List.of(),
        Optional.empty());
  }

  private Run run(KeptSets sets, Judging judging) throws InterruptedException {
    Run run = new Run(sets, judging, new LinkedHashMap<>(), new HashSet<>(), new LinkedHashMap<>());
    leaveOut(run);
    Set<Draft> drafts = sets.figures();
    run.others.values().forEach(each -> drafts.add(each.without()));
    listener.confirming(drafts.size(), Trials.FEWEST, FixResult.WHOLE_STARTS);
    trials.run(List.copyOf(drafts), Trials.FEWEST, run.samples);
    List<Draft> open = open(run);
    while (!open.isEmpty()) {
      trials.run(open, FURTHER_ROUNDS, run.samples);
      open = open(run);
    }
    return run;
  }

  /** Adds what of a set can be made in the time that its figures leave, the doubtful first. */
  private void leaveOut(Run run) throws InterruptedException {
    Map<Remedy, KeptSets.LeftOut> sets = run.sets.leftOut(workshop::original);
    Set<Draft> figures = run.sets.figures();
    Set<Draft> others = new LinkedHashSet<>();
    for (Remedy remedy :
        sets.keySet().stream()
            .sorted(Comparator.comparing(each -> !run.judging.doubtful().contains(each)))
            .toList()) {
      KeptSets.LeftOut each = Objects.requireNonNull(sets.get(remedy));
      if (figures.contains(each.without())) {
        run.others.put(remedy, each);
        continue;
      }
      long rest =
          explaining.applyAsLong(run.sets)
              + making(figures)
              + FixResult.WHOLE_STARTS * trials.roundNanos(figures)
              + Trials.FEWEST * trials.roundNanos(others);
      if (!isTime(makingAndStarting(List.of(each.without())), rest)) {
        run.untried.add(remedy);
        continue;
      }
      Duration most = Duration.ofNanos(Math.max(0, deadlineNanos - nanos.getAsLong() - rest));
      Optional<Workshop.Obstacle> obstacle = workshop.make(each.without(), most);
      if (obstacle.isEmpty()) {
        others.add(each.without());
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
    for (List<Draft> each : List.of(all, figures)) {
      if (isTime(FURTHER_ROUNDS * trials.roundNanos(each), heldBack)) {
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
    return makingAndStarting(sets.figures());
  }

  /** Returns what the first rounds of drafts take, with making them. */
  private long makingAndStarting(Collection<Draft> drafts) {
    return Trials.FEWEST * trials.roundNanos(drafts) + making(drafts);
  }

  /** Returns what it takes to make what was not made yet. */
  private long making(Collection<Draft> drafts) {
    return drafts.stream().mapToLong(each -> workshop.makingTakes(each).toNanos()).sum();
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
        return Step.notKept(step.remedy(), Reasons.NEEDED);
      }
      Optional<String> disproven = Optional.ofNullable(run.judging.disproven().get(step.remedy()));
      return step.notLeftOut(
          run.untried.contains(step.remedy())
              ? Optional.of(disproven.orElse(step.trial()) + Reasons.UNTRIED)
              : disproven);
    }
    Trials.Trial trial = leftOut.get();
    ShiftInterval cost = run.cost(step.remedy(), trial);
    if (stays && run.sets.managed().has(step.remedy()) && !kept.managed().has(step.remedy())) {
      return step.judged(
          cost,
          Verdict.KEPT,
          Reasons.noSlowerAsDeployed(trial) + ", which is no verdict on the package");
    }
    String deployed = run.judging.disproven().get(step.remedy());
    String where = deployed == null ? "" : deployed + "; in the package ";
    double expected = expected(step);
    if (!stays) {
      return step.judged(cost, Verdict.NOT_KEPT, where + Reasons.noSlower(trial));
    }
    boolean isNeedless = run.isNeedless(step.remedy());
    return step.judged(
        cost,
        !isNeedless && trial.verdict(expected) == Verdict.TOO_NOISY
            ? Verdict.KEPT_IN_NOISE
            : Verdict.KEPT,
        where + Reasons.stays(step, trial, isNeedless, expected));
  }

  /** Returns what samples of a set without a step have to exclude, of what it had gained. */
  private static double expected(Step step) {
    return step.gain().map(Trials.Trial::leastOf).orElse(0.0);
  }

  /**
   * Tells by what steps are judged.
   *
   * @param steps as they were tried
   * @param doubtful remedies that are left out first
   * @param disproven those that have left the set which is deployed, and have to prove a gain in
   *     the package; with words on how they left it
   */
  private record Judging(List<Step> steps, Set<Remedy> doubtful, Map<Remedy, String> disproven) {
    boolean isNeedless(Remedy remedy, Trials.Trial without) {
      if (disproven.containsKey(remedy)) {
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
   * @param untried remedies that there was no time to leave out
   */
  private record Run(
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
      return of(draft).count() < FixResult.WHOLE_STARTS && of(draft).failure().isEmpty();
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
