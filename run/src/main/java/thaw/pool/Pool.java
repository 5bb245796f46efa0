package thaw.pool;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import thaw.steady.AllSteps;
import thaw.steady.InternalFault;

/**
 * The environments of one version. Each has at most one user at a time, and that user's thread is
 * its owner meanwhile.
 *
 * <ol>
 *   <li>Who needs an environment gets the idle one that was used last. If none is idle, a new one
 *       is started when the request has its turn, unless one becomes free before that. Those that
 *       were used long ago thus stay idle, and end.
 *   <li>Who came first is served first.
 *   <li>An environment whose use or conclusion threw, whatever it was, is ended, not used again; so
 *       is one that has broken while it was idle, and who came upon it gets another one.
 *   <li>After {@link #close} there is none: idle ones are ended by it, used ones by their users,
 *       whom it interrupts.
 *   <li>After {@link #retire} none is idle any more: used ones are ended by their users, who go on.
 * </ol>
 *
 * <p>Thread-safe. One lock guards all of the state; environments are neither started, used nor
 * ended under it.
 *
 * @param <E> an environment; tests have numbers in its place
 */
public final class Pool<E> implements AutoCloseable {
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(20);

  /**
   * The time that conclusions have at the end of the program, so that a request that was answered
   * has its end in the log.
   */
  private static final Duration CONCLUSION_PATIENCE = Duration.ofSeconds(1);

  private static final long PATIENCE_WHEN_INTERRUPTED_NANOS = TimeUnit.SECONDS.toNanos(2);

  /**
   * The number of environments that end at once. Most of an end is waiting: for extensions up to 2
   * s, and for the kernel.
   */
  private static final int ENDS_AT_ONCE = 32;

  private final StartInTurn<E> start;
  private final Turns turns;
  private final Consumer<E> end;
  private final Predicate<E> sound;
  private final Consumer<RuntimeException> problems;
  private final LongSupplier nanoClock;
  private final Consumer<Runnable> later;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition somebodyLeft = lock.newCondition();
  private final IdleRow<E> idle;
  private final Set<Thread> users = new HashSet<>();
  private final Set<Between> between = new HashSet<>();
  private final Deque<Arrival> waiting = new ArrayDeque<>();
  private final ReusePatience patience;
  private boolean closed;
  private boolean retired;

  /** Starts an environment; when it throws, nothing is left. */
  public interface Start<E> {
    E start() throws InterruptedException;
  }

  /** A {@link Start} that is given the turn for which it has waited. */
  public interface StartInTurn<E> {
    E start(StartQueue.Turn turn) throws InterruptedException;
  }

  /** Gives turns to start an environment. */
  public interface Turns {
    /** Waits for a turn, like {@link StartQueue#join}. */
    StartQueue.Turn join(Runnable whenItCame) throws InterruptedException;
  }

  /** The work for which an environment is needed. */
  public interface Use<E, R> {
    /**
     * Returns null when the environment broke while it was idle, so that nothing was done in it:
     * another one is used then. One that was started for this use must be used.
     */
    @Nullable R apply(E environment) throws InterruptedException;
  }

  /** The work that is left to do in an environment when its user has what it needed. */
  public interface Conclusion<E> {
    /**
     * The usual patience, less than any start takes; a conclusion usually takes less than a
     * millisecond.
     */
    Duration SHORT = Duration.ofMillis(50);

    /** May wait for what the environment still does. */
    void conclude(E environment) throws InterruptedException;

    /**
     * Has a step run as soon as {@link #conclude} would not wait. One that is not run soon gets a
     * thread of its own.
     */
    default void whenReady(E environment, Runnable step) {}

    /**
     * Returns for how long after the use a start would be a waste, as the environment is about to
     * be free.
     */
    default Duration patience(E environment) {
      return SHORT;
    }

    /** Nobody has needed the environment for a moment. */
    default void rest(E environment) {}
  }

  /** A thread that needs an environment; in the end it has one, or the turn to start one. */
  private final class Arrival {
    private final Condition news = lock.newCondition();
    private @Nullable E environment; // guarded by the lock while it waits, as turn
    private StartQueue.@Nullable Turn turn;
  }

