package thaw.pool;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of a pool: who has an environment, who waits for one, and which are idle. Refuses to
 * know how environments are started and ended, and what is done in them.
 *
 * <p>Thread-safe; all state is guarded by {@code lock}, each method is one step of it, and
 * environments are neither started nor ended under it.
 */
final class Leases<E> {
  private final ReentrantLock lock = new ReentrantLock();
  private final IdleRow<E> idle;
  private final Occupants occupants = new Occupants(lock);
  private final ReusePatience patience;
  private final Deque<Arrival<E>> waiting = new ArrayDeque<>();
  private boolean closed;
  private boolean retired;

  /**
   * Somebody who needs an environment: at last he has one, or the turn to start one. Guarded by
   * {@code lock} while he is among those who wait.
   */
  static final class Arrival<E> {
    private final Condition news;
    private @Nullable E environment;
    private StartQueue.@Nullable Turn turn;

    private Arrival(Condition news) {
      this.news = news;
    }

    @Nullable E environment() {
      return environment;
    }

    StartQueue.@Nullable Turn turn() {
      return turn;
    }
  }

  /** The state of an environment that somebody has left. */
  enum Left {
    PASSED_ON,
    IDLE,
    UNUSABLE
  }

  Leases(IdleRow<E> idle, ReusePatience patience) {
    this.idle = idle;
    this.patience = patience;
  }

