package thaw.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Records what is measured of a run, second by second. A request's latency belongs to the second in
 * which it was due; sends and answers are counted in the second in which they happened. Many
 * threads write, and others may read meanwhile.
 *
 * <p>The threads that write have precedence over all others; one of those that holds the lock while
 * it waits for a CPU would make requests late. So it is the writers who make what others look at
 * often, and what cannot change any more is copied once.
 */
public final class LoadRecording {
  /** Requests of one failure's text are one count; texts beyond these are counted as one. */
  private static final int MOST_FAILURES = 100;

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final ShotLog log;
  private final Object lock = new Object(); // guards all that follows
  private final List<Tally> seconds = new ArrayList<>();
  private final Map<Failure, Long> failures = new java.util.LinkedHashMap<>();
  private final Map<Long, ColdRequest.Kind> cold = new TreeMap<>();
  private volatile long origin;
  private long end;
  private long unended;
  private long waits;
  private long answers;
  private int reached; // the second in which the last request was due
  private final List<LoadSecond> finished = new ArrayList<>();

  /** The use of the CPUs by second; who writes and who reads it never waits. */
  private final Map<Long, CpuSecond> cpu = new ConcurrentHashMap<>();

  private volatile int alive = -1;
  private volatile boolean isAsked;
  private volatile @Nullable Glance glance;

  private static final class Tally {
    private long scheduled;
    private long sent;
    private long answered;
    private long failed;
    private long unended;
    private int environments = -1;
    private final DurationCounts lag = new DurationCounts();
    private final DurationCounts send = new DurationCounts();
    private final DurationCounts service = new DurationCounts();
    private final DurationCounts response = new DurationCounts();
    private final DurationCounts failedResponse = new DurationCounts();
  }

  /**
   * @param log of single requests
   */
  public LoadRecording(ShotLog log) {
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

  /** Counts a request that is owed an end from now on. */
  void scheduled(Shot shot) {
    synchronized (lock) {
      Tally due = due(shot);
      due.scheduled++;
      reached = Math.max(reached, (int) (shot.inRun() / SECOND));
      due.unended++;
      unended++;
      lookIfAsked();
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
      Tally now = now(nanos);
      now.sent++;
      now.environments = Math.max(now.environments, alive);
    }
  }

  void answered(Shot shot, long sent, long ended) {
    synchronized (lock) {
      if (shot.end()) {
        Tally due = ended(shot, sent);
        now(ended).answered++;
        answers++;
        due.service.record(ended - sent);
        due.response.record(ended - shot.due());
        log.answered(shot.number(), shot.inRun(), ended - shot.due());
      }
    }
  }

  void failed(Shot shot, long sent, long ended, Failure failure) {
    synchronized (lock) {
      if (shot.end()) {
        Tally due = ended(shot, sent);
        now(ended).failed++;
        due.failedResponse.record(ended - shot.due());
        Failure counted =
            failures.containsKey(failure) || failures.size() < MOST_FAILURES
                ? failure
                : new Failure(failure.kind(), "others");
        failures.merge(counted, 1L, Long::sum);
        lookIfAsked();
      }
    }
  }

  private Tally ended(Shot shot, long sent) {
    unended--;
    if (unended == 0) {
      lock.notifyAll();
    }
    Tally due = due(shot);
    due.unended--;
    due.lag.record(shot.readyNanos() - shot.due());
    if (sent != 0) {
      due.send.record(sent - shot.due());
    }
    return due;
  }

  /** The request with this number came upon an environment that had to be started for it. */
  void cold(long number, ColdRequest.Kind kind) {
    synchronized (lock) {
      cold.put(number, kind);
    }
  }

  /** Records the machine's use for each second whose middle is in the reading's interval. */
  void cpu(CpuMeter.Reading reading) {
    long to = reading.to() - origin;
    long first = Math.ceilDiv(reading.from() - origin - SECOND / 2, SECOND);
    for (long second = first; second * SECOND + SECOND / 2 < to; second++) {
      cpu.put(second, reading.second());
    }
  }

  /** Takes the number of environments that are alive now, whether requests are sent or wait. */
  void environments(int now) {
    alive = now;
    synchronized (lock) {
      if (end > 0) { // it has begun
        Tally second = now(System.nanoTime());
        second.environments = Math.max(second.environments, now);
      }
    }
  }

  /**
   * Returns the state after the last request since somebody looked before, or null before there was
   * one. Never waits.
   */
  @Nullable Glance glance() {
    isAsked = true;
    return glance;
  }

  private void lookIfAsked() {
    if (isAsked && seconds.size() >= 2) {
      isAsked = false;
      int second = seconds.size() - 2;
      Tally last = seconds.get(second);
      glance =
          new Glance(
              second,
              unended,
              answers,
              last.sent,
              last.failed,
              LatencyDistribution.of(last.response));
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

  /** Returns the number of requests that found all connections busy. */
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

  List<ColdRequest> coldStarts() {
    synchronized (lock) {
      return cold.entrySet().stream()
          .flatMap(each -> log.find(each.getKey(), each.getValue()).stream())
          .toList();
    }
  }

  /** Returns all seconds until now. The lock is held for one at a time. */
  List<LoadSecond> seconds() {
    List<LoadSecond> all = new ArrayList<>();
    for (LoadSecond next = second(0); next != null; next = second(all.size())) {
      all.add(next);
    }
    return all;
  }

  /** Returns one second as it is known now, or null when it has not begun. */
  private @Nullable LoadSecond second(int index) {
    synchronized (lock) {
      if (index < finished.size()) {
        return finished.get(index);
      }
      if (index >= seconds.size()) {
        return null;
      }
      Tally tally = seconds.get(index);
      LoadSecond copy = copy(index, tally);
      if (index == finished.size()
          && index < Math.min(reached, seconds.size() - 2)
          && tally.unended == 0) {
        finished.add(copy);
      }
      return copy;
    }
  }

  private LoadSecond copy(int index, Tally tally) {
    return new LoadSecond(
        index,
        tally.scheduled,
        tally.sent,
        tally.answered,
        tally.failed,
        tally.environments < 0 ? OptionalInt.empty() : OptionalInt.of(tally.environments),
        LatencyDistribution.of(tally.lag),
        LatencyDistribution.of(tally.send),
        LatencyDistribution.of(tally.service),
        LatencyDistribution.of(tally.response),
        LatencyDistribution.of(tally.failedResponse),
        Optional.ofNullable(cpu.get((long) index)));
  }
}