  /** The state of an environment that somebody has left. */
  private enum Left {
    PASSED_ON,
    IDLE,
    UNUSABLE
  }

  /** Makes a pool in which as many are started at once as are needed. */
  Pool(
      Start<E> start,
      Consumer<E> end,
      Predicate<E> sound,
      Consumer<RuntimeException> problems,
      Duration idleLimit,
      LongSupplier nanoClock,
      Consumer<Runnable> later) {
    this(
        _ -> start.start(),
        new StartQueue(Integer.MAX_VALUE)::join,
        end,
        sound,
        problems,
        idleLimit,
        false,
        nanoClock,
        later);
  }

  /**
   * @param end ends an environment
   * @param sound whether an idle one can still be used
   * @param problems what failed when nobody waited for it any more
   * @param idleLimit an environment that was idle for so long is not used any more
   * @param reuses whether a request rather waits for an environment that may become free soon than
   *     start one
   * @param nanoClock monotonic, as {@link System#nanoTime}
   * @param later runs what it gets a moment later, on a thread that must not be kept
   */
  public Pool(
      StartInTurn<E> start,
      Turns turns,
      Consumer<E> end,
      Predicate<E> sound,
      Consumer<RuntimeException> problems,
      Duration idleLimit,
      boolean reuses,
      LongSupplier nanoClock,
      Consumer<Runnable> later) {
    this.start = start;
    this.turns = turns;
    this.end = end;
    this.sound = sound;
    this.problems = problems;
    this.nanoClock = nanoClock;
    this.later = later;
    this.idle = new IdleRow<>(idleLimit, nanoClock);
    this.patience = new ReusePatience(reuses);
  }

  // ---- lending ----

  /** Lends an environment to the calling thread while {@code use} runs. */
  public <R> R use(Use<E, R> use) throws InterruptedException {
    return Objects.requireNonNull(lend(use, null, true));
  }

  /**
   * Lends an environment to the calling thread while {@code use} runs, and then to another one
   * while {@code conclusion} does. Who needs an environment meanwhile waits for that, for as long
   * as the conclusion has patience.
   */
  public <R> R use(Use<E, R> use, Conclusion<E> conclusion) throws InterruptedException {
    return Objects.requireNonNull(lend(use, conclusion, true));
  }

  /** Does the same as {@link #use} if an environment is idle or about to be; starts none. */
  public <R> Optional<R> useIdle(Use<E, R> use) throws InterruptedException {
    return Optional.ofNullable(lend(use, null, false));
  }

  /**
   * Does the same as {@link #use(Use, Conclusion)} if an environment is idle or about to be; starts
   * none.
   */
  public <R> Optional<R> useIdle(Use<E, R> use, Conclusion<E> conclusion)
      throws InterruptedException {
    return Optional.ofNullable(lend(use, conclusion, false));
  }

  /** Returns null when there is no environment, and none may be started. */
  private <R> @Nullable R lend(Use<E, R> use, @Nullable Conclusion<E> conclusion, boolean starts)
      throws InterruptedException {
    while (true) {
      Arrival me = enter(starts);
      E found = me.environment;
      if (found == null && me.turn == null) {
        leave();
        return null;
      }
      if (found != null && !sound.test(found)) {
        endBroken(found);
        continue;
      }
      E environment = found;
      R result;
      try {
        if (environment == null) {
          environment = started(Objects.requireNonNull(me.turn));
        }
        result = timed(environment, use);
        if (result == null && found == null) {
          throw new IllegalStateException("an environment that was just started was not used");
        }
      } catch (Throwable e) {
        try {
          giveBack(environment, false);
        } catch (RuntimeException | Error failedEnd) {
          e.addSuppressed(failedEnd);
        }
        throw e;
      }
      if (result == null) {
        endBroken(environment);
        continue;
      }
      if (conclusion == null) {
        giveBack(environment, true);
      } else {
        conclude(environment, conclusion);
      }
      return result;
    }
  }

