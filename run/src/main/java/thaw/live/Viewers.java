package thaw.live;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import thaw.http.Response;
import thaw.steady.AllSteps;
import thaw.steady.StepLoop;

/**
 * The viewers of the page, each on the thread of its connection. One that does not take what it is
 * sent within its time is cut off, so that it keeps no thread; it may come again and goes on where
 * it was.
 *
 * <p>For the maintainer. An interrupt does not end a write to a socket; that its connection is
 * closed does.
 */
final class Viewers implements AutoCloseable {
  private static final int MOST = 64;
  private static final int SWEEPS_IN_PATIENCE = 4;

  private final long patienceNanos;
  private final Semaphore places = new Semaphore(MOST);
  private final Set<Viewer> watching = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("viewers").factory());

  Viewers(long patienceMillis) {
    this.patienceNanos = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    long period = Math.max(1, patienceMillis / SWEEPS_IN_PATIENCE);
    timer.scheduleWithFixedDelay(
        new StepLoop("viewers").task(this::cutOffLate), period, period, TimeUnit.MILLISECONDS);
  }

  /** Returns whether there is a place for one more. */
  boolean hasPlace() {
    return places.availablePermits() > 0;
  }

  int count() {
    return watching.size();
  }

  /** A sequence of messages for a viewer, until there are no more or the viewer has gone. */
  interface Program {
    void show(Viewer viewer) throws IOException, InterruptedException;
  }

  void admit(OutputStream to, Program program) throws IOException, InterruptedException {
    if (!places.tryAcquire()) {
      return;
    }
    Viewer viewer = new Viewer(to);
    watching.add(viewer);
    try {
      program.show(viewer);
    } finally {
      watching.remove(viewer);
      places.release();
    }
  }

  private void cutOffLate() {
    long now = System.nanoTime();
    AllSteps.run(
        watching.stream()
            .<Runnable>map(viewer -> () -> viewer.cutOff(now - patienceNanos))
            .toList());
  }

  /** One connection; its thread writes. */
  static final class Viewer {
    private final Thread thread = Thread.currentThread();
    private final OutputStream to;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean writing; // guarded by lock
    private long sinceNanos; // guarded by lock

    private Viewer(OutputStream to) {
      this.to = to;
    }

    /** Returns when it is on its way. */
    void send(byte[] message) throws IOException {
      mark(true);
      try {
        to.write(message);
        to.flush();
      } finally {
        mark(false);
      }
    }

    private void mark(boolean begins) {
      lock.lock();
      try {
        writing = begins;
        sinceNanos = System.nanoTime();
      } finally {
        lock.unlock();
      }
    }

    /** Cuts the viewer off from a writing that began before that time, and never after its end. */
    private void cutOff(long beforeNanos) {
      lock.lock();
      try {
        if (writing && sinceNanos - beforeNanos < 0) {
          if (to instanceof Response.Abortable client) {
            client.abort();
          } else {
            thread.interrupt();
          }
        }
      } finally {
        lock.unlock();
      }
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
