package thaw.fix;

import java.util.ArrayList;
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
import java.util.stream.Collectors;
import thaw.remedy.Draft;
import thaw.remedy.Remedy;

/**
 * The last run of a search. A set that was chosen by its samples looks better than it is, so it
 * gets fresh ones; and what one remedy gained, a later one may have made needless, so each is left
 * out once more. Where the set without one of them is no slower, that one is dropped, and the rest
 * is confirmed anew: of two that do the same, each is needless only as long as the other is there.
 * One is dropped only if there is time for that.
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
  private final Function<Draft, Map<Remedy, Draft>> leftOut;
  private final LongSupplier nanos;
  private final long deadlineNanos;
  private final Search.Listener listener;

  /**
   * @param leftOut each of a set's remedies with the set without it
   */
  Confirmation(
      Workshop workshop,
      Trials trials,
      Function<Draft, Map<Remedy, Draft>> leftOut,
      LongSupplier nanos,
      long deadlineNanos,
      Search.Listener listener) {
    this.workshop = workshop;
    this.trials = trials;
    this.leftOut = leftOut;
    this.nanos = nanos;
    this.deadlineNanos = deadlineNanos;
    this.listener = listener;
  }

  FixResult of(Draft base, Draft best, List<Step> decided, List<ByHand> byHand)
      throws InterruptedException {
    Draft set = best;
    List<Step> steps = decided;
    Set<Remedy> doubtful = Set.of();
    while (true) {
      Run run = run(base, set, doubtful);
      Optional<Remedy> needless =
          run.needless().filter(remedy -> isTimeFor(base, run.without(remedy)));
      Draft kept = needless.map(run::without).orElse(set);
      List<Step> judged = new ArrayList<>();
      for (Step step : steps) {
        judged.add(judged(step, kept, run).alsoShown(workshop));
      }
      steps = judged;
      FixResult result = result(base, kept, run, steps, byHand);
      if (needless.isEmpty() || kept.equals(base)) {
        listener.best(result);
        return result;
      }
      doubtful = run.allNeedless();
      set = kept;
    }
  }

  private static FixResult result(
      Draft base, Draft kept, Run run, List<Step> steps, List<ByHand> byHand) {
    Optional<FixResult.Deployed> deployed = run.deployed(base, kept);
    return new FixResult(
        kept,
        // As with each step: nothing is proposed that was not proven to gain.
        deployed.filter(FixResult.Deployed::gains).isPresent() ? kept.deployedLike(base) : base,
        run.of(base).figures(),
        kept.equals(base) ? run.of(base).figures() : run.of(kept).figuresOver(run.of(base)),
        deployed,
        deployed.isPresent()
            ? Optional.empty()
            : Optional.of(run.obstacle(kept.deployedLike(base))),
        run.figures(base).stream().anyMatch(run::isWanted),
        true,
        steps,
        Search.answered(steps, byHand));
  }

  private Run run(Draft base, Draft set, Set<Remedy> doubtful) throws InterruptedException {
    Draft deployable = set.deployedLike(base); // a result begins with it
    Optional<String> obstacle =
        deployable.equals(set) || deployable.equals(base)
            ? Optional.empty()
            : workshop.make(deployable);
    Run run =
        new Run(
            set,
            new LinkedHashMap<>(),
            new HashSet<>(),
            obstacle.isEmpty() ? Optional.of(deployable) : Optional.empty(),
            obstacle,
            new LinkedHashMap<>());
    leaveOut(base, run, doubtful);
    Set<Draft> drafts = run.figures(base);
    drafts.addAll(run.others.values());
    listener.confirming(Trials.FEWEST * drafts.size());
    String name = "confirming " + Logbook.name(set);
    trials.run(name, List.copyOf(drafts), Trials.FEWEST, run.samples);
    List<Draft> open = open(base, run);
    while (!open.isEmpty()) {
      trials.run(name, open, FURTHER_ROUNDS, run.samples);
      open = open(base, run);
    }
    return run;
  }

  /** Adds what of a set can be made in the time that its figures leave, the doubtful first. */
  private void leaveOut(Draft base, Run run, Set<Remedy> doubtful) throws InterruptedException {
    Map<Remedy, Draft> sets = leftOut.apply(run.set);
    Set<Draft> figures = run.figures(base);
    Set<Draft> others = new LinkedHashSet<>();
    for (Remedy remedy :
        sets.keySet().stream()
            .sorted(Comparator.comparing(each -> !doubtful.contains(each)))
            .toList()) {
      Draft without = Objects.requireNonNull(sets.get(remedy));
      if (figures.contains(without)) {
        run.others.put(remedy, without);
        continue;
      }
      others.add(without);
      if (!isTime(
          ROUNDS * trials.roundNanos(figures) + Trials.FEWEST * trials.roundNanos(others))) {
        others.remove(without);
        run.untried.add(remedy);
      } else if (workshop.make(without).isEmpty()) {
        run.others.put(remedy, without);
      } else {
        others.remove(without);
      }
    }
  }

  /**
   * Returns the drafts that further samples may decide, as far as there is time for them: for all,
   * else for those of the result. What looks needless will need time, too.
   */
  private List<Draft> open(Draft base, Run run) {
    long heldBack =
        run.needless()
            .map(remedy -> Trials.FEWEST * trials.roundNanos(figures(base, run.without(remedy))))
            .orElse(0L);
    List<Draft> figures = run.figures(base).stream().filter(run::isWanted).toList();
    List<Draft> all = run.open(figures);
    for (List<Draft> each : List.of(all, figures)) {
      if (isTime(heldBack + trials.roundNanos(each))) {
        return each;
      }
    }
    return List.of();
  }

  private boolean isTimeFor(Draft base, Draft set) {
    return set.equals(base) || isTime(Trials.FEWEST * trials.roundNanos(figures(base, set)));
  }

  /** Those that a result of a set has figures of. */
  static Set<Draft> figures(Draft base, Draft set) {
    Set<Draft> figures = new LinkedHashSet<>(List.of(base));
    figures.add(set);
    figures.add(set.deployedLike(base));
    return figures;
  }

  private boolean isTime(long takesNanos) {
    return nanos.getAsLong() + takesNanos < deadlineNanos;
  }

  private static Step judged(Step step, Draft kept, Run run) {
    if (!step.kept()) {
      return step;
    }
    Optional<Trials.Trial> leftOut = run.trial(step.remedy());
    if (leftOut.isEmpty()) {
      if (!kept.has(step.remedy())) {
        return Step.notMeasured(step.remedy(), "it needs a step that was not kept");
      }
      return run.untried.contains(step.remedy())
          ? step.because(step.reason() + "; " + UNTRIED)
          : step;
    }
    Trials.Trial trial = leftOut.get();
    String starts = "%d against %d starts".formatted(trial.before().count(), trial.after().count());
    if (!kept.has(step.remedy())) {
      return step.judged(
          trial.gain(), false, "the set without it was no slower in the last run: " + starts);
    }
    return step.judged(trial.gain(), true, stays(trial, starts));
  }

  private static String stays(Trials.Trial trial, String starts) {
    if (trial.isGain()) {
      return (trial.isGainOfWall()
              ? "the set without it is slower: "
              : "the set without it takes more CPU time: ")
          + starts;
    }
    return trial.isNeedless()
        ? "it gains alone; the set without it was no slower by "
            + starts
            + ", but the time limit left no time to measure the rest anew"
        : "it gains alone; the set without it was not proven to be slower by "
            + starts
            + trial.cutShort();
  }

  /**
   * Fresh samples of the unchanged function, of a set, of that set without each of its remedies,
   * and of what of it the function gets where it is deployed as before.
   *
   * @param untried remedies that there was no time to leave out
   * @param unmade why the last of these cannot be made
   */
  private record Run(
      Draft set,
      Map<Remedy, Draft> others,
      Set<Remedy> untried,
      Optional<Draft> deployable,
      Optional<String> unmade,
      Map<Draft, DraftSamples> samples) {
    /** Returns the drafts that a result has figures of. */
    Set<Draft> figures(Draft base) {
      Set<Draft> figures = new LinkedHashSet<>(List.of(base));
      figures.add(set);
      deployable.ifPresent(figures::add);
      return figures;
    }

    DraftSamples of(Draft draft) {
      return Trials.of(samples, draft);
    }

    Draft without(Remedy remedy) {
      return others.getOrDefault(remedy, set);
    }

    /** A remedy left out; nothing where that was not tried, or it fails without. */
    Optional<Trials.Trial> trial(Remedy remedy) {
      return Optional.ofNullable(others.get(remedy))
          .map(without -> new Trials.Trial(of(without), of(set)))
          .filter(trial -> trial.before().count() > 0);
    }

    /** Returns what of a set the function gets where it is deployed as before, as measured. */
    Optional<FixResult.Deployed> deployed(Draft base, Draft kept) {
      Draft deployable = kept.deployedLike(base);
      if (deployable.equals(base)) {
        return Optional.of(new FixResult.Deployed(of(base).figures(), false));
      }
      Trials.Trial trial = new Trials.Trial(of(base), of(deployable));
      return trial.failed()
          ? Optional.empty()
          : Optional.of(
              new FixResult.Deployed(
                  of(deployable).figuresOver(of(base)), deployable.equals(kept) || trial.isGain()));
    }

    /** Returns whether a draft of the result has fewer samples than it should have. */
    boolean isWanted(Draft draft) {
      return of(draft).count() < ROUNDS && of(draft).failure().isEmpty();
    }

    /** Returns why there are no figures of what is deployed as before. */
    String obstacle(Draft deployable) {
      return unmade
          .map(why -> "without the package it cannot be made: " + why)
          .orElseGet(() ->
              "without the package it fails: " + of(deployable).failure().orElse("no response"));
    }

    /**
     * Returns the drafts that further samples may decide.
     *
     * @param figures that are wanted in any case
     */
    List<Draft> open(List<Draft> figures) {
      Set<Draft> open = new LinkedHashSet<>(figures);
      for (Draft without : others.values()) {
        Trials.Trial trial = new Trials.Trial(of(without), of(set));
        if (!trial.isDecided()
            && of(without).count() < Trials.MOST
            && of(without).failure().isEmpty()) {
          open.add(without);
          open.add(set);
        }
      }
      return List.copyOf(open);
    }

    Set<Remedy> allNeedless() {
      return others.keySet().stream()
          .filter(remedy -> trial(remedy).filter(Trials.Trial::isNeedless).isPresent())
          .collect(Collectors.toSet());
    }

    /** The remedy without which the set is not slower; of several the one with the least gain. */
    Optional<Remedy> needless() {
      Optional<Remedy> least = Optional.empty();
      double smallest = Double.POSITIVE_INFINITY;
      for (Remedy remedy : others.keySet()) {
        Optional<Trials.Trial> trial = trial(remedy).filter(Trials.Trial::isNeedless);
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