  /**
   * Makes the calling thread a user: with the environment that was used last, with one that is
   * about to be free, or else with a turn to start one.
   *
   * @param starts whether the caller may start one; otherwise the result may have neither
   */
  private Arrival enter(boolean starts) throws InterruptedException {
    Arrival me = new Arrival();
    lock.lock();
    try {
      requireOpen();
      users.add(Thread.currentThread());
      if (takeIdle(me)) {
        return me;
      }
      boolean isOneAboutToBeFree = between.size() > waiting.size();
      waiting.addLast(me);
      try {
        if (isOneAboutToBeFree) {
          awaitConclusion(me);
        }
      } finally {
        if (!starts) {
          waiting.remove(me);
        }
      }
    } catch (InterruptedException | RuntimeException | Error e) {
      forget(me);
      throw e;
    } finally {
      lock.unlock();
    }
    if (starts && me.environment == null) {
      awaitTurn(me);
    }
    return me;
  }

  private boolean takeIdle(Arrival me) {
    me.environment = idle.poll();
    if (me.environment == null) {
      return false;
    }
    patience.taken();
    return true;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the platform is shut down");
    }
  }

  /** Waits, under the lock, until one that is between users is free, or that takes too long. */
  private void awaitConclusion(Arrival me) throws InterruptedException {
    try {
      long left = conclusionNanos();
      while (me.environment == null && left > 0) {
        me.news.awaitNanos(left);
        left = conclusionNanos();
      }
    } catch (InterruptedException e) {
      if (me.environment == null) {
        throw e;
      }
      Thread.currentThread().interrupt(); // its use ends it
    }
    if (me.environment == null) {
      requireOpen();
      if (takeIdle(me)) {
        waiting.remove(me);
      }
    }
  }

  /** Returns the time in ns until the last of those that are between users is overdue. */
  private long conclusionNanos() {
    long now = System.nanoTime();
    return between.stream().mapToLong(each -> each.overdueNanos - now).max().orElse(0);
  }

  /** Waits until the arrival may start an environment, or one becomes free. */
  private void awaitTurn(Arrival me) throws InterruptedException {
    StartQueue.Turn turn = null;
    try {
      turn = turns.join(() -> signal(me));
      awaitTurn(me, turn);
    } catch (InterruptedException | RuntimeException | Error e) {
      E given = forget(me);
      if (given != null) {
        giveBack(given, true);
      }
      throw e;
    } finally {
      if (turn != null && me.turn == null) {
        turn.close();
      }
    }
  }

  /**
   * Waits until the turn has come, which is then the arrival's, or an environment becomes free. Who
   * has the turn waits a moment longer where that is likely to be sooner than a start.
   */
  private void awaitTurn(Arrival me, StartQueue.Turn turn) throws InterruptedException {
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
  private void awaitReuse(Arrival me, StartQueue.Turn turn) throws InterruptedException {
    long left = patience.nanos(between.size());
    if (me.environment != null || left <= 0) {
      return;
    }
    turn.watch(() -> 0); // it wants no CPU: the environment may wait for one that has no turn yet
    while (me.environment == null && left > 0 && patience.nanos(between.size()) > 0) {
      requireOpen();
      left = me.news.awaitNanos(left);
    }
    if (me.environment == null && left <= 0) {
      patience.waitedInVain();
    }
  }

  /** The turn has come to somebody. */
  private void signal(Arrival arrival) {
    lock.lock();
    try {
      arrival.news.signal();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Removes an arrival that fails.
   *
   * @return the environment that it was given before
   */
  private @Nullable E forget(Arrival arrival) {
    lock.lock();
    try {
      waiting.remove(arrival);
      leave();
      return arrival.environment;
    } finally {
      lock.unlock();
    }
  }

  private E started(StartQueue.Turn turn) throws InterruptedException {
    try (turn) {
      long begun = nanoClock.getAsLong();
      E environment = start.start(turn);
      long took = nanoClock.getAsLong() - begun;
      lock.lock();
      try {
        patience.started(took);
      } finally {
        lock.unlock();
      }
      return environment;
    }
  }

  private <R> @Nullable R timed(E environment, Use<E, R> use) throws InterruptedException {
    long begun = nanoClock.getAsLong();
    try {
      return use.apply(environment);
    } finally {
      long took = nanoClock.getAsLong() - begun;
      lock.lock();
      try {
        patience.used(took);
      } finally {
        lock.unlock();
      }
    }
  }

  // ---- giving back ----

  /**
   * The calling thread leaves its environment, which it ends when nobody can use it any more.
   *
   * @param environment null when it has none
   */
  private void giveBack(@Nullable E environment, boolean reusable) {
    boolean ends = false;
    if (environment != null) {
      lock.lock();
      try {
        patience.left();
        ends = passOn(idle.now(environment), reusable) == Left.UNUSABLE;
      } finally {
        lock.unlock();
      }
    }
    endAndLeave(ends ? environment : null);
  }

  /** Passes an environment on or keeps it idle, if it can be used; called under the lock. */
  private Left passOn(IdleRow.Idle<E> left, boolean reusable) {
    if (!reusable || closed) {
      waiting.forEach(each -> each.news.signal()); // who waits for it must start one
      return Left.UNUSABLE;
    }
    Arrival first = waiting.pollFirst();
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

  private void endBroken(E environment) {
    try {
      giveBack(environment, false);
    } catch (RuntimeException e) {
      problems.accept(e);
    }
  }

  private void endAndLeave(@Nullable E environment) {
    try {
      if (environment != null) {
        endDespiteInterrupt(environment);
      }
    } finally {
      leave();
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

  /** The calling thread has no environment any more. */
  private void leave() {
    lock.lock();
    try {
      users.remove(Thread.currentThread());
      somebodyLeft.signalAll();
    } finally {
      lock.unlock();
    }
  }

  // ---- after a use ----

  /** The calling thread has used the environment, and leaves it to its conclusion. */
  private void conclude(E environment, Conclusion<E> conclusion) {
    Between last = new Between(environment, conclusion, null);
    lock.lock();
    try {
      patience.left();
      users.remove(Thread.currentThread());
      between.add(last);
    } finally {
      lock.unlock();
    }
    try {
      conclusion.whenReady(environment, last);
      if (!last.begun) {
        later.accept(last::runElsewhere);
      }
    } catch (RuntimeException | Error e) { // the request is answered, and its end must come
      problems.accept(InternalFault.of(e));
      last.runElsewhere();
    }
  }

  /** Has an environment rest that nobody has taken since its conclusion. */
  private void rest(IdleRow.Idle<E> candidate, Conclusion<E> conclusion) {
    Between resting = new Between(candidate.environment(), conclusion, candidate);
    lock.lock();
    try {
      if (!idle.remove(candidate)) {
        return;
      }
      between.add(resting);
    } finally {
      lock.unlock();
    }
    resting.runElsewhere();
  }

  /**
   * An environment between two users, in its conclusion or at the begin of its rest: run once, by
   * the thread that comes first.
   */
  private final class Between implements Runnable {
    private final E environment;
    private final Conclusion<E> conclusion;
    private final IdleRow.@Nullable Idle<E> idleBefore; // of a rest
    private final long overdueNanos; // by System.nanoTime
    private volatile boolean begun; // set under the lock, as those below
    private boolean cancelled;
    private @Nullable Thread runner;

    Between(E environment, Conclusion<E> conclusion, IdleRow.@Nullable Idle<E> idleBefore) {
      this.environment = environment;
      this.conclusion = conclusion;
      this.idleBefore = idleBefore;
      this.overdueNanos = System.nanoTime() + conclusion.patience(environment).toNanos();
    }

    /** Has it run on a thread of its own, unless it has begun; not called under the lock. */
    void runElsewhere() {
      if (begun) {
        return;
      }
      try {
        Thread.ofVirtual().name("conclusion").start(this);
      } catch (OutOfMemoryError e) { // or no thread is to be had: it is tried again
        later.accept(this::runElsewhere);
      }
    }

    @Override
    public void run() {
      if (!begin()) {
        return;
      }
      boolean reusable = false;
      try {
        if (idleBefore == null) {
          conclusion.conclude(environment);
        } else {
          conclusion.rest(environment);
        }
        reusable = true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (RuntimeException | Error e) {
        problems.accept(InternalFault.of(e));
      } finally {
        try {
          finish(reusable);
        } catch (RuntimeException | Error e) {
          problems.accept(InternalFault.of(e));
        }
      }
    }

    /** Returns whether the calling thread is the first, and so has to do it. */
    private boolean begin() {
      lock.lock();
      try {
        if (begun) {
          return false;
        }
        begun = true;
        Thread first = Thread.currentThread();
        runner = first;
        if (cancelled) {
          first.interrupt();
        }
        return true;
      } finally {
        lock.unlock();
      }
    }

    /** Gives the environment back; whoever has to end it is a user until that is done. */
    private void finish(boolean reusable) {
      IdleRow.Idle<E> given = idleBefore == null ? idle.now(environment) : idleBefore;
      Left left;
      lock.lock();
      try {
        left = passOn(given, reusable);
        between.remove(this);
        if (left == Left.UNUSABLE) {
          users.add(Thread.currentThread());
        }
        somebodyLeft.signalAll();
        Arrival next = waiting.peekFirst();
        if (next != null) {
          next.news.signal(); // fewer are about to be free
        }
      } finally {
        lock.unlock();
      }
      switch (left) {
        case PASSED_ON -> {}
        case IDLE -> {
          if (idleBefore == null) {
            later.accept(() -> rest(given, conclusion));
          }
        }
        case UNUSABLE -> endAndLeave(environment);
      }
    }

    /** Interrupts who does it, or will; called under the lock. */
    private void cancel() {
      cancelled = true;
      if (runner != null) {
        runner.interrupt();
      }
    }
  }

  // ---- all together ----

  /** Takes an environment that was started elsewhere; ends it when nobody can use it any more. */
  void add(E environment) {
    Left left;
    lock.lock();
    try {
      left = passOn(idle.now(environment), !retired);
    } finally {
      lock.unlock();
    }
    if (left == Left.UNUSABLE) {
      end.accept(environment);
    }
  }

  /** Ends the environments that were idle for too long. */
  public void recycle() {
    List<E> expired;
    lock.lock();
    try {
      expired = idle.removeExpired();
    } finally {
      lock.unlock();
    }
    endAll(expired);
  }

  /** Keeps no environment beyond its use from now on: another pool takes over. */
  public void retire() {
    List<E> rest;
    lock.lock();
    try {
      retired = true;
      rest = idle.removeAll();
    } finally {
      lock.unlock();
    }
    endAll(rest);
  }

  private void endAll(List<E> environments) {
    AllSteps.each(environments, ENDS_AT_ONCE, end);
  }

  /** Returns the number of idle environments that can still be used. */
  public int idleCount() {
    List<E> all;
    lock.lock();
    try {
      all = idle.all();
    } finally {
      lock.unlock();
    }
    return (int) all.stream().filter(sound).count();
  }

  @Override
  public void close() {
    List<E> rest;
    lock.lock();
    try {
      closed = true;
      // Under the lock: a thread that has left must not be interrupted for it.
      users.forEach(Thread::interrupt);
      rest = idle.removeAll();
    } finally {
      lock.unlock();
    }
    try {
      endAll(rest);
    } finally {
      cancelLate().forEach(Between::runElsewhere);
      awaitAll();
    }
  }

  /** Returns those conclusions that are not over in time, which are cancelled. */
  private List<Between> cancelLate() {
    boolean interrupted = false;
    long left = CONCLUSION_PATIENCE.toNanos();
    long endNanos = System.nanoTime() + left;
    lock.lock();
    try {
      while (!between.isEmpty() && left > 0) {
        try {
          left = somebodyLeft.awaitNanos(left);
        } catch (InterruptedException e) { // as Ctrl-C does: the patience is short
          interrupted = true;
          left = endNanos - System.nanoTime();
        }
      }
      between.forEach(Between::cancel);
      return List.copyOf(between);
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Waits until all have left.
   *
   * @throws IllegalStateException when they have not in time
   */
  private void awaitAll() {
    long left = CLOSE_PATIENCE.toNanos();
    boolean interrupted = false;
    lock.lock();
    try {
      while (!users.isEmpty() || !between.isEmpty()) {
        if (left <= 0) {
          throw new IllegalStateException(
              users.size()
                  + between.size()
                  + " requests did not end in "
                  + CLOSE_PATIENCE.toSeconds()
                  + " s");
        }
        try {
          left = somebodyLeft.awaitNanos(left);
        } catch (InterruptedException e) {
          interrupted = true;
          left = Math.min(left, PATIENCE_WHEN_INTERRUPTED_NANOS);
        }
      }
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
