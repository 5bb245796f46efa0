package thaw.pool;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

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
 *       is one that has broken while it was idle, and who came upon it gets another one.
 *   <li>After {@link #close} there is none: idle ones are ended by it, used ones by their users,
 *       whom it interrupts.
 *   <li>After {@link #retire} none is idle any more: used ones are ended by their users, who go on.
 * </ol>
 *
 * <p>Thread-safe; the state is that of {@link Leases}, under whose lock nothing is started or
 * ended.
 */
public final class Pool<E> implements AutoCloseable {
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(20);

  /**
   * The time that conclusions have at the end of the program, so that a request that was answered
   * has its end in the log.
   */
  private static final Duration CONCLUSION_PATIENCE = Duration.ofSeconds(1);

  private final StartInTurn<E> start;
  private final Turns turns;
  private final Predicate<E> sound;
  private final Consumer<RuntimeException> problems;
  private final LongSupplier nanoClock;
  private final Leases<E> leases;
  private final Returns<E> returns;
  private final AfterUse<E> afterUse;

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
  interface Use<E, R> {
    /**
     * Returns null when the environment broke while it was idle, so that nothing was done in it:
     * another one is used then. One that was started for this use must be used.
     */
    @Nullable R apply(E environment) throws InterruptedException;
  }

  /** Makes a pool in which as many are started at once as are needed. */
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
    this.sound = sound;
    this.problems = problems;
    this.nanoClock = nanoClock;
    IdleRow<E> row = new IdleRow<>(idleLimit, nanoClock);
    this.leases = new Leases<>(row, new ReusePatience(reuses));
    this.returns = new Returns<>(leases, end);
    this.afterUse = new AfterUse<>(row, leases, returns, problems, later);
  }

  /** Lends an environment to the calling thread while {@code use} runs. */
  <R> R use(Use<E, R> use) throws InterruptedException {
    Used<E, R> used = used(use);
    returns.leave(used.environment(), true);
    return used.result();
  }

  /**
   * Lends an environment to the calling thread while {@code use} runs, and then to another one
   * while {@code conclusion} does. Who needs an environment meanwhile waits for that, for as long
   * as the conclusion has patience.
   */
  <R> R use(Use<E, R> use, Conclusion<E> conclusion) throws InterruptedException {
    Used<E, R> used = used(use);
    afterUse.conclude(used.environment(), conclusion);
    return used.result();
  }

  /** Does the same as {@link #use} if an environment is idle or about to be; starts none. */
  <R> Optional<R> useIdle(Use<E, R> use) throws InterruptedException {
    Optional<Used<E, R>> used = usedIdle(use);
    used.ifPresent(each -> returns.leave(each.environment(), true));
    return used.map(Used::result);
  }

  /**
   * Does the same as {@link #use(Use, Conclusion)} if an environment is idle or about to be; starts
   * none.
   */
  <R> Optional<R> useIdle(Use<E, R> use, Conclusion<E> conclusion) throws InterruptedException {
    Optional<Used<E, R>> used = usedIdle(use);
    used.ifPresent(each -> afterUse.conclude(each.environment(), conclusion));
    return used.map(Used::result);
  }

  private <R> Optional<Used<E, R>> usedIdle(Use<E, R> use) throws InterruptedException {
    while (true) {
      Leases.Arrival<E> arrival = enterSound(false);
      if (arrival.environment() == null) {
        leases.leave();
        return Optional.empty();
      }
      Used<E, R> used = used(arrival, use);
      if (used != null) {
        return Optional.of(used);
      }
    }
  }

  private record Used<E, R>(E environment, R result) {}

  private <R> Used<E, R> used(Use<E, R> use) throws InterruptedException {
    while (true) {
      Used<E, R> used = used(enterSound(true), use);
      if (used != null) {
        return used;
      }
    }
  }

  /** Returns null when the environment was broken, which has been ended then. */
  private <R> @Nullable Used<E, R> used(Leases.Arrival<E> arrival, Use<E, R> use)
      throws InterruptedException {
    E environment = arrival.environment();
    try {
      if (environment == null) {
        try (StartQueue.Turn turn = Objects.requireNonNull(arrival.turn())) {
          long begun = nanoClock.getAsLong();
          environment = start.start(turn);
          leases.started(nanoClock.getAsLong() - begun);
        }
      }
      R result = timed(environment, use);
      if (result != null) {
        return new Used<>(environment, result);
      }
      if (arrival.environment() == null) {
        throw new IllegalStateException("an environment that was just started was not used");
      }
    } catch (Throwable e) {
      try {
        returns.leave(environment, false);
      } catch (RuntimeException | Error failedEnd) {
        e.addSuppressed(failedEnd);
      }
      throw e;
    }
    endBroken(environment);
    return null;
  }

  private void endBroken(E environment) {
    try {
      returns.leave(environment, false);
    } catch (RuntimeException e) {
      problems.accept(e);
    }
  }

  private <R> @Nullable R timed(E environment, Use<E, R> use) throws InterruptedException {
    long begun = nanoClock.getAsLong();
    try {
      return use.apply(environment);
    } finally {
      leases.used(nanoClock.getAsLong() - begun);
    }
  }

  /** Enters like {@link #enter}, and ends broken environments on the way. */
  private Leases.Arrival<E> enterSound(boolean starts) throws InterruptedException {
    Leases.Arrival<E> arrival = enter(starts);
    E found = arrival.environment();
    while (found != null && !sound.test(found)) {
      endBroken(found);
      arrival = enter(starts);
      found = arrival.environment();
    }
    return arrival;
  }

  /**
   * @param starts whether he may start one himself; else he may have nothing at last
   */
  private Leases.Arrival<E> enter(boolean starts) throws InterruptedException {
    Leases.Arrival<E> me = leases.enter(starts);
    if (starts && me.environment() == null) {
      awaitTurn(me);
    }
    return me;
  }

  /** Waits until the arrival may start an environment, or one becomes free. */
  private void awaitTurn(Leases.Arrival<E> me) throws InterruptedException {
    StartQueue.Turn turn = null;
    try {
      turn = turns.join(() -> leases.signal(me));
      leases.awaitTurn(me, turn);
    } catch (InterruptedException | RuntimeException | Error e) {
      E given = leases.forget(me);
      if (given != null) {
        returns.leave(given, true);
      }
      throw e;
    } finally {
      if (turn != null && me.turn() == null) {
        turn.close();
      }
    }
  }

  /** Takes an environment that was started elsewhere; ends it when nobody can use it any more. */
  void add(E environment) {
    returns.add(environment);
  }

  /** Ends the environments that were idle for too long. */
  public void recycle() {
    returns.endAll(leases.removeExpired());
  }

  /** Keeps no environment beyond its use from now on: another pool takes over. */
  public void retire() {
    returns.endAll(leases.retire());
  }

  /** Returns the number of idle environments that can still be used. */
  public int idleCount() {
    return (int) leases.idle().stream().filter(sound).count();
  }

  @Override
  public void close() {
    List<E> rest = leases.close();
    try {
      returns.endAll(rest);
    } finally {
      leases.cancelLate(CONCLUSION_PATIENCE).forEach(Interlude::runElsewhere);
      leases.awaitAll(CLOSE_PATIENCE);
    }
  }
}
