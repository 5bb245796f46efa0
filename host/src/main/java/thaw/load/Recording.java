package thaw.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.PackedHistogram;

/**
 * What is measured of a run, second by second. What a request's latency is belongs to the second in
 * which it was due; sends and answers are counted in the second in which they happened. Many
 * threads write, and others may read meanwhile.
 */
final class Recording {
  /** Requests of one failure's text are one count; texts beyond these are counted as one. */
  private static final int MOST_FAILURES = 100;

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final ShotLog log;
  private final Object lock = new Object(); // guards all that follows
  private final List<Tally> seconds = new ArrayList<>();
  private final Map<Failure, Long> failures = new java.util.LinkedHashMap<>();
  private final Map<Long, ColdStart.Kind> cold = new TreeMap<>();
  private long origin;
  private long end;
  private long unended;
  private long waits;

  private static final class Tally {
    private long scheduled;
    private long sent;
    private long answered;
    private long failed;
    private int environments = -1;
    private final PackedHistogram lag = Distribution.recorder();
    private final PackedHistogram send = Distribution.recorder();
    private final PackedHistogram service = Distribution.recorder();
    private final PackedHistogram response = Distribution.recorder();
    private final PackedHistogram failedResponse = Distribution.recorder();
  }

  /**
   * @param log of single requests
   */
  Recording(ShotLog log) {
    this.log = log;
  }

  /**
   * A run, or a part of it, begins.
   *
   * @param nanos when its first second begins, of {@link System#nanoTime}
   * @param from where in the schedule that is
   * @param to where the part ends, exclusive: what happens later counts in its last second, as the
   *     next one is another part's
   */
  void begin(long nanos, long from, long to) {
    synchronized (lock) {
      origin = nanos - from;
      end = to;
    }
  }

  /** From now on this request is owed an end. */
  void scheduled(Shot shot) {
    synchronized (lock) {
      due(shot).scheduled++;
      unended++;
    }
  }

  /** All connections were busy when it was due. */
  void waited() {
    synchronized (lock) {
      waits++;
    }
  }

  void sent(long nanos) {
    synchronized (lock) {
      now(nanos).sent++;
    }
  }

  void answered(Shot shot, long sent, long ended) {
    synchronized (lock) {
      if (shot.end()) {
        Tally due = ended(shot, sent);
        now(ended).answered++;
        Distribution.record(due.service, ended - sent);
        Distribution.record(due.response, ended - shot.due());
        log.answered(shot.number(), shot.inRun(), ended - shot.due());
      }
    }
  }

  void failed(Shot shot, long sent, long ended, Failure failure) {
    synchronized (lock) {
      if (shot.end()) {
        Tally due = ended(shot, sent);
        now(ended).failed++;
        Distribution.record(due.failedResponse, ended - shot.due());
        Failure counted =
            failures.containsKey(failure) || failures.size() < MOST_FAILURES
                ? failure
                : new Failure(failure.kind(), "others");
        failures.merge(counted, 1L, Long::sum);
      }
    }
  }

  private Tally ended(Shot shot, long sent) {
    unended--;
    if (unended == 0) {
      lock.notifyAll();
    }
    Tally due = due(shot);
    Distribution.record(due.lag, shot.readyNanos() - shot.due());
    if (sent != 0) {
      Distribution.record(due.send, sent - shot.due());
    }
    return due;
  }

  /** The request with this number came upon an environment that had to be started for it. */
  void cold(long number, ColdStart.Kind kind) {
    synchronized (lock) {
      cold.put(number, kind);
    }
  }

  /** So many environments are alive now. */
  void environments(int alive) {
    synchronized (lock) {
      long nanos = System.nanoTime();
      if (!seconds.isEmpty() && nanos - origin < (seconds.size() + 1L) * SECOND) {
        Tally now = now(nanos);
        now.environments = Math.max(now.environments, alive);
      }
    }
  }

  /**
   * Waits until every request has come to its end.
   *
   * @return whether it has
   */
  boolean awaitEnds(long deadline) throws InterruptedException {
    synchronized (lock) {
      for (long left = deadline - System.nanoTime();
          unended > 0 && left > 0;
          left = deadline - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(lock, left);
      }
      return unended == 0;
    }
  }

  private Tally due(Shot shot) {
    return tally(shot.inRun());
  }

  private Tally now(long nanos) {
    return tally(Math.clamp(nanos - origin, 0, end - 1));
  }

  private Tally tally(long inRun) {
    int second = (int) (inRun / SECOND);
    while (seconds.size() <= second) {
      seconds.add(new Tally());
    }
    return seconds.get(second);
  }

  /** Scheduled and not ended yet. */
  long underWay() {
    synchronized (lock) {
      return unended;
    }
  }

  /** How many requests found all connections busy. */
  long waits() {
    synchronized (lock) {
      return waits;
    }
  }

  Map<Failure, Long> failures() {
    synchronized (lock) {
      return new java.util.LinkedHashMap<>(failures);
    }
  }

  List<ColdStart> coldStarts() {
    synchronized (lock) {
      return cold.entrySet().stream()
          .flatMap(each -> log.find(each.getKey(), each.getValue()).stream())
          .toList();
    }
  }

  int secondsSoFar() {
    synchronized (lock) {
      return seconds.size();
    }
  }

  /** What is known of one second now. */
  LoadSecond second(int index) {
    synchronized (lock) {
      Tally tally = seconds.get(index);
      return new LoadSecond(
          index,
          tally.scheduled,
          tally.sent,
          tally.answered,
          tally.failed,
          tally.environments < 0 ? OptionalInt.empty() : OptionalInt.of(tally.environments),
          Distribution.of(tally.lag),
          Distribution.of(tally.send),
          Distribution.of(tally.service),
          Distribution.of(tally.response),
          Distribution.of(tally.failedResponse));
    }
  }

  /** What is known of all seconds; the lock is held for one at a time. */
  List<LoadSecond> seconds() {
    List<LoadSecond> all = new ArrayList<>();
    for (int i = 0; i < secondsSoFar(); i++) {
      all.add(second(i));
    }
    return all;
  }
}
