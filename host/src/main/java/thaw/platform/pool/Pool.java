package thaw.platform.pool;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
import thaw.steady.Fault;

/**
 * The environments of one function. Each has at most one user at a time, and that user's thread is
 * its owner meanwhile. Refuses to know what an environment is, and how many are allowed.
 *
 * <ol>
 *   <li>Who needs an environment gets the idle one that was used last, else starts a new one when
 *       it is his turn, unless one becomes free before that. Those that were used long ago thus
 *       stay idle, and end.
 *   <li>Who came first is served first.
 *   <li>An environment whose use or conclusion threw, whatever it was, is ended, not used again; so
 *       is one that has broken while it was idle.
 *   <li>After {@link #close} there is none: idle ones are ended by it, used ones by their users,
 *       whom it interrupts.
 *   <li>After {@link #retire} none is idle any more: used ones are ended by their users, who go on.
 * </ol>
 *
 * <p>Thread-safe; all state is guarded by {@code lock}. Nothing is started or ended under it.
 */
public final class Pool<E> implements AutoCloseable {
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(20);

  /** Most of an end is waiting: for extensions up to 2 s, and for the kernel. */
  private static final int ENDS_AT_ONCE = 32;

  /** Less than any start takes; a conclusion usually takes less than a millisecond. */
  private static final Duration SHORT_CONCLUSION = Duration.ofMillis(50);

  /** At the end of the program, for conclusions that run. */
  private static final long ENDED_REQUESTS_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final StartInTurn<E> start;
  private final Turns turns;
  private final Consumer<E> end;
  private final Predicate<E> sound;
  private final Consumer<RuntimeException> problems;
  private final long idleLimitNanos;
  private final LongSupplier nanoClock;
  private final Consumer<Runnable> later;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition userLeft = lock.newCondition();
  private final Condition concluded = lock.newCondition();
  private final Deque<Idle<E>> idle = new ArrayDeque<>(); // the one used last is the first
  private final Set<Thread> users = new HashSet<>();
  private final Set<Between> between = new HashSet<>();
  private final Deque<Arrival<E>> waiting = new ArrayDeque<>();
  private boolean closed;
  private boolean retired;

  private record Idle<E>(E environment, long sinceNanos) {}

  /** Starts an environment; when it throws, nothing is left. */
  public interface Start<E> {
    E start() throws InterruptedException;
  }

  /** As {@link Start}, knowing for how long it had to wait for its turn. */
  public interface StartInTurn<E> {
    E start(StartQueue.Turn turn) throws InterruptedException;
  }

  /** Where one asks for a turn to start an environment. */
  public interface Turns {
    /** As {@link StartQueue#join}. */
    StartQueue.Turn join(Runnable whenItCame) throws InterruptedException;
  }

  /** What is left to do in an environment when its user has what it needed. */
  interface Conclusion<E> {
    /** May wait for what the environment still does. */
    void conclude(E environment) throws InterruptedException;

    /**
     * Has a step run as soon as {@link #conclude} would not wait. One that is not run soon gets a
     * thread of its own.
     */
    default void whenReady(E environment, Runnable step) {}

    /**
     * For how long after the use a start would be a waste, as the environment is about to be free.
     */
    default Duration patience(E environment) {
      return SHORT_CONCLUSION;
    }

    /** Nobody has needed the environment for a moment. */
    default void rest(E environment) {}
  }

  /** What an environment is needed for. */
  interface Use<E, R> {
    R apply(E environment) throws InterruptedException;
  }

