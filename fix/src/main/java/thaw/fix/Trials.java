package thaw.fix;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;
import thaw.remedy.Draft;
import thaw.stats.ShiftInterval;

/** Cold starts of several drafts in turn, so that what disturbs the machine disturbs all alike. */
final class Trials {
  /**
   * The fewest samples of a draft: fewer cannot tell a difference from chance, see {@link
   * ShiftInterval}.
   */
  static final int FEWEST = 4;

  /** A smaller gain is not worth a change. */
  static final double LEAST_SHARE = 0.01;

  /**
   * The most samples of a draft: a difference that so many have not told is too small to be kept.
   */
  static final int MOST = 12;

  /** The most samples of a draft where so many have told nothing for noise. */
  private static final int MOST_IN_NOISE = 3 * MOST;

  /** The samples that are enough to give up what has gained nothing in their median. */
  private static final int HOPELESS = 8;

  /**
   * The part of a proven gain that samples have to exclude before they tell that it is gone: the
   * gain that was proven is likely to be one of those that looked larger than they are.
   */
  private static final double LEAST_PART = 0.5;

  /** The part of a start from which on half an interval is too wide to tell anything. */
  private static final double WIDE = 0.05;

  private static final int STEP = 2;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Workshop workshop;
  private final LongSupplier nanos;
  private final Random order = new Random(1);
  private final Map<Draft, Long> lastNanos = new HashMap<>();
  private final Map<List<Draft>, Map<Draft, DraftSamples>> begun = new HashMap<>(); // trials
  private long assumedNanos;
  private int turn;
  private double leastProvable = Double.POSITIVE_INFINITY; // in ms of wall time

  Trials(Workshop workshop, LongSupplier nanos) {
    this.workshop = workshop;
    this.nanos = nanos;
  }

  /** One against another. */
  record Trial(DraftSamples before, DraftSamples after) {
    boolean failed() {
      return before.count() < FEWEST || after.count() < FEWEST || after.failure().isPresent();
    }

    ShiftInterval gain() {
      return before.gainOf(after);
    }

    ShiftInterval cpuGain() {
      return before.cpuGainOf(after);
    }

    double gainMillis() {
      return gain().median();
    }

    boolean isGain() {
      return isGainOfWall() || isGainOfCpu();
    }

    boolean isGainOfWall() {
      return gain().isAboveZero() && gainMillis() > LEAST_SHARE * before.median();
    }

    /**
     * Wall time has what other programs of the machine took, and may then prove nothing. CPU time
     * tells that work went; that it was waited for, the median of wall time has to tell as well.
     */
    private boolean isGainOfCpu() {
      ShiftInterval cpu = cpuGain();
      return cpu.isAboveZero()
          && cpu.median() > LEAST_SHARE * before.figures().cpuMillis()
          && gainMillis() > LEAST_SHARE * before.median();
    }

    /**
     * Returns the smallest gain of wall time that so noisy starts prove, by wall or by CPU time,
     * when there are as many as a trial may have; infinite where they tell nothing.
     */
    double leastProvable() {
      if (failed()) {
        return Double.POSITIVE_INFINITY;
      }
      FixResult.Figures figures = before.figures();
      double byCpu =
          figures.cpuMillis() > 0
              ? halfOf(cpuGain()) * figures.totalMillis() / figures.cpuMillis()
              : Double.POSITIVE_INFINITY;
      return Math.min(halfOf(gain()), byCpu) * Math.sqrt((double) after.count() / MOST);
    }

    private static double halfOf(ShiftInterval interval) {
      return (interval.high() - interval.low()) / 2;
    }

    /** Returns whether the gain is too small to matter, whatever further samples say. */
    boolean isNoGain() {
      return gain().high() < LEAST_SHARE * before.median();
    }

    /**
     * Returns whether further samples would tell nothing new. Who looks after each few samples and
     * stops as soon as the interval excludes zero finds gains where there are none: it has to
     * exclude what is too small to be kept as well.
     */
    boolean isDecided() {
      return failed() || isNoGain() || isHopeless() || isClearByWall() || isClearByCpu();
    }

    private boolean isClearByWall() {
      return isGainOfWall() && gain().low() > LEAST_SHARE * before.median();
    }

    private boolean isClearByCpu() {
      return isGainOfCpu() && cpuGain().low() > LEAST_SHARE * before.figures().cpuMillis();
    }

    /**
     * Returns whether wall time gains nothing in the median of several samples, and CPU time hardly
     * anything.
     */
    private boolean isHopeless() {
      boolean isNoWork = cpuGain().high() < LEAST_SHARE * before.figures().cpuMillis();
      return gainMillis() <= 0
          && (isNoWork ? after.count() > FEWEST : after.count() >= HOPELESS)
          && cpuGain().median() <= LEAST_SHARE * before.figures().cpuMillis();
    }

    /**
     * Returns whether it has told nothing: both no gain and the expected one are within what its
     * samples allow, which is much.
     */
    boolean isNoisy(double expectedMillis) {
      return !failed()
          && !isGain()
          && halfOf(gain()) > WIDE * before.median()
          && gain().high() >= expectedMillis;
    }

    /** Returns the smallest gain that its samples could have shown. */
    double leastVisible() {
      return halfOf(gain());
    }

    /** Returns whether the time limit has ended it before its samples told anything. */
    boolean isCutShort() {
      return after.count() < MOST && !isDecided();
    }

