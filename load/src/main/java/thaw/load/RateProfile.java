package thaw.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Tells how many requests a second are due at each moment of a run: phases in a row, in each of
 * which the rate changes evenly.
 *
 * @param phases at least one
 */
public record RateProfile(List<Phase> phases) {
  /** Rates are differences of sums: a request that is due at the very end must not be lost. */
  private static final double ROUNDING = 1e-6;

  /** The highest rate that can be asked for, in requests per second. */
  public static final double HIGHEST_RATE = 1_000_000;

  /**
   * @param from requests per second at its begin, 0..{@link #HIGHEST_RATE}
   * @param to at its end
   * @param length more than zero
   */
  public record Phase(double from, double to, Duration length) {
    public Phase {
      requireRate(from);
      requireRate(to);
      if (length.isNegative() || length.isZero()) {
        throw new IllegalArgumentException("must be more than zero: length=" + length);
      }
    }

    private static void requireRate(double rate) {
      if (!(rate >= 0 && rate <= HIGHEST_RATE)) {
        throw new IllegalArgumentException("must be 0.." + (long) HIGHEST_RATE + ": rate=" + rate);
      }
    }

    /** The rate so long after its begin: between its two ends, however it is rounded. */
    private double at(Duration since) {
      double rate = from + (to - from) * ((double) since.toNanos() / length.toNanos());
      return Math.clamp(rate, Math.min(from, to), Math.max(from, to));
    }

    private double seconds() {
      return length.toNanos() / 1e9;
    }

    private double requests() {
      return (from + to) / 2 * seconds();
    }

    /**
     * Returns the seconds in which so many requests have come due: the inverse of the rate's
     * integral.
     */
    private double secondsUntil(double requests) {
      double slope = (to - from) / seconds();
      double root = Math.sqrt(Math.max(0, from * from + 2 * slope * requests));
      return requests == 0 ? 0 : Math.min(seconds(), 2 * requests / (from + root));
    }
  }

  public RateProfile {
    phases = List.copyOf(phases);
    if (phases.isEmpty()) {
      throw new IllegalArgumentException("a profile has at least one phase");
    }
  }

  /** One rate all the time. */
  public static RateProfile constant(double rate, Duration length) {
    return ramp(rate, rate, length);
  }

  /** Makes a profile that goes from one rate to another, evenly. */
  public static RateProfile ramp(double from, double to, Duration length) {
    return new RateProfile(List.of(new Phase(from, to, length)));
  }

  /** Several rates, each for an equal part of the time. */
  public static RateProfile steps(List<Double> rates, Duration length) {
    Duration each = length.dividedBy(rates.size());
    return new RateProfile(rates.stream().map(rate -> new Phase(rate, rate, each)).toList());
  }

  /**
   * This one, but with another rate in one interval of it.
   *
   * @param begin within the run
   * @param length what lies behind the run's end is cut off
   */
  public RateProfile withSpike(double rate, Duration begin, Duration length) {
    Duration end = min(begin.plus(length), length());
    if (begin.isNegative() || begin.compareTo(end) >= 0) {
      throw new IllegalArgumentException(
          "must begin within 0.." + length().toMillis() + " ms: begin=" + begin.toMillis() + " ms");
    }
    List<Phase> all = new ArrayList<>(between(Duration.ZERO, begin));
    all.add(new Phase(rate, rate, end.minus(begin)));
    all.addAll(between(end, length()));
    return new RateProfile(all);
  }

  /** Returns the phases within an interval. Those at its ends are cut, with their rates there. */
  private List<Phase> between(Duration from, Duration to) {
    List<Phase> cut = new ArrayList<>();
    Duration begin = Duration.ZERO;
    for (Phase phase : phases) {
      Duration end = begin.plus(phase.length());
      Duration low = begin.compareTo(from) > 0 ? begin : from;
      Duration high = min(end, to);
      if (low.compareTo(high) < 0) {
        cut.add(
            new Phase(phase.at(low.minus(begin)), phase.at(high.minus(begin)), high.minus(low)));
      }
      begin = end;
    }
    return cut;
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  public Duration length() {
    return phases.stream().map(Phase::length).reduce(Duration.ZERO, Duration::plus);
  }

  /** Returns the highest rate of any moment, in requests per second. */
  double highest() {
    return phases.stream().mapToDouble(phase -> Math.max(phase.from(), phase.to())).max().orElse(0);
  }

  /** Returns the number of requests that are due within the run, as a real number. */
  double requests() {
    return phases.stream().mapToDouble(Phase::requests).sum();
  }

  /**
   * Returns the time at which so many requests have come due, in nanoseconds from the begin; -1
   * when that is not within the run.
   */
  long nanosUntil(double requests) {
    double before = 0;
    double left = requests;
    for (Phase phase : phases) {
      double here = phase.requests();
      if (left < here - ROUNDING) {
        return Math.round((before + phase.secondsUntil(left)) * 1e9);
      }
      left = Math.max(0, left - here);
      before += phase.seconds();
    }
    return -1;
  }

  /** {@code 50/s for 60 s}, {@code 1/s to 100/s in 60 s}. */
  @Override
  public String toString() {
    return phases.stream().map(RateProfile::text).collect(Collectors.joining(", "));
  }

  private static String text(Phase phase) {
    String seconds = number(phase.seconds()) + " s";
    return phase.from() == phase.to()
        ? number(phase.from()) + "/s for " + seconds
        : number(phase.from()) + "/s to " + number(phase.to()) + "/s in " + seconds;
  }

  private static String number(double value) {
    return value == Math.rint(value) ? "" + (long) value : "" + Math.round(value * 1e3) / 1e3;
  }
}
