package thaw.http;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import thaw.steady.Loop;

/**
 * Limits how long a client may take to send a request or to read a response, however little it
 * sends or reads at a time. A read timeout of the socket would only limit the pause between two
 * bytes, and there is none for writes.
 *
 * <p>For the maintainer. The server's sockets are channels: an interrupt of the thread that waits
 * on one, virtual or not, closes it.
 */
final class Transfers implements AutoCloseable {
  private static final int SWEEPS_IN_PATIENCE = 4;

  private final long patienceNanos;
  private final Set<Transfer> running = ConcurrentHashMap.newKeySet();
  private final Map<Thread, Heads> served = new ConcurrentHashMap<>();
  private final ScheduledExecutorService timer;

  Transfers(Duration patience) {
    this.patienceNanos = patience.toNanos();
    this.timer =
        Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("transfers").factory());
    long period = Math.max(1, patience.toMillis() / SWEEPS_IN_PATIENCE);
    timer.scheduleWithFixedDelay(
        new Loop("transfers").task(this::endLate), period, period, TimeUnit.MILLISECONDS);
  }

  /** One thread's; an interrupt never comes after its end. */
  private static final class Transfer {
    private final Thread thread = Thread.currentThread();
    private final long beganNanos = System.nanoTime();
    private final ReentrantLock lock = new ReentrantLock();
    private boolean ended; // guarded by lock
    private boolean interrupted; // guarded by lock

    void interrupt() {
      lock.lock();
      try {
        if (!ended && !interrupted) {
          interrupted = true;
          thread.interrupt();
        }
      } finally {
        lock.unlock();
      }
    }

    /** Whether it was too late for that; the thread goes on without the interrupt. */
    boolean end() {
      lock.lock();
      try {
        ended = true;
        return interrupted && Thread.interrupted();
      } finally {
        lock.unlock();
      }
    }
  }

  /** Runs a transfer on the calling thread; it fails when it takes too long. */
  <T> T limit(Supplier<T> transfer) {
    Transfer mine = new Transfer();
    running.add(mine);
    try {
      return transfer.get();
    } finally {
      running.remove(mine);
      mine.end();
    }
  }

  /**
   * The heads of one connection's requests, each from its first byte on. Of the connection's
   * thread.
   */
  final class Heads {
    private @Nullable Transfer head;
    private @Nullable Thread serving;

    /** Bytes have come: of a body, or of the head of a request. */
    void came() {
      if (serving == null && head == null) {
        head = new Transfer();
        running.add(head);
      }
    }

    /** Request line and header fields are there. */
    void complete() {
      endHead();
      serving = Thread.currentThread();
      served.put(serving, this);
    }

    private void endHead() {
      if (head != null) {
        running.remove(head);
        head.end();
        head = null;
      }
    }

    /** The connection has ended, wherever. */
    void close() {
      endHead();
      if (serving != null) {
        served.remove(serving, this);
      }
    }
  }

  Heads heads() {
    return new Heads();
  }

  /** The calling thread has answered its request; what comes next begins another one. */
  void answered() {
    Heads heads = served.remove(Thread.currentThread());
    if (heads != null) {
      heads.serving = null;
    }
  }

  private void endLate() {
    long now = System.nanoTime();
    for (Transfer transfer : running) {
      if (now - transfer.beganNanos > patienceNanos) {
        transfer.interrupt();
      }
    }
  }

  int count() {
    return running.size();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
