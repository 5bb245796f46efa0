package thaw.fix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import thaw.remedy.Draft;
import thaw.remedy.Remedy;
import thaw.stats.ShiftInterval;

/**
 * The last run of a search. A set that was chosen by its samples looks better than it is, so it
 * gets fresh ones; and what one remedy gained, a later one may have made needless, so each is left
 * out once.
 */
final class Confirmation {
  private static final int MOST_ROUNDS = 10;

  private final Workshop workshop;
  private final Trials trials;
  private final LongSupplier nanos;
  private final long deadlineNanos;
  private final Search.Listener listener;

  Confirmation(
      Workshop workshop,
      Trials trials,
      LongSupplier nanos,
      long deadlineNanos,
      Search.Listener listener) {
    this.workshop = workshop;
    this.trials = trials;
    this.nanos = nanos;
    this.deadlineNanos = deadlineNanos;
    this.listener = listener;
  }

  FixResult of(
      Draft base, Draft best, Map<Remedy, Draft> leftOut, List<Step> steps, List<ByHand> byHand)
      throws InterruptedException {
    Map<Remedy, Draft> others = made(base, best, leftOut);
    List<Draft> drafts = new ArrayList<>(List.of(base, best));
    others.values().stream().filter(draft -> !drafts.contains(draft)).forEach(drafts::add);
    int rounds = rounds(drafts);
    listener.confirming(rounds * drafts.size());
    Map<Draft, Samples> samples = new LinkedHashMap<>();
    trials.run("confirming " + Logbook.name(best), drafts, rounds, samples);
    Samples proven = Trials.of(samples, best);
    Optional<Remedy> needless = needless(others, samples, proven);
    Draft kept = needless.map(others::get).orElse(best);
    List<Step> judged = new ArrayList<>();
    for (Step step : steps) {
      judged.add(judged(step, kept, others, samples, proven));
    }
    FixResult result =
        new FixResult(
            kept,
            Trials.of(samples, base).figures(),
            Trials.of(samples, kept).figures(),
            true,
            judged,
            Search.answered(judged, byHand));
    listener.best(result);
    return result;
  }

  /** Those that can be made in the time that is left. */
  private Map<Remedy, Draft> made(Draft base, Draft best, Map<Remedy, Draft> leftOut)
      throws InterruptedException {
    Map<Remedy, Draft> made = new LinkedHashMap<>();
    for (Map.Entry<Remedy, Draft> each : leftOut.entrySet()) {
      List<Draft> run = new ArrayList<>(made.values());
      run.addAll(List.of(base, best, each.getValue()));
      boolean inTime = nanos.getAsLong() + Trials.FEWEST * trials.roundNanos(run) < deadlineNanos;
      if (each.getValue().equals(base) || inTime && workshop.make(each.getValue()).isEmpty()) {
        made.put(each.getKey(), each.getValue());
      }
    }
    return made;
  }

  private int rounds(List<Draft> drafts) {
    long left = deadlineNanos - nanos.getAsLong();
    long round = Math.max(1, trials.roundNanos(drafts));
    return Math.clamp(left / round, Trials.FEWEST, MOST_ROUNDS);
  }

  /** The remedy without which the set is not slower; of several the one with the least gain. */
  private static Optional<Remedy> needless(
      Map<Remedy, Draft> others, Map<Draft, Samples> samples, Samples proven) {
    Optional<Remedy> least = Optional.empty();
    double smallest = Trials.LEAST_SHARE * proven.median();
    for (Map.Entry<Remedy, Draft> each : others.entrySet()) {
      Samples without = Trials.of(samples, each.getValue());
      if (without.count() < Trials.FEWEST || without.failure().isPresent()) {
        continue;
      }
      ShiftInterval gain = without.gainOf(proven);
      if (!gain.isAboveZero() && gain.median() < smallest) {
        smallest = gain.median();
        least = Optional.of(each.getKey());
      }
    }
    return least;
  }

  private static Step judged(
      Step step,
      Draft kept,
      Map<Remedy, Draft> others,
      Map<Draft, Samples> samples,
      Samples proven) {
    Draft without = others.get(step.remedy());
    if (!step.kept() || without == null || Trials.of(samples, without).count() == 0) {
      return step.kept() && !kept.has(step.remedy())
          ? Step.notMeasured(step.remedy(), "it needs a step that was not kept")
          : step;
    }
    Samples rest = Trials.of(samples, without);
    ShiftInterval gain = rest.gainOf(proven);
    return kept.has(step.remedy())
        ? step.confirmed(
            gain,
            "left out once more: %d against %d starts".formatted(rest.count(), proven.count()))
        : step.dropped(gain, "the set without it was no slower in the last run");
  }
}
