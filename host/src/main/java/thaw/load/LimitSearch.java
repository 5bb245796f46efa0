package thaw.load;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Finds the highest constant rate at which goals hold. It doubles the rate until a goal is missed
 * and then halves the interval between the two, on a logarithmic scale. A noisy machine misses a
 * goal now and then: a rate counts as too high only when two of three runs miss.
 */
public final class LimitSearch {
  /** The rates between which the limit lies differ by no more than this share. */
  public static final double PRECISION = 0.05;

  private final List<LoadGoal> goals;
  private final Trial trial;
  private final double most;
  private final List<LoadResult> runs = new ArrayList<>();
  private boolean generatorIsTheLimit; // of the lowest rate that did not hold

  /** One run at a constant rate. */
  public interface Trial {
    LoadResult run(double rate) throws InterruptedException;
  }

  /**
   * The limit that has been found.
   *
   * @param limit the highest rate that held; empty when none did
   * @param open whether the limit may be higher: the generator's own was reached, or the highest
   *     rate that was allowed
   * @param generator whether that was the generator's
   * @param runs in the order in which they were made
   */
  public record Found(
      OptionalDouble limit, boolean open, boolean generator, List<LoadResult> runs) {}

  private enum Verdict {
    HOLDS,
    MISSED,
    UNKNOWN
  }

  private LimitSearch(List<LoadGoal> goals, double most, Trial trial) {
    this.goals = List.copyOf(goals);
    this.most = most;
    this.trial = trial;
  }

  /**
   * @param goals all of which must hold
   * @param first the rate to begin with, above 0
   * @param most no higher rate is tried
   */
  public static Found search(List<LoadGoal> goals, double first, double most, Trial trial)
      throws InterruptedException {
    if (!(first > 0 && first <= most)) {
      throw new IllegalArgumentException("must be 0.." + most + ": first=" + first);
    }
    return new LimitSearch(goals, most, trial).search(first);
  }

  private Found search(double first) throws InterruptedException {
    double low = first;
    double high = Double.POSITIVE_INFINITY;
    for (Verdict verdict = judge(low); verdict != Verdict.HOLDS; verdict = judge(low)) {
      generatorIsTheLimit = verdict == Verdict.UNKNOWN;
      high = low;
      low /= 2;
      if (low < 1) {
        return new Found(OptionalDouble.empty(), generatorIsTheLimit, generatorIsTheLimit, runs);
      }
    }
    while (Double.isInfinite(high) && low < most) {
      double next = Math.min(most, 2 * low);
      Verdict verdict = judge(next);
      if (verdict == Verdict.HOLDS) {
        low = next;
      } else {
        generatorIsTheLimit = verdict == Verdict.UNKNOWN;
        high = next;
      }
    }
    while (high / low > 1 + PRECISION && !Double.isInfinite(high)) {
      double middle = rounded(Math.sqrt(low * high));
      if (middle <= low || middle >= high) {
        break;
      }
      Verdict verdict = judge(middle);
      if (verdict == Verdict.HOLDS) {
        low = middle;
      } else {
        generatorIsTheLimit = verdict == Verdict.UNKNOWN;
        high = middle;
      }
    }
    boolean open = Double.isInfinite(high) || generatorIsTheLimit;
    return new Found(OptionalDouble.of(low), open, generatorIsTheLimit, runs);
  }

  /** Rates that a person would write. */
  private static double rounded(double rate) {
    return rate >= 20 ? Math.rint(rate) : Math.rint(10 * rate) / 10;
  }

  /** Judges a rate by its first run if that holds, else by two of at most three runs. */
  private Verdict judge(double rate) throws InterruptedException {
    int held = 0;
    int missed = 0;
    int untold = 0;
    while (true) {
      LoadResult result = trial.run(rate);
      runs.add(result);
      if (!goals.stream().allMatch(goal -> goal.holds(result))) {
        missed++;
      } else if (result.reasons().isEmpty()) {
        held++;
      } else {
        untold++;
      }
      if (held == 1 && missed + untold == 0 || held == 2) {
        return Verdict.HOLDS;
      }
      if (missed == 2) {
        return Verdict.MISSED;
      }
      if (untold + missed >= 2) {
        return Verdict.UNKNOWN;
      }
    }
  }
}