  /** In which as many are started at once as are needed. */
  public Pool(
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
        nanoClock,
        later);
  }

  /**
   * @param end ends an environment
   * @param sound whether an idle one can still be used
   * @param problems what failed when nobody waited for it any more
   * @param idleLimit an environment that was idle for so long is not used any more
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
      LongSupplier nanoClock,
      Consumer<Runnable> later) {
    this.start = start;
    this.turns = turns;
    this.end = end;
    this.sound = sound;
    this.problems = problems;
    this.idleLimitNanos = idleLimit.toNanos();
    this.nanoClock = nanoClock;
    this.later = later;
  }

  /** Lends an environment to the calling thread while {@code use} runs. */
  <R> R use(Use<E, R> use) throws InterruptedException {
    Used<E, R> used = used(use);
    leave(used.environment(), true);
    return used.result();
  }

  /**
   * Lends an environment to the calling thread while {@code use} runs, and then to another one
   * while {@code conclusion} does. Who needs an environment meanwhile waits for that, for as long
   * as the conclusion has patience.
   */
  <R> R use(Use<E, R> use, Conclusion<E> conclusion) throws InterruptedException {
    return concludedLater(used(use), conclusion);
  }

  private <R> R concludedLater(Used<E, R> used, Conclusion<E> conclusion) {
    E environment = used.environment();
    Between last =
        new Between(
            environment,
            conclusion::conclude,
            idle -> later.accept(() -> rest(idle, conclusion)),
            conclusion.patience(environment));
    lock.lock();
    try {
      users.remove(Thread.currentThread());
      between.add(last);
    } finally {
      lock.unlock();
    }
    try {
      conclusion.whenReady(environment, last);
      if (!last.hasBegun()) {
        later.accept(last::runElsewhere);
      }
    } catch (RuntimeException | Error e) { // the request is answered, and its end must come
      problems.accept(Fault.of(e));
      last.runElsewhere();
    }
    return used.result();
  }

  private void rest(Idle<E> candidate, Conclusion<E> conclusion) {
    Between resting;
    lock.lock();
    try {
      if (!idle.remove(candidate)) {
        return; // used again, or ended
      }
      resting =
          new Between(
              candidate.environment(),
              conclusion::rest,
              _ -> {},
              conclusion.patience(candidate.environment()));
      resting.sinceNanos = candidate.sinceNanos();
      between.add(resting);
    } finally {
      lock.unlock();
    }
    resting.runElsewhere();
  }

  /** As {@link #use}, if an environment is idle or about to be; starts none. */
  <R> Optional<R> useIdle(Use<E, R> use) throws InterruptedException {
    Optional<Arrival<E>> arrival = entered();
    if (arrival.isEmpty()) {
      return Optional.empty();
    }
    Used<E, R> used = used(arrival.get(), use);
    leave(used.environment(), true);
    return Optional.of(used.result());
  }

  /** As {@link #use(Use, Conclusion)}, if an environment is idle or about to be; starts none. */
  <R> Optional<R> useIdle(Use<E, R> use, Conclusion<E> conclusion) throws InterruptedException {
    Optional<Arrival<E>> arrival = entered();
    if (arrival.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(concludedLater(used(arrival.get(), use), conclusion));
  }

  private Optional<Arrival<E>> entered() throws InterruptedException {
    Arrival<E> arrival = enterSound(false);
    if (arrival.environment == null) {
      leave(null, false);
      return Optional.empty();
    }
    return Optional.of(arrival);
  }

  /** Takes an environment that was started elsewhere; ends it when nobody can use it any more. */
  void add(E environment) {
    boolean ends;
    lock.lock();
    try {
      Idle<E> added = new Idle<>(environment, nanoClock.getAsLong());
      ends = giveBack(added, !retired) == Left.UNUSABLE;
    } finally {
      lock.unlock();
    }
    if (ends) {
      end.accept(environment);
    }
  }

  private record Used<E, R>(E environment, R result) {}

  private <R> Used<E, R> used(Use<E, R> use) throws InterruptedException {
    return used(enterSound(true), use);
  }

  private <R> Used<E, R> used(Arrival<E> arrival, Use<E, R> use) throws InterruptedException {
    E environment = arrival.environment;
    try {
      if (environment == null) {
        try (StartQueue.Turn turn = Objects.requireNonNull(arrival.turn)) {
          environment = start.start(turn);
        }
      }
      return new Used<>(environment, use.apply(environment));
    } catch (Throwable e) {
      try {
        leave(environment, false);
      } catch (RuntimeException | Error failedEnd) {
        e.addSuppressed(failedEnd);
      }
      throw e;
    }
  }

  /** Something to do in an environment. */
  private interface Step<E> {
    void apply(E environment) throws InterruptedException;
  }

  /** An environment between two users, with what is done in it; run once, by who comes first. */
  private final class Between implements Runnable {
    private final E environment;
    private final Step<E> step;
    private final Consumer<Idle<E>> whenIdle;
    private final long overdueNanos; // by System.nanoTime
    private @Nullable Long sinceNanos; // when it became idle before
    private boolean begun; // guarded by lock, as all below
    private boolean cancelled;
    private @Nullable Thread runner;

    Between(E environment, Step<E> step, Consumer<Idle<E>> whenIdle, Duration patience) {
      this.environment = environment;
      this.step = step;
      this.whenIdle = whenIdle;
      this.overdueNanos = System.nanoTime() + patience.toNanos();
    }

    boolean hasBegun() {
      lock.lock();
      try {
        return begun;
      } finally {
        lock.unlock();
      }
    }

    void runElsewhere() {
      if (hasBegun()) {
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
      if (!begins()) {
        return;
      }
      boolean reusable = false;
      try {
        step.apply(environment);
        reusable = true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (RuntimeException | Error e) {
        problems.accept(Fault.of(e));
      } finally {
        try {
          end(reusable);
        } catch (RuntimeException | Error e) {
          problems.accept(Fault.of(e));
        }
      }
    }

    private boolean begins() {
      lock.lock();
      try {
        if (begun) {
          return false;
        }
        begun = true;
        runner = Thread.currentThread();
        if (cancelled) {
          runner.interrupt();
        }
        return true;
      } finally {
        lock.unlock();
      }
    }

    private void end(boolean reusable) {
      Idle<E> idle =
          new Idle<>(environment, sinceNanos == null ? nanoClock.getAsLong() : sinceNanos);
      Left left;
      lock.lock();
      try {
        between.remove(this);
        left = giveBack(idle, reusable);
        if (left == Left.UNUSABLE) {
          users.add(Thread.currentThread()); // until it has ended
        }
        userLeft.signalAll();
      } finally {
        lock.unlock();
      }
      switch (left) {
        case PASSED_ON -> {}
        case IDLE -> whenIdle.accept(idle);
        case UNUSABLE -> endAndLeave(environment);
      }
    }

    /** Called under the lock. */
    void cancel() {
      cancelled = true;
      if (runner != null) {
        runner.interrupt();
      }
    }
  }

  /** What has become of an environment that somebody has left. */
  private enum Left {
    PASSED_ON,
    IDLE,
    UNUSABLE
  }

  /** Called under the lock. */
  private Left giveBack(Idle<E> left, boolean reusable) {
    if (!reusable || closed) {
      concluded.signalAll(); // who waits for it must start one
      return Left.UNUSABLE;
    }
    Arrival<E> first = waiting.pollFirst();
    if (first != null) {
      first.environment = left.environment();
      concluded.signalAll();
      return Left.PASSED_ON;
    }
    if (retired) {
      return Left.UNUSABLE;
    }
    addIdle(left);
    return Left.IDLE;
  }

  /** The one used last is the first. */
  private void addIdle(Idle<E> added) {
    Deque<Idle<E>> later = new ArrayDeque<>();
    while (!idle.isEmpty() && idle.getFirst().sinceNanos() - added.sinceNanos() > 0) {
      later.addFirst(idle.removeFirst());
    }
    idle.addFirst(added);
    later.forEach(idle::addFirst);
  }

  /**
   * Somebody who needs an environment: at last he has one, or the turn to start one. Guarded by
   * {@code lock} while he is among those who wait.
   */
  private static final class Arrival<E> {
    private @Nullable E environment;
    private StartQueue.@Nullable Turn turn;
  }

  /** As {@link #enter}; ends those that are broken on its way. */
  private Arrival<E> enterSound(boolean starts) throws InterruptedException {
    Arrival<E> arrival = enter(starts);
    while (arrival.environment != null && !sound.test(arrival.environment)) {
      try {
        leave(arrival.environment, false);
      } catch (RuntimeException e) {
        problems.accept(e);
      }
      arrival = enter(starts);
    }
    return arrival;
  }

  /**
   * @param starts whether he may start one himself; else he may have nothing at last
   */
  private Arrival<E> enter(boolean starts) throws InterruptedException {
    Arrival<E> me = new Arrival<>();
    lock.lock();
    try {
      requireOpen();
      users.add(Thread.currentThread());
      me.environment = idleOne();
      if (me.environment != null) {
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

  /** Somebody who goes with nothing; called under the lock. */
  private void forget(Arrival<E> arrival) {
    waiting.remove(arrival);
    users.remove(Thread.currentThread());
    userLeft.signalAll();
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

  /** Called under the lock: until one that is between users is free, or that takes too long. */
  private void awaitConclusion(Arrival<E> me) throws InterruptedException {
    try {
      long left = patienceNanos();
      while (me.environment == null && left > 0) {
        concluded.awaitNanos(left);
        left = patienceNanos();
      }
    } catch (InterruptedException e) {
      if (me.environment == null) {
        throw e;
      }
      Thread.currentThread().interrupt(); // its use ends it
    }
    if (me.environment == null) {
      requireOpen();
      me.environment = idleOne();
      if (me.environment != null) {
        waiting.remove(me);
      }
    }
  }

  /** Until he may start one, or one becomes free. */
  private void awaitTurn(Arrival<E> me) throws InterruptedException {
    StartQueue.Turn turn = null;
    try {
      turn = turns.join(this::signalWaiting);
      awaitTurn(me, turn);
    } catch (InterruptedException | RuntimeException | Error e) {
      lock.lock();
      try {
        forget(me);
      } finally {
        lock.unlock();
      }
      throw e;
    } finally {
      if (turn != null && me.turn == null) {
        turn.close();
      }
    }
  }

  private void awaitTurn(Arrival<E> me, StartQueue.Turn turn) throws InterruptedException {
    lock.lock();
    try {
      while (me.environment == null && !turn.hasCome()) {
        if (Thread.interrupted()) { // by a close that came before this one waited
          throw new InterruptedException();
        }
        requireOpen();
        concluded.await();
      }
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

  private void signalWaiting() {
    lock.lock();
    try {
      concluded.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Until the last of those that are between users is overdue. */
  private long patienceNanos() {
    long now = System.nanoTime();
    return between.stream().mapToLong(each -> each.overdueNanos - now).max().orElse(0);
  }

  private void leave(@Nullable E environment, boolean reusable) {
    boolean ends = false;
    lock.lock();
    try {
      if (environment != null) {
        Idle<E> left = new Idle<>(environment, nanoClock.getAsLong());
        ends = giveBack(left, reusable) == Left.UNUSABLE;
      }
    } finally {
      lock.unlock();
    }
    endAndLeave(ends ? environment : null);
  }

  private void endAndLeave(@Nullable E environment) {
    try {
      if (environment != null) {
        endDespiteInterrupt(environment);
      }
    } finally {
      lock.lock();
      try {
        users.remove(Thread.currentThread());
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
  public void recycle() {
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
  public void retire() {
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

  public int idleCount() {
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
      users.forEach(Thread::interrupt);
      idle.forEach(each -> rest.add(each.environment()));
      idle.clear();
    } finally {
      lock.unlock();
    }
    try {
      endAll(rest);
    } finally {
      cancelConclusions();
      awaitUsers();
    }
  }

  /** Not at once: a request that was answered has its end in the log, if that comes soon. */
  private void cancelConclusions() {
    long left = ENDED_REQUESTS_PATIENCE_NANOS;
    List<Between> late;
    lock.lock();
    try {
      while (!between.isEmpty() && left > 0) {
        left = userLeft.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      late = List.copyOf(between);
      late.forEach(Between::cancel);
      lock.unlock();
    }
    late.forEach(Between::runElsewhere);
  }

  private void awaitUsers() {
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
