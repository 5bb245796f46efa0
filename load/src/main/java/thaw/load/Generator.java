package thaw.load;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Sends each request of a schedule when it is due, whatever became of those before, and measures
 * what comes of it. It can run several parts of a schedule one after the other. One thread sends;
 * {@link #stop} and what tells about the run may be called by others.
 */
public final class Generator {
  /** The time between {@link #run} and the first request, for the thread to be there. */
  private static final Duration LEAD = Duration.ofMillis(20);

  /** The time that a transport gets to say that its time limit is over. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final LoadPlan plan;
  private final LoadRecording recording;
  private final List<GeneratorUse> uses = new ArrayList<>(); // guarded by itself
  private volatile Instant begun = Instant.EPOCH;
  private volatile boolean stopped;
  private volatile boolean complete;
  private volatile @Nullable Thread sending;
  private final long scheduled;
  private long number;

  /**
   * @param keepsRequests whether single requests are kept, so that cold ones can be told
   */
  public Generator(LoadPlan plan, boolean keepsRequests) {
    this.plan = plan;
    this.scheduled = plan.schedule().count();
    this.recording = new LoadRecording(new ShotLog(keepsRequests ? ShotLog.MOST : 0));
  }

  public LoadPlan plan() {
    return plan;
  }

  /** Runs the whole schedule. Returns when the last request has come to its end. */
  public void run(Transport transport) throws InterruptedException {
    run(transport, Duration.ZERO, plan.schedule().length().plusSeconds(1));
  }

  /**
   * Runs a part of the schedule; parts come in order.
   *
   * @param from inclusive
   * @param to exclusive
   */
  public void run(Transport transport, Duration from, Duration to) throws InterruptedException {
    if (begun.equals(Instant.EPOCH)) {
      begun = Instant.now();
    }
    boolean isLast = to.compareTo(plan.schedule().length()) >= 0;
    Sender sender =
        new Sender(
            transport,
            plan.schedule().dueBetween(from, to),
            from.toNanos(),
            isLast ? Long.MAX_VALUE : to.toNanos());
    Thread thread = Thread.ofPlatform().name("load-sender").unstarted(sender);
    List<Thread> threads = new ArrayList<>(transport.threads());
    threads.add(thread);
    collectGarbage();
    GeneratorUse.Meter meter = GeneratorUse.Meter.start(threads);
    sending = thread;
    thread.start();
    try {
      thread.join();
      meter.sent();
      recording.awaitEnds(System.nanoTime() + plan.timeout().plus(GRACE).toNanos());
    } finally {
      if (thread.isAlive()) {
        stop();
        thread.join();
      }
    }
    synchronized (uses) {
      uses.add(meter.stop(sender.cpuNanos));
    }
    if (sender.failure != null) {
      throw new IllegalStateException("the generator failed", sender.failure);
    }
    complete = isLast && !stopped;
  }

  /**
   * Collects what has been left so far. The first collection of this JVM copies all that its start
   * has made, for 20 to 45 ms (measured): within a run, requests would be late by that. Those that
   * follow take some 8 ms.
   */
  private static void collectGarbage() {
    System.gc();
  }

  /** No more requests are sent; {@link #run} returns when those under way have ended. */
  public void stop() {
    stopped = true;
    LockSupport.unpark(sending); // no interrupt: that would close the connection it writes to
  }

  /**
   * The request came upon an environment that had to be started for it. May be told before or after
   * its answer, from any thread.
   */
  public void cold(long requestNumber, ColdRequest.Kind kind) {
    recording.cold(requestNumber, kind);
  }

  /**
   * Takes the number of the target's environments that are alive now; to be told several times a
   * second.
   */
  public void environments(int alive) {
    recording.environments(alive);
  }

  /**
   * Records how busy this machine is, when a second is over; to be called several times a second.
   */
  public void look(CpuMeter meter) {
    meter.look().ifPresent(recording::cpu);
  }

  /** The same when the run is over, for its last second. */
  public void lookLast(CpuMeter meter) {
    meter.lookLast().ifPresent(recording::cpu);
  }

  /**
   * Tells how far the run is; it is empty when nothing was sent yet. It never waits, so it may be
   * called often.
   */
  public Optional<Glance> glance() {
    return Optional.ofNullable(recording.glance());
  }

  /** Counts how often what went wrong. */
  public Map<Failure, Long> failures() {
    return recording.failures();
  }

  /** Returns what is known now; after {@link #run} that is all. */
  public LoadResult result() {
    List<GeneratorUse> used;
    synchronized (uses) {
      used = List.copyOf(uses);
    }
    List<ColdRequest> cold = recording.coldStarts(); // before the seconds, which then have them all
    return LoadResult.of(
        plan,
        begun,
        complete,
        scheduled,
        recording.seconds(),
        recording.failures(),
        cold,
        recording.waits(),
        GeneratorUse.sum(used));
  }

  /** The one thread that knows when what is due. */
  private final class Sender implements Runnable {
    private final Transport transport;
    private final PrimitiveIterator.OfLong due;
    private final long from;
    private final long to;
    private volatile long cpuNanos;
    private volatile @Nullable Throwable failure;

    Sender(Transport transport, PrimitiveIterator.OfLong due, long from, long to) {
      this.transport = transport;
      this.due = due;
      this.from = from;
      this.to = to;
    }

    @Override
    public void run() {
      try {
        fireAll();
      } catch (RuntimeException | Error e) { // told where it can be shown
        failure = e;
      }
      cpuNanos = GeneratorUse.ownCpuNanos();
    }

    private void fireAll() {
      Pacer.sharpen();
      long begin = System.nanoTime() + LEAD.toNanos();
      recording.begin(begin, from, to);
      while (due.hasNext() && !stopped) {
        fire(begin, due.nextLong());
      }
    }

    private void fire(long begin, long afterwards) {
      Shot shot = new Shot(number++, begin + afterwards, from + afterwards, recording);
      transport.prepare(shot);
      Pacer.until(shot.due(), () -> stopped);
      if (stopped) {
        return;
      }
      recording.scheduled(shot);
      shot.ready(System.nanoTime());
      transport.send(shot);
    }
  }
}
