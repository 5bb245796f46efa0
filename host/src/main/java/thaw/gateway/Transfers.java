package thaw.gateway;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

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
  private final Map<Thread, Transfer> heads = new ConcurrentHashMap<>();
  private final ScheduledExecutorService timer;

  Transfers(Duration patience) {
    this.patienceNanos = patience.toNanos();
    this.timer =
        Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("transfers").factory());
    long period = Math.max(1, patience.toMillis() / SWEEPS_IN_PATIENCE);
    timer.scheduleWithFixedDelay(this::endLate, period, period, TimeUnit.MILLISECONDS);
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

  /** The calling thread begins to read the header fields of a request. */
  void beginHead() {
    Transfer mine = new Transfer();
    running.add(mine);
    heads.put(Thread.currentThread(), mine);
  }

  /** It has them. */
  void endHead() {
    Transfer mine = heads.remove(Thread.currentThread());
    if (mine != null) {
      running.remove(mine);
      mine.end();
    }
  }

  private void endLate() {
    long now = System.nanoTime();
    for (Transfer transfer : running) {
      if (now - transfer.beganNanos > patienceNanos) {
        transfer.interrupt();
        // Who began a head and met its end in another way has left it here.
        if (heads.remove(transfer.thread, transfer)) {
          running.remove(transfer);
        }
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