    /** Returns whether it was ended with fewer samples than the most, as nothing is gained. */
    boolean isGivenUp() {
      return after.count() < MOST && isHopeless();
    }

    /** Returns what it says of a step that was to gain so much. */
    Verdict verdict(double expectedMillis) {
      if (isGain()) {
        return Verdict.KEPT;
      }
      return isCutShort()
          ? Verdict.CUT_SHORT
          : isNoisy(expectedMillis) ? Verdict.TOO_NOISY : Verdict.NOT_KEPT;
    }

    /**
     * Returns whether one can do without it, of which nothing is proven yet: all samples, or what
     * they say so far, tell no gain.
     */
    boolean isUnproven() {
      return !failed()
          && before.failure().isEmpty()
          && !isGain()
          && (before.count() >= MOST || gainMillis() < LEAST_SHARE * after.median());
    }

    /**
     * Returns whether one can do without it though it had gained when it was tried: the samples
     * exclude half of that, or all that is worth a change. That they prove no gain is not enough,
     * for so noisy ones prove nothing of anything.
     */
    boolean isNeedless(Step tried) {
      return isUnproven()
          && (isNoGain()
              || tried.gain().filter(gain -> isExcluded(gain, gain())).isPresent()
              || (gainMillis() < LEAST_SHARE * after.median()
                  && tried.cpuGain().filter(gain -> isExcluded(gain, cpuGain())).isPresent()));
    }

    /** Returns whether what is seen excludes what was proven, or the greater part of that. */
    private static boolean isExcluded(ShiftInterval proven, ShiftInterval seen) {
      return proven.isAboveZero() && seen.high() < leastOf(proven);
    }

    /** Returns what has to be excluded of a gain that was proven. */
    static double leastOf(ShiftInterval proven) {
      return Math.max(proven.low(), proven.median() * LEAST_PART);
    }
  }

  /**
   * Compares two drafts with as few samples as tell the difference. A trial that was begun goes on,
   * and takes more samples than others where it had all of them and was asked for again.
   *
   * @param deadlineNanos no round ends after it, but the first ones
   */
  Trial compare(Draft before, Draft after, long deadlineNanos) throws InterruptedException {
    List<Draft> both = List.of(before, after);
    Map<Draft, DraftSamples> samples = begun.computeIfAbsent(both, _ -> new LinkedHashMap<>());
    int rounds = Math.max(0, FEWEST - of(samples, after).asked());
    int most = of(samples, after).count() < MOST ? MOST : MOST_IN_NOISE;
    while (true) {
      run(both, rounds, samples);
      rounds = STEP;
      Trial trial = new Trial(of(samples, before), of(samples, after));
      boolean isTime = nanos.getAsLong() + STEP * roundNanos(both) <= deadlineNanos;
      if (trial.isDecided() || trial.after().count() >= most || !isTime) {
        leastProvable = Math.min(leastProvable, trial.leastProvable());
        return trial;
      }
    }
  }

  /** Returns the fewest rounds with which a comparison ends, or goes on that was begun. */
  int leastRounds(Draft before, Draft after) {
    Map<Draft, DraftSamples> samples = begun.getOrDefault(List.of(before, after), Map.of());
    return Math.max(STEP, FEWEST - of(samples, after).asked());
  }

  /** Adds samples of each draft, in an order that is another one in each round. */
  void run(List<Draft> drafts, int rounds, Map<Draft, DraftSamples> samples)
      throws InterruptedException {
    for (int round = 0; round < rounds; round++) {
      turn++;
      List<Draft> shuffled = new ArrayList<>(drafts);
      Collections.shuffle(shuffled, order);
      for (Draft draft : shuffled) {
        long began = nanos.getAsLong();
        samples.computeIfAbsent(draft, _ -> new DraftSamples()).add(turn, workshop.start(draft));
        lastNanos.put(draft, nanos.getAsLong() - began);
      }
    }
  }

  static DraftSamples of(Map<Draft, DraftSamples> samples, Draft draft) {
    return samples.getOrDefault(draft, new DraftSamples());
  }

  /**
   * Notes that a draft which was never started takes longer than another one.
   *
   * @param moreMillis what the other one gains over it
   */
  void expect(Draft draft, Draft faster, double moreMillis) {
    Long known = lastNanos.get(faster);
    if (known != null) {
      lastNanos.putIfAbsent(draft, known + Math.round(moreMillis * NANOS_PER_MILLI));
    }
  }

  /** Notes what a start takes, as long as none was measured. */
  void assume(double startMillis) {
    assumedNanos = Math.round(startMillis * NANOS_PER_MILLI);
  }

  /** Returns the smallest gain that the trials so far could have proven; 0 before there was one. */
  double leastProvable() {
    return Double.isInfinite(leastProvable) ? 0 : leastProvable;
  }

  /** Returns the smallest gain that they could have proven had they taken more samples. */
  double leastProvableAgain() {
    return leastProvable() * Math.sqrt((double) MOST / MOST_IN_NOISE);
  }

  /** Returns the time that one round of these drafts takes. */
  long roundNanos(Collection<Draft> drafts) {
    long known = lastNanos.values().stream().mapToLong(Long::longValue).max().orElse(assumedNanos);
    return drafts.stream().mapToLong(draft -> lastNanos.getOrDefault(draft, known)).sum();
  }
}
