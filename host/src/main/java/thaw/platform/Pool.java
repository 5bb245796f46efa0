package thaw.platform;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The environments of one function. Each has at most one user at a time, and that user's thread is
 * its owner meanwhile. Refuses to know what an environment is, and how many are allowed.
 *
 * <ol>
 *   <li>Who needs an environment gets the idle one that was used last, else starts a new one. Those
 *       that were used long ago thus stay idle, and end.
 *   <li>An environment whose use threw is ended, not used again.
 *   <li>After {@link #close} there is none: idle ones are ended by it, used ones by their users,
 *       whom it interrupts.
 *   <li>After {@link #retire} none is idle any more: used ones are ended by their users, who go on.
 * </ol>
 *
 * <p>Thread-safe; all state is guarded by {@code lock}. Nothing is started or ended under it.
 */
final class Pool<E> implements AutoCloseable {
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(20);

  /** Most of an end is waiting: for extensions up to 2 s, and for the kernel. */
  private static final int ENDS_AT_ONCE = 32;

  /** Less than any start takes; a conclusion usually takes less than a millisecond. */
  private static final long CONCLUSION_PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** At the end of the program, for conclusions that run. */
  private static final long ENDED_REQUESTS_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Start<E> start;
  private final Consumer<E> end;
  private final Consumer<RuntimeException> problems;
  private final long idleLimitNanos;
  private final LongSupplier nanoClock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition userLeft = lock.newCondition();
  private final Condition concluded = lock.newCondition();
  private final Deque<Idle<E>> idle = new ArrayDeque<>(); // the one used last is the first
  private final Set<Thread> users = new HashSet<>();
  private final Set<Thread> conclusions = new HashSet<>(); // users that conclude
  private final Deque<Waiter<E>> waiting = new ArrayDeque<>();
  private int concluding; // environments whose request is answered, but not concluded
  private boolean closed;
  private boolean retired;

  private record Idle<E>(E environment, long sinceNanos) {}

  /** Starts an environment; when it throws, nothing is left. */
  interface Start<E> {
    E start() throws InterruptedException;
  }

  /** What is left to do in an environment when its user has what it needed. */
  interface Conclusion<E> {
    /**
     * @param claim whether somebody waits for the environment; then it goes straight to them
     */
    void conclude(E environment, BooleanSupplier claim) throws InterruptedException;
  }

  /** What an environment is needed for. */
  interface Use<E, R> {
    R apply(E environment) throws InterruptedException;
  }

  /**
   * @param end ends an environment
   * @param problems what failed when nobody waited for it any more
   * @param idleLimit an environment that was idle for so long is not used any more
   * @param nanoClock monotonic, as {@link System#nanoTime}
   */
  Pool(
      Start<E> start,
      Consumer<E> end,
      Consumer<RuntimeException> problems,
      Duration idleLimit,
      LongSupplier nanoClock) {
    this.start = start;
    this.end = end;
    this.problems = problems;
    this.idleLimitNanos = idleLimit.toNanos();
    this.nanoClock = nanoClock;
  }

  /** Lends an environment to the calling thread while {@code use} runs. */
  <R> R use(Use<E, R> use) throws InterruptedException {
    Used<E, R> used = used(use);
    leave(used.environment(), true);
    return used.result();
  }

  /**
   * Lends an environment to the calling thread while {@code use} runs, and then to a thread of its
   * own while {@code conclusion} does. Who needs an environment meanwhile waits for that a moment.
   */
  <R> R use(Use<E, R> use, Conclusion<E> conclusion) throws InterruptedException {
    return concludedLater(used(use), conclusion);
  }

  private <R> R concludedLater(Used<E, R> used, Conclusion<E> conclusion) {
    Thread next =
        Thread.ofVirtual()
            .name("conclusion")
            .unstarted(() -> conclude(used.environment(), conclusion));
    handOver(next);
    next.start();
    return used.result();
  }

  /** As {@link #use}, if an environment is idle or about to be; starts none. */
  <R> Optional<R> useIdle(Use<E, R> use) throws InterruptedException {
    Optional<E> environment = entered();
    if (environment.isEmpty()) {
      return Optional.empty();
    }
    Used<E, R> used = used(environment.get(), use);
    leave(used.environment(), true);
    return Optional.of(used.result());
  }

  /** As {@link #use(Use, Conclusion)}, if an environment is idle or about to be; starts none. */
  <R> Optional<R> useIdle(Use<E, R> use, Conclusion<E> conclusion) throws InterruptedException {
    Optional<E> environment = entered();
    if (environment.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(concludedLater(used(environment.get(), use), conclusion));
  }

  private Optional<E> entered() throws InterruptedException {
    E environment = enter();
    if (environment == null) {
      leave(null, false);
      return Optional.empty();
    }
    return Optional.of(environment);
  }

  /** Takes an environment that was started elsewhere; ends it when nobody can use it any more. */
  void add(E environment) {
    boolean kept;
    lock.lock();
    try {
      kept = !closed && !retired;
      if (kept) {
        idle.addFirst(new Idle<>(environment, nanoClock.getAsLong()));
        concluded.signalAll();
      }
    } finally {
      lock.unlock();
    }
    if (!kept) {
      end.accept(environment);
    }
  }

  private record Used<E, R>(E environment, R result) {}

  private <R> Used<E, R> used(Use<E, R> use) throws InterruptedException {
    return used(enter(), use);
  }

  private <R> Used<E, R> used(@Nullable E entered, Use<E, R> use) throws InterruptedException {
    E environment = entered;
    try {
      if (environment == null) {
        environment = start.start();
      }
      return new Used<>(environment, use.apply(environment));
    } catch (Throwable e) {
      try {
        leave(environment, false);
      } catch (RuntimeException failedEnd) {
        e.addSuppressed(failedEnd);
      }
      throw e;
    }
  }

  /** The environment's next user is the thread that concludes. */
  private void handOver(Thread next) {
    lock.lock();
    try {
      users.remove(Thread.currentThread());
      users.add(next);
      conclusions.add(next);
      concluding++;
    } finally {
      lock.unlock();
    }
  }

  private void conclude(E environment, Conclusion<E> conclusion) {
    Claim<E> claim = new Claim<>();
    boolean reusable = false;
    try {
      conclusion.conclude(environment, () -> claims(claim));
      reusable = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      problems.accept(e);
    } finally {
      try {
        leave(environment, reusable, claim.waiter, true);
      } catch (RuntimeException e) {
        problems.accept(e);
      }
    }
  }

  /** Promises the environment that is being concluded to the first who waits, if anybody does. */
  private boolean claims(Claim<E> claim) {
    lock.lock();
    try {
      if (claim.waiter == null) {
        claim.waiter = waiting.pollFirst();
      }
      return claim.waiter != null;
    } finally {
      lock.unlock();
    }
  }

  /** The waiter that an environment is promised to; guarded by {@code lock}. */
  private static final class Claim<E> {
    private @Nullable Waiter<E> waiter;
  }

  /** Who waits for an environment to be concluded; guarded by {@code lock}. */
  private static final class Waiter<E> {
    private boolean served;
    private @Nullable E environment;
  }

  private @Nullable E enter() throws InterruptedException {
    lock.lock();
    try {
      requireOpen();
      users.add(Thread.currentThread());
      try {
        E found = idleOne();
        return found != null || concluding <= waiting.size() ? found : awaited();
      } catch (InterruptedException | RuntimeException e) {
        users.remove(Thread.currentThread());
        conclusions.remove(Thread.currentThread());
        userLeft.signalAll();
        throw e;
      }
    } finally {
      lock.unlock();
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the platform is shut down");
    }
  }

  private @Nullable E idleOne() {
    Idle<E> last = idle.peekFirst();
    if (last == null || isExpired(last)) {
      return null;
    }
    idle.removeFirst();
    return last.environment();
  }

  /** An environment that is being concluded; null when it takes longer than a start would hurt. */
  private @Nullable E awaited() throws InterruptedException {
    Waiter<E> me = new Waiter<>();
    waiting.addLast(me);
    long left = CONCLUSION_PATIENCE_NANOS;
    try {
      while (!me.served) {
        if (!waiting.contains(me)) { // promised: that conclusion ends soon, whatever happens
          concluded.awaitUninterruptibly();
          continue;
        }
        E found = idleOne();
        if (found != null || left <= 0) {
          return found;
        }
        left = concluded.awaitNanos(left);
      }
      if (me.environment == null) {
        requireOpen();
      }
      return me.environment;
    } finally {
      waiting.remove(me);
    }
  }

  private void leave(@Nullable E environment, boolean reusable) {
    leave(environment, reusable, null, false);
  }

  /**
   * @param promised who gets it, if it is reusable; else it becomes idle
   */
  private void leave(
      @Nullable E environment, boolean reusable, @Nullable Waiter<E> promised, boolean concluded) {
    boolean kept = false;
    lock.lock();
    try {
      concluding -= concluded ? 1 : 0;
      kept = reusable && environment != null && !closed;
      if (promised != null) {
        promised.served = true;
        promised.environment = kept ? environment : null;
      } else if (retired) {
        kept = false;
      } else if (kept && environment != null) {
        idle.addFirst(new Idle<>(environment, nanoClock.getAsLong()));
      }
      this.concluded.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      if (!kept && environment != null) {
        endDespiteInterrupt(environment);
      }
    } finally {
      lock.lock();
      try {
        users.remove(Thread.currentThread());
        conclusions.remove(Thread.currentThread());
        userLeft.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /** An end needs files and waits, which an interrupted thread is refused. */
  private void endDespiteInterrupt(E environment) {
    boolean interrupted = Thread.interrupted();
    try {
      end.accept(environment);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean isExpired(Idle<E> candidate) {
    return nanoClock.getAsLong() - candidate.sinceNanos() >= idleLimitNanos;
  }

  /** Ends the environments that were idle for too long. */
  void recycle() {
    List<E> expired = new ArrayList<>();
    lock.lock();
    try {
      while (!idle.isEmpty() && isExpired(idle.getLast())) {
        expired.add(idle.removeLast().environment());
      }
    } finally {
      lock.unlock();
    }
    endAll(expired);
  }

  /** Keeps no environment beyond its use from now on: another pool takes over. */
  void retire() {
    List<E> rest = new ArrayList<>();
    lock.lock();
    try {
      retired = true;
      idle.forEach(each -> rest.add(each.environment()));
      idle.clear();
    } finally {
      lock.unlock();
    }
    endAll(rest);
  }

  int idleCount() {
    lock.lock();
    try {
      return idle.size();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    List<E> rest = new ArrayList<>();
    lock.lock();
    try {
      closed = true;
      // Under the lock: a thread that has left must not be interrupted for it.
      users.stream().filter(user -> !conclusions.contains(user)).forEach(Thread::interrupt);
      idle.forEach(each -> rest.add(each.environment()));
      idle.clear();
    } finally {
      lock.unlock();
    }
    try {
      endAll(rest);
    } finally {
      interruptConclusions();
      awaitUsers();
    }
  }

  /** Not at once: a request that was answered has its end in the log, if that comes soon. */
  private void interruptConclusions() {
    long left = ENDED_REQUESTS_PATIENCE_NANOS;
    lock.lock();
    try {
      while (!conclusions.isEmpty() && left > 0) {
        left = userLeft.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      conclusions.forEach(Thread::interrupt);
      lock.unlock();
    }
  }

  private void awaitUsers() {
    long left = CLOSE_PATIENCE.toNanos();
    boolean interrupted = false;
    lock.lock();
    try {
      while (!users.isEmpty()) {
        if (left <= 0) {
          throw new IllegalStateException(
              users.size() + " requests did not end in " + CLOSE_PATIENCE.toSeconds() + " s");
        }
        try {
          left = userLeft.awaitNanos(left);
        } catch (InterruptedException e) {
          interrupted = true;
          left = Math.min(left, TimeUnit.SECONDS.toNanos(2));
        }
      }
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void endAll(List<E> environments) {
    AtOnce.each(environments, ENDS_AT_ONCE, end);
  }
}
