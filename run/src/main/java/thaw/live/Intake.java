package thaw.live;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import thaw.pool.life.EnvironmentObservation;
import thaw.steady.InternalFault;

/**
 * Takes observations from the threads of requests, which must not wait, and passes them on in
 * batches on a thread of its own: ten times a second at most, so that a page without viewers costs
 * a request one entry in a list. None is lost: who adds more than memory is to hold passes them on
 * itself.
 *
 * <p>Thread-safe. {@code waiting} and {@code waitingChars} are guarded by {@code adding}; {@code
 * passing} keeps batches in order and is taken before it.
 */
final class Intake implements AutoCloseable {
  private static final long DELAY_MILLIS = 100;
  private static final int MOST_WAITING = 20_000;
  private static final long MOST_WAITING_CHARS = 8L * 1024 * 1024;

  private final Consumer<List<EnvironmentObservation>> sink;
  private final Consumer<? super RuntimeException> problems;
  private final ReentrantLock passing = new ReentrantLock();
  private final ReentrantLock adding = new ReentrantLock();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("live").daemon().factory());
  private List<EnvironmentObservation> waiting = new ArrayList<>();
  private long waitingChars;

  /**
   * @param sink called by one thread at a time
   * @param problems what the sink throws: nobody's request is to fail for that
   */
  Intake(Consumer<List<EnvironmentObservation>> sink, Consumer<? super RuntimeException> problems) {
    this.sink = sink;
    this.problems = problems;
  }

  void add(EnvironmentObservation observation) {
    boolean first;
    boolean full;
    adding.lock();
    try {
      first = waiting.isEmpty();
      waiting.add(observation);
      waitingChars += observation.text().map(String::length).orElse(0);
      full = waiting.size() >= MOST_WAITING || waitingChars >= MOST_WAITING_CHARS;
    } finally {
      adding.unlock();
    }
    if (full) {
      flush();
    } else if (first && !timer.isShutdown()) {
      timer.schedule(this::flush, DELAY_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** Passes on all that has been added until now before it returns. */
  void flush() {
    passing.lock();
    try {
      List<EnvironmentObservation> batch = taken();
      if (!batch.isEmpty()) {
        sink.accept(batch);
      }
    } catch (RuntimeException | Error e) {
      problems.accept(InternalFault.of(e));
    } finally {
      passing.unlock();
    }
  }

  private List<EnvironmentObservation> taken() {
    adding.lock();
    try {
      List<EnvironmentObservation> taken = waiting;
      waiting = new ArrayList<>();
      waitingChars = 0;
      return taken;
    } finally {
      adding.unlock();
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
