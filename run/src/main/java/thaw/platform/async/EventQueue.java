package thaw.platform.async;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import thaw.platform.Platform;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.TraceId;
import thaw.steady.StepLoop;
import thaw.steady.ThreadsEnd;
import thaw.store.Store;
import thaw.store.StoreUnavailable;

/**
 * Asynchronous invocation: takes events, has functions process them, and tells who is to be told.
 *
 * <ol>
 *   <li>An event that was accepted is processed at least once, whatever ends the program, and comes
 *       to exactly one end: a success, or a failure of which destination, dead-letter queue or else
 *       the log are told.
 *   <li>An event that was not accepted is not processed.
 *   <li>What is to be told is kept until somebody has taken it.
 *   <li>Memory holds what is being worked on, not what waits.
 * </ol>
 *
 * <p>Any number of threads may call.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/invocation-async.html">Invoking a
 *     Lambda function asynchronously</a>
 */
public final class EventQueue implements AutoCloseable {
  /** 1 MB, where requests that wait for their answer may have 6. */
  public static final int EVENT_LIMIT_BYTES = 1024 * 1024;

  /**
   * The number of events of one function that are worked on at once: more environments of it would
   * only wait for a CPU.
   */
  private static final int WIDTH = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());

  private static final Duration DRAIN_LOOK = Duration.ofMillis(50);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(20);

  private final Store store;
  private final Pace pace;
  private final InstantSource clock;
  private final Consumer<Exception> problems;
  private final Dispatcher events;
  private final Dispatcher notices;
  private final ExecutorService workers =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("event-", 0).factory());
  private final ReentrantLock lock = new ReentrantLock(); // of what follows
  private final Condition changed = lock.newCondition();
  private boolean woken;
  private boolean closed;

  /** Has a function process an event: {@link Platform}. */
  public interface EventInvoker {
    RequestOutcome invoke(String function, Invocation invocation) throws InterruptedException;
  }

  /** Takes a line for the log of a function. */
  public interface Log {
    void line(String function, String line);
  }

  /**
   * The objects that the queue needs of others.
   *
   * @param known whether there is a function of this name
   * @param problems our own failures
   */
  public record Surroundings(
      AsyncTerms.Source terms,
      EventInvoker invoker,
      Predicate<String> known,
      Notice.Sender sender,
      Log log,
      Consumer<Exception> problems) {}

  /** Takes up what the store holds, and works from now on. */
  public static EventQueue start(Store store, Surroundings surroundings, Pace pace) {
    EventQueue queue =
        new EventQueue(store, surroundings, pace, SteadyClock.system(), Optional.empty(), WIDTH);
    Thread.ofVirtual().name("events").start(queue::work);
    return queue;
  }

  /**
   * Works only in {@link #dispatch}.
   *
   * @param executor absent for threads of its own
   */
  EventQueue(
      Store store,
      Surroundings surroundings,
      Pace pace,
      InstantSource clock,
      Optional<Executor> executor,
      int width) {
    this.store = store;
    this.pace = pace;
    this.clock = clock;
    this.problems = surroundings.problems();
    Executor used = executor.orElse(workers);
    Notices told = new Notices(store, surroundings, pace, clock, this::wakeFor);
    AsyncInvocations processed =
        new AsyncInvocations(store, surroundings, pace, clock, this::wakeFor);
    this.events =
        new Dispatcher(
            store,
            AsyncInvocations.KIND,
            width,
            pace,
            clock,
            used,
            processed,
            this::wake,
            problems);
    this.notices =
        new Dispatcher(store, Notices.KIND, width, pace, clock, used, told, this::wake, problems);
  }

  /**
   * Takes an event. When this returns, the event is kept.
   *
   * @throws StoreUnavailable when it cannot be kept; it will not be processed
   */
  public void accept(String function, Invocation invocation) {
    Instant now = clock.instant();
    PendingEvent event =
        new PendingEvent(
            invocation.requestId(),
            function,
            invocation.qualifier(),
            invocation.clientContext(),
            invocation.trace().or(() -> Optional.of(TraceId.newRoot())), // of all attempts
            now,
            0,
            0,
            invocation.tenant());
    store.change(transaction ->
        transaction
            .agenda(AsyncInvocations.KIND)
            .add(function, now, event.toBytes(), invocation.payload()));
    wakeFor(AsyncInvocations.KIND, function);
  }

  /**
   * Takes what somebody else is to be told, by the same way as the ends of events. When this
   * returns, it is kept.
   *
   * @throws StoreUnavailable when it cannot be kept
   */
  public void tell(Notice notice, byte[] body) {
    Instant now = clock.instant();
    store.change(transaction -> Notices.add(transaction, new EventStep.Told(notice, body), now));
    wakeFor(Notices.KIND, notice.target());
  }

  /** Events of a function that wait or are being processed. */
  public long size(String function) {
    return sizes().getOrDefault(function, 0L);
  }

  /**
   * Counts the events that wait or are being processed, by function; functions without any are
   * absent.
   */
  public Map<String, Long> sizes() {
    return store.transact(transaction -> transaction.agenda(AsyncInvocations.KIND).sizes());
  }

  /** Counts the messages that nobody has taken yet, by the ARN of who is to be told. */
  public Map<String, Long> undelivered() {
    return store.transact(transaction -> transaction.agenda(Notices.KIND).sizes());
  }

  /** Returns the notices that nobody has taken yet, the oldest first. */
  public List<Notice> undelivered(int limit) {
    return store.transact(transaction -> transaction.agenda(Notices.KIND).all(limit)).stream()
        .map(entry -> Notice.of(entry.head()))
        .toList();
  }

  private void wakeFor(String kind, String lane) {
    (kind.equals(AsyncInvocations.KIND) ? events : notices).look(lane);
    wake();
  }

  private void wake() {
    lock.lock();
    try {
      woken = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Starts what is due, and says when something is due next. */
  Optional<Instant> dispatch() {
    Optional<Instant> event = events.dispatch();
    Optional<Instant> notice = notices.dispatch();
    return event.isPresent() && notice.isPresent()
        ? (event.get().isBefore(notice.get()) ? event : notice)
        : event.or(() -> notice);
  }

  private void work() {
    new StepLoop("events", problems).run(() -> !isClosed(), this::round);
  }

  private void round() throws InterruptedException {
    Duration wait;
    try {
      wait =
          dispatch()
              .map(next -> Duration.between(clock.instant(), next))
              .filter(until -> until.compareTo(LONGEST_WAIT) < 0)
              .orElse(LONGEST_WAIT);
    } catch (RuntimeException e) {
      if (!isClosed()) {
        problems.accept(e);
      }
      wait = pace.afterRefusal(1);
    }
    await(wait);
  }

  /**
   * Waits until nothing is being processed or told, and nothing becomes due within what is left of
   * this time; whether that has come. Events that come meanwhile are processed, too.
   */
  public boolean drain(Duration patience) {
    Instant end = clock.instant().plus(patience);
    try {
      while (!events.isQuiet(end) || !notices.isQuiet(end)) {
        if (!clock.instant().isBefore(end)) {
          return false;
        }
        lock.lock();
        try {
          changed.awaitNanos(DRAIN_LOOK.toNanos());
        } finally {
          lock.unlock();
        }
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether something has happened that makes {@link #dispatch} worth a call. */
  boolean await(Duration wait) throws InterruptedException {
    long left = wait.toNanos();
    lock.lock();
    try {
      while (!woken && !closed && left > 0) {
        left = changed.awaitNanos(left);
      }
      boolean was = woken;
      woken = false;
      return was;
    } finally {
      lock.unlock();
    }
  }

  /** Interrupts what is being processed; all that has not come to its end stays in the store. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    workers.shutdownNow();
    ThreadsEnd.await(workers, CLOSE_PATIENCE, "events");
  }
}