  /**
   * Makes the calling thread a user, with the environment that was used last, or with one that is
   * about to be free.
   *
   * @param stays whether he is among those who wait when there is none; else he may have nothing
   */
  Arrival<E> enter(boolean stays) throws InterruptedException {
    Arrival<E> me = new Arrival<>(lock.newCondition());
    lock.lock();
    try {
      requireOpen();
      occupants.enter();
      me.environment = idle.poll();
      if (me.environment != null) {
        patience.taken();
        return me;
      }
      boolean isOneAboutToBeFree = occupants.between() > waiting.size();
      waiting.addLast(me);
      try {
        if (isOneAboutToBeFree) {
          awaitConclusion(me);
        }
      } finally {
        if (!stays) {
          waiting.remove(me);
        }
      }
      return me;
    } catch (InterruptedException | RuntimeException | Error e) {
      forget(me);
      throw e;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Somebody goes.
   *
   * @return what he was given before
   */
  @Nullable E forget(Arrival<E> arrival) {
    lock.lock();
    try {
      waiting.remove(arrival);
      occupants.leave();
      return arrival.environment;
    } finally {
      lock.unlock();
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the platform is shut down");
    }
  }

  /** Waits, under the lock, until one that is between users is free, or that takes too long. */
  private void awaitConclusion(Arrival<E> me) throws InterruptedException {
    try {
      long left = occupants.patienceNanos();
      while (me.environment == null && left > 0) {
        me.news.awaitNanos(left);
        left = occupants.patienceNanos();
      }
    } catch (InterruptedException e) {
      if (me.environment == null) {
        throw e;
      }
      Thread.currentThread().interrupt(); // its use ends it
    }
    if (me.environment == null) {
      requireOpen();
      me.environment = idle.poll();
      if (me.environment != null) {
        patience.taken();
        waiting.remove(me);
      }
    }
  }

  /**
   * Waits until the turn has come, which is then the arrival's, or an environment becomes free. Who
   * has the turn waits a moment longer where that is likely to be sooner than a start.
   */
  void awaitTurn(Arrival<E> me, StartQueue.Turn turn) throws InterruptedException {
    lock.lock();
    try {
      while (me.environment == null && !turn.hasCome()) {
        if (Thread.interrupted()) { // by a close that came before this one waited
          throw new InterruptedException();
        }
        requireOpen();
        me.news.await();
      }
      awaitReuse(me, turn);
      waiting.remove(me);
      if (me.environment == null) {
        me.turn = turn;
      }
    } catch (InterruptedException e) {
      if (me.environment == null) {
        throw e;
      }
      Thread.currentThread().interrupt(); // its use ends it
    } finally {
      lock.unlock();
    }
  }

  /** Waits, under the lock, for an environment that is likely to be free sooner than a start. */
  private void awaitReuse(Arrival<E> me, StartQueue.Turn turn) throws InterruptedException {
    long left = patience.nanos(occupants.between());
    if (me.environment != null || left <= 0) {
      return;
    }
    turn.watch(() -> 0); // it wants no CPU: the environment may wait for one that has no turn yet
    while (me.environment == null && left > 0 && patience.nanos(occupants.between()) > 0) {
      requireOpen();
      left = me.news.awaitNanos(left);
    }
    if (me.environment == null && left <= 0) {
      patience.waitedInVain();
    }
  }

  /** The turn has come to somebody. */
  void signal(Arrival<E> arrival) {
    lock.lock();
    try {
      arrival.news.signal();
    } finally {
      lock.unlock();
    }
  }

  /** The calling thread has started an environment. */
  void started(long nanos) {
    lock.lock();
    try {
      patience.started(nanos);
    } finally {
      lock.unlock();
    }
  }

  /** The calling thread has used its environment. */
  void used(long nanos) {
    lock.lock();
    try {
      patience.used(nanos);
    } finally {
      lock.unlock();
    }
  }

  /** The calling thread has no environment any more. */
  void leave() {
    lock.lock();
    try {
      occupants.leave();
    } finally {
      lock.unlock();
    }
  }

  /** The calling thread leaves its environment to what follows its use. */
  void leaveTo(Interlude next) {
    lock.lock();
    try {
      patience.left();
      occupants.leaveTo(next);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes an idle environment from those that can be used.
   *
   * @return nothing when it was used again, or has ended
   */
  @Nullable Interlude takeIdle(IdleRow.Idle<E> candidate, Supplier<Interlude> next) {
    lock.lock();
    try {
      if (!idle.remove(candidate)) {
        return null;
      }
      Interlude taken = next.get();
      occupants.begin(taken);
      return taken;
    } finally {
      lock.unlock();
    }
  }

  boolean hasBegun(Interlude interlude) {
    lock.lock();
    try {
      return interlude.hasBegun();
    } finally {
      lock.unlock();
    }
  }

  /** Begins an interlude, like {@link Interlude#begin}. */
  boolean begin(Interlude interlude) {
    lock.lock();
    try {
      return interlude.begin();
    } finally {
      lock.unlock();
    }
  }

  /** Gives one back; whoever gets it unusable is a user until it has {@link #leave left}. */
  Left giveBackAfter(Interlude interlude, IdleRow.Idle<E> environment, boolean reusable) {
    lock.lock();
    try {
      Left left = giveBack(environment, reusable);
      occupants.end(interlude, left == Left.UNUSABLE);
      Arrival<E> next = waiting.peekFirst();
      if (next != null) {
        next.news.signal(); // fewer are about to be free
      }
      return left;
    } finally {
      lock.unlock();
    }
  }

  /** Gives back an environment that its user leaves. */
  Left giveBack(E environment, boolean reusable) {
    lock.lock();
    try {
      patience.left();
      return giveBack(idle.now(environment), reusable);
    } finally {
      lock.unlock();
    }
  }

  /** Takes an environment that no user has had. */
  Left add(E environment) {
    lock.lock();
    try {
      return giveBack(idle.now(environment), !retired);
    } finally {
      lock.unlock();
    }
  }

  /** Passes an environment on or keeps it idle, if it can be used; called under the lock. */
  private Left giveBack(IdleRow.Idle<E> left, boolean reusable) {
    if (!reusable || closed) {
      waiting.forEach(each -> each.news.signal()); // who waits for it must start one
      return Left.UNUSABLE;
    }
    Arrival<E> first = waiting.pollFirst();
    if (first != null) {
      first.environment = left.environment();
      patience.taken();
      first.news.signal();
      return Left.PASSED_ON;
    }
    if (retired) {
      return Left.UNUSABLE;
    }
    idle.add(left);
    return Left.IDLE;
  }

  /** Those that were idle for too long, which nobody gets any more. */
  List<E> removeExpired() {
    lock.lock();
    try {
      return idle.removeExpired();
    } finally {
      lock.unlock();
    }
  }

  /** Keeps no environment idle from now on, and returns those that were, which are the caller's. */
  List<E> retire() {
    lock.lock();
    try {
      retired = true;
      return idle.removeAll();
    } finally {
      lock.unlock();
    }
  }

  List<E> idle() {
    lock.lock();
    try {
      return idle.all();
    } finally {
      lock.unlock();
    }
  }

  /** Nobody enters any more, and users are interrupted; those that were idle are the caller's. */
  List<E> close() {
    lock.lock();
    try {
      closed = true;
      // Under the lock: a thread that has left must not be interrupted for it.
      occupants.interruptUsers();
      return idle.removeAll();
    } finally {
      lock.unlock();
    }
  }

  /** Cancels late interludes, like {@link Occupants#cancelLate}. */
  List<Interlude> cancelLate(Duration patience) {
    lock.lock();
    try {
      return occupants.cancelLate(patience);
    } finally {
      lock.unlock();
    }
  }

  /** Waits for all, like {@link Occupants#awaitAll}. */
  void awaitAll(Duration patience) {
    lock.lock();
    try {
      occupants.awaitAll(patience);
    } finally {
      lock.unlock();
    }
  }
}
