package thaw.fix;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import thaw.remedy.Draft;
import thaw.remedy.Remedy;

/**
 * The last run of a search. A set that was chosen by its samples looks better than it is, so it
 * gets fresh ones; and what one remedy gained, a later one may have made needless, so each is left
 * out once more. Where the set without one of them is no slower, that one is dropped, and the rest
 * is confirmed anew: of two that do the same, each is needless only as long as the other is there.
 */
final class Confirmation {
  /** The rounds of the unchanged function and the whole set, whose medians are the result. */
  private static final int ROUNDS = 10;

  private static final int FURTHER_ROUNDS = 2;

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
    while (true) {
      Run run = run(base, set);
      Optional<Remedy> needless = run.needless();
      Draft kept = needless.isEmpty() ? set : run.without(needless.get());
      List<Step> judged = new ArrayList<>();
      for (Step step : steps) {
        judged.add(judged(step, kept, run));
      }
      steps = judged;
      Optional<FixResult.Deployed> deployed = run.deployed(base, kept);
      FixResult result =
          new FixResult(
              kept,
              // As with each step: nothing is proposed that was not proven to gain.
              deployed.filter(each -> !each.gains()).isPresent() ? base : kept.deployedLike(base),
              run.of(base).figures(),
              run.of(kept).figures(),
              deployed,
              true,
              steps,
              Search.answered(steps, byHand));
      listener.best(result);
      if (needless.isEmpty() || kept.equals(base) || !isTimeFor(List.of(base, kept))) {
        return result;
      }
      set = kept;
    }
  }

  private Run run(Draft base, Draft set) throws InterruptedException {
    Optional<Draft> deployable = deployable(base, set); // a result begins with it
    Run run = new Run(set, made(base, set), deployable, new LinkedHashMap<>());
    List<Draft> drafts = new ArrayList<>(List.of(base, set));
    Stream.concat(run.others.values().stream(), run.deployable.stream())
        .filter(draft -> !drafts.contains(draft))
        .forEach(drafts::add);
    listener.confirming(Trials.FEWEST * drafts.size());
    String name = "confirming " + Logbook.name(set);
    trials.run(name, drafts, Trials.FEWEST, run.samples);
    List<Draft> open = run.open(base);
    while (!open.isEmpty() && nanos.getAsLong() + trials.roundNanos(open) < deadlineNanos) {
      trials.run(name, open, FURTHER_ROUNDS, run.samples);
      open = run.open(base);
    }
    return run;
  }

  /** Those that can be made in the time that is left. */
  private Map<Remedy, Draft> made(Draft base, Draft set) throws InterruptedException {
    Map<Remedy, Draft> made = new LinkedHashMap<>();
    for (Map.Entry<Remedy, Draft> each : leftOut.apply(set).entrySet()) {
      Set<Draft> run = new HashSet<>(made.values());
      run.addAll(List.of(base, set, each.getValue()));
      if (each.getValue().equals(base)
          || isTimeFor(run) && workshop.make(each.getValue()).isEmpty()) {
        made.put(each.getKey(), each.getValue());
      }
    }
    return made;
  }

  /**
   * Returns what the function gets of a set where it is deployed as before, if that is another one
   * than the set and can be made. Like both of these it is measured whatever time is left.
   */
  private Optional<Draft> deployable(Draft base, Draft set) throws InterruptedException {
    Draft deployable = set.deployedLike(base);
    return deployable.equals(set)
            || deployable.equals(base)
            || workshop.make(deployable).isPresent()
        ? Optional.empty()
        : Optional.of(deployable);
  }

  private boolean isTimeFor(Collection<Draft> drafts) {
    return nanos.getAsLong() + Trials.FEWEST * trials.roundNanos(drafts) < deadlineNanos;
  }

  private static Step judged(Step step, Draft kept, Run run) {
    Optional<Trials.Trial> leftOut = run.trial(step.remedy());
    if (!step.kept() || leftOut.isEmpty()) {
      return step.kept() && !kept.has(step.remedy())
          ? Step.notMeasured(step.remedy(), "it needs a step that was not kept")
          : step;
    }
    Trials.Trial trial = leftOut.get();
    String starts = "%d against %d starts".formatted(trial.before().count(), trial.after().count());
    if (!kept.has(step.remedy())) {
      return step.judged(
          trial.gain(), false, "the set without it was no slower in the last run: " + starts);
    }
    return step.judged(
        trial.gain(),
        true,
        trial.isGain()
            ? (trial.isGainOfWall()
                    ? "the set without it is slower: "
                    : "the set without it takes more CPU time: ")
                + starts
            : "gains alone; whether it does beside the others was not proven by " + starts);
  }

  /**
   * Fresh samples of the unchanged function, of a set, of that set without each of its remedies,
   * and of what of it the function gets where it is deployed as before.
   */
  private record Run(
      Draft set,
      Map<Remedy, Draft> others,
      Optional<Draft> deployable,
      Map<Draft, DraftSamples> samples) {
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
        return Optional.of(new FixResult.Deployed(of(base).figures(), Optional.empty(), false));
      }
      Trials.Trial trial = new Trials.Trial(of(base), of(deployable));
      return trial.failed()
          ? Optional.empty()
          : Optional.of(
              new FixResult.Deployed(
                  trial.after().figures(),
                  Optional.of(trial.gain()),
                  deployable.equals(kept) || trial.isGain()));
    }

    /** Returns the drafts that further samples may decide. */
    List<Draft> open(Draft base) {
      List<Draft> open = new ArrayList<>();
      for (Draft without : others.values()) {
        Trials.Trial trial = new Trials.Trial(of(without), of(set));
        if (!trial.isDecided() && of(without).count() < Trials.MOST) {
          open.add(without);
        }
      }
      deployable
          .filter(each -> of(each).count() < ROUNDS && !open.contains(each))
          .ifPresent(open::add);
      if (!open.isEmpty() || of(set).count() < ROUNDS) {
        open.add(set);
      }
      if (of(base).count() < ROUNDS && !open.contains(base)) {
        open.add(base);
      }
      return open;
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
