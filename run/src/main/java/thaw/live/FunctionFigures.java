package thaw.live;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import thaw.runtimeapi.log.HostLimit;

/**
 * The figures of one function's requests since the platform's start, and their course in the last
 * hour. Of one thread at a time.
 *
 * <p>Latencies are in histograms of two significant digits: any number of requests takes some
 * kilobytes, and a quantile is at most 1 % off.
 */
final class FunctionFigures {
  /** The length of one spell, which is the resolution of the charts. */
  static final long SPELL_MILLIS = 5_000;

  private static final int MOST_SPELLS = 720; // an hour

  private static final int DIGITS = 2;

  private final Histogram all = new Histogram(DIGITS);
  private final Histogram cold = new Histogram(DIGITS);
  private final Histogram spell = new Histogram(DIGITS);
  private final Deque<Spell> spells = new ArrayDeque<>();
  private long failed;
  private long limited;
  private HostLimit host = new HostLimit(Duration.ZERO, Duration.ZERO);
  private long maxMemoryMiB;
  private long changed;

  /**
   * Requests that ended within five seconds.
   *
   * @param startMillis since 1970
   * @param p50Micros of their latencies, as p99Micros
   * @param maxMemoryMiB the most that a REPORT said
   * @param changed at which change of the whole it became as it is
   */
  record Spell(
      long startMillis,
      long requests,
      long cold,
      long failed,
      long p50Micros,
      long p99Micros,
      long maxMemoryMiB,
      long changed) {}

  void add(RequestLife request, Instant ended, long change) {
    long micros = TimeUnit.NANOSECONDS.toMicros(request.totalNanos());
    all.recordValue(micros);
    if (request.start().isCold()) {
      cold.recordValue(micros);
    }
    failed += request.hasFailed() ? 1 : 0;
    limited += request.host().isPresent() ? 1 : 0;
    host = request.host().map(host::plus).orElse(host);
    long memory = request.report().map(report -> report.maxMemoryMiB()).orElse(0L);
    maxMemoryMiB = Math.max(maxMemoryMiB, memory);
    changed = change;
    addToSpell(request, micros, memory, ended.toEpochMilli() / SPELL_MILLIS * SPELL_MILLIS, change);
  }

  private void addToSpell(
      RequestLife request, long micros, long memory, long startMillis, long change) {
    Spell last = spells.pollLast();
    // Wall clocks may be set back; what comes then belongs to the last spell.
    if (last == null || startMillis > last.startMillis()) {
      if (last != null) {
        spells.add(withQuantiles(last));
      }
      spell.reset();
      last = new Spell(startMillis, 0, 0, 0, 0, 0, 0, change);
    }
    spell.recordValue(micros);
    spells.add(
        new Spell(
            last.startMillis(),
            last.requests() + 1,
            last.cold() + (request.start().isCold() ? 1 : 0),
            last.failed() + (request.hasFailed() ? 1 : 0),
            0,
            0,
            Math.max(last.maxMemoryMiB(), memory),
            change));
    if (spells.size() > MOST_SPELLS) {
      spells.removeFirst();
    }
  }

  private Spell withQuantiles(Spell last) {
    return new Spell(
        last.startMillis(),
        last.requests(),
        last.cold(),
        last.failed(),
        spell.getValueAtPercentile(50),
        spell.getValueAtPercentile(99),
        last.maxMemoryMiB(),
        last.changed());
  }

  long requests() {
    return all.getTotalCount();
  }

  long coldStarts() {
    return cold.getTotalCount();
  }

  /** Cold starts of which this machine was the limit. */
  long limited() {
    return limited;
  }

  /** Returns the part that this machine had in all limited cold starts together. */
  HostLimit host() {
    return host;
  }

  long failed() {
    return failed;
  }

  /** The largest of all REPORTs. */
  long maxMemoryMiB() {
    return maxMemoryMiB;
  }

  /** Microseconds from a request's beginning to its end; empty without requests. */
  OptionalLong quantileMicros(double percent) {
    return quantile(all, percent);
  }

  /**
   * Returns the microseconds from a request's beginning to its end, of cold starts only; empty
   * without cold starts.
   */
  OptionalLong coldQuantileMicros(double percent) {
    return quantile(cold, percent);
  }

  private static OptionalLong quantile(Histogram histogram, double percent) {
    return histogram.getTotalCount() == 0
        ? OptionalLong.empty()
        : OptionalLong.of(histogram.getValueAtPercentile(percent));
  }

  /** Those that had a request; the last one may still grow. */
  List<Spell> spells() {
    List<Spell> all = new ArrayList<>(spells);
    if (!all.isEmpty()) {
      all.add(withQuantiles(all.removeLast()));
    }
    return all;
  }

  long changed() {
    return changed;
  }
}
