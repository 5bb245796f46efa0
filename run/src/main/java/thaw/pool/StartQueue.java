package thaw.pool;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides whose turn it is to start an environment: so many at once as the host has CPUs, the
 * others in the order in which they came. More at once would only take the CPUs from each other,
 * and all would be late. Refuses to know what is started.
 *
 * <p>A start that has hardly wanted a CPU for a while, as it waits for a server or for another
 * function, gives its place to the next one: it takes nothing from anybody, and what it waits for
 * may need a place itself.
 *
 * <p>Thread-safe; all state is guarded by {@code lock}, and nobody is told of a turn under it.
 */
public final class StartQueue {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** The part of a CPU below which a start takes no place. */
  private static final double IDLE = 0.25;

  private final int atOnce;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition nobodyWaits = lock.newCondition();
  private final Deque<Turn> waiting = new ArrayDeque<>();
  private final List<Turn> running = new ArrayList<>();
  private boolean watched;

  /** A place among those that start; to be closed when the start has ended, or is not needed. */
  public final class Turn implements AutoCloseable {
    private final Runnable whenItCame;
    private final long joinedNanos = System.nanoTime();
    private long waitedNanos;
    private boolean came;
    private @Nullable LongSupplier wantedNanos;
    private long lookedNanos;
    private long wantedBefore;

    private Turn(Runnable whenItCame) {
      this.whenItCame = whenItCame;
    }

    boolean hasCome() {
      lock.lock();
      try {
        return came;
      } finally {
        lock.unlock();
      }
    }

    /** Returns the time until the turn came. */
    public Duration waited() {
      lock.lock();
      try {
        return Duration.ofNanos(waitedNanos);
      } finally {
        lock.unlock();
      }
    }

    /** Returns how many environments start at once. */
    public int atOnce() {
      return atOnce;
    }

    /**
     * @param nanos CPU time that the start has had or waited for so far; any thread may ask
     */
    public void watch(LongSupplier nanos) {
      long wanted = nanos.getAsLong();
      lock.lock();
      try {
        wantedNanos = nanos;
        wantedBefore = wanted;
        lookedNanos = System.nanoTime();
      } finally {
        lock.unlock();
      }
    }

    private Optional<LongSupplier> wanted() {
      lock.lock();
      try {
        return Optional.ofNullable(wantedNanos);
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {
      List<Turn> next;
      lock.lock();
      try {
        waiting.remove(this);
        running.remove(this);
        next = admitted();
      } finally {
        lock.unlock();
      }
      tell(next);
    }

    /**
     * Returns whether the start has hardly wanted a CPU since the last look; called under the lock.
     */
    private boolean isIdle(long wanted, long now) {
      long passed = now - lookedNanos;
      if (passed < LOOK_NANOS) {
        return false;
      }
      boolean idle = wanted - wantedBefore < IDLE * passed;
      wantedBefore = wanted;
      lookedNanos = now;
      return idle;
    }
  }

  public StartQueue(int atOnce) {
    this.atOnce = atOnce;
  }

  /**
   * @param whenItCame called on another's thread, unless the turn comes at once
   */
  public Turn join(Runnable whenItCame) {
    Turn turn = new Turn(whenItCame);
    boolean watches;
    lock.lock();
    try {
      waiting.addLast(turn);
      admitted();
      watches = !waiting.isEmpty() && !watched;
      watched |= watches;
    } finally {
      lock.unlock();
    }
    if (watches) {
      Thread.ofVirtual().name("start-queue").start(this::watch);
    }
    return turn;
  }

  /** Waits for it. */
  public Turn take() throws InterruptedException {
    CountDownLatch came = new CountDownLatch(1);
    Turn turn = join(came::countDown);
    try {
      if (!turn.hasCome()) {
        came.await();
      }
      return turn;
    } catch (InterruptedException e) {
      turn.close();
      throw e;
    }
  }

  /** Returns the number of those that wait for their turn. */
  int waiting() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  /** Gives free places to the turns that wait, and returns these turns; called under the lock. */
  private List<Turn> admitted() {
    List<Turn> next = new ArrayList<>();
    while (running.size() < atOnce && !waiting.isEmpty()) {
      Turn turn = waiting.removeFirst();
      turn.came = true;
      turn.waitedNanos = System.nanoTime() - turn.joinedNanos;
      running.add(turn);
      next.add(turn);
    }
    if (waiting.isEmpty()) {
      nobodyWaits.signalAll();
    }
    return next;
  }

  private static void tell(List<Turn> turns) {
    turns.forEach(turn -> turn.whenItCame.run());
  }

  /** Passes the places of idle starts on while somebody waits. */
  private void watch() {
    try {
      while (isSomebodyWaiting()) {
        passIdlePlacesOn();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody does that
    }
  }

  private boolean isSomebodyWaiting() throws InterruptedException {
    lock.lock();
    try {
      long left = LOOK_NANOS;
      while (!waiting.isEmpty() && left > 0) {
        left = nobodyWaits.awaitNanos(left);
      }
      watched = !waiting.isEmpty();
      return watched;
    } finally {
      lock.unlock();
    }
  }

  private void passIdlePlacesOn() {
    List<Turn> all;
    lock.lock();
    try {
      all = List.copyOf(running);
    } finally {
      lock.unlock();
    }
    for (Turn turn : all) {
      turn.wanted().ifPresent(wanted -> passOnIfIdle(turn, wanted.getAsLong()));
    }
  }

  private void passOnIfIdle(Turn turn, long wantedNanos) {
    List<Turn> next = List.of();
    lock.lock();
    try {
      if (turn.isIdle(wantedNanos, System.nanoTime()) && running.remove(turn)) {
        next = admitted();
      }
    } finally {
      lock.unlock();
    }
    tell(next);
  }
}
