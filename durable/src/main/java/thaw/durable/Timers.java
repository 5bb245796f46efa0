package thaw.durable;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import thaw.steady.StepLoop;

/**
 * When which execution has something due: one thread for all of them. With a fast clock it does not
 * wait while nothing is under way, but goes to the next time.
 *
 * <p>Thread-safe; all fields are guarded by {@code lock}.
 */
final class Timers implements AutoCloseable {
  private static final long LONGEST_WAIT_MILLIS = 60_000;

  private final EngineClock clock;
  private final Consumer<String> due;
  private final LongConsumer goTo;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final TreeMap<Key, Jump> queue = new TreeMap<>();
  private final Map<String, Key> keys = new HashMap<>();
  private int underway;
  private long restNanos = System.nanoTime();
  private boolean closed;
  private final Thread thread;

  private record Key(long millis, String id) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byTime = Long.compare(millis, other.millis);
      return byTime == 0 ? id.compareTo(other.id) : byTime;
    }
  }

  /**
   * @param due gets the id of an execution that has something due, whose timer is to be set anew
   * @param goTo gets the time to which a fast clock goes
   */
  Timers(
      EngineClock clock,
      Consumer<String> due,
      LongConsumer goTo,
      Consumer<? super RuntimeException> problems) {
    this.clock = clock;
    this.due = due;
    this.goTo = goTo;
    StepLoop loop = new StepLoop("durable timers", problems);
    this.thread =
        Thread.ofVirtual()
            .name("durable-timers")
            .unstarted(() -> loop.run(this::goesOn, this::step));
  }

  void start() {
    thread.start();
  }

  /**
   * @param millis {@link Long#MAX_VALUE} for never
   */
  void set(String id, long millis, Jump jump) {
    lock.lock();
    try {
      Key before = keys.remove(id);
      if (before != null) {
        queue.remove(before);
      }
      if (millis < Long.MAX_VALUE) {
        Key key = new Key(millis, id);
        keys.put(id, key);
        queue.put(key, jump);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Something is under way until {@link #leave}: time does not jump. */
  void enter() {
    lock.lock();
    try {
      underway++;
    } finally {
      lock.unlock();
    }
  }

  void leave() {
    lock.lock();
    try {
      underway--;
      if (underway == 0) {
        restNanos = System.nanoTime();
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean goesOn() {
    lock.lock();
    try {
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  private void step() throws InterruptedException {
    Key next = null;
    Key reached = null;
    lock.lock();
    try {
      Map.Entry<Key, Jump> first = queue.firstEntry();
      long waitMillis =
          first == null ? LONGEST_WAIT_MILLIS : first.getKey().millis() - clock.millis();
      if (waitMillis <= 0) {
        next = first == null ? null : first.getKey();
        queue.pollFirstEntry();
        keys.remove(next == null ? "" : next.id());
        underway++; // until due has returned
      } else {
        Map.Entry<Key, Jump> goal = clock.isFast() && underway == 0 ? goal() : null;
        long graceMillis = goal == null || goal.getValue() == Jump.AT_ONCE ? 0 : graceMillis();
        if (goal != null && graceMillis <= 0) {
          reached = goal.getKey();
        } else {
          await(graceMillis > 0 ? Math.min(graceMillis, waitMillis) : waitMillis);
        }
      }
    } finally {
      lock.unlock();
    }
    if (reached != null) {
      goTo.accept(reached.millis());
    }
    if (next != null) {
      try {
        due.accept(next.id());
      } finally {
        leave();
      }
    }
  }

  private Map.@Nullable Entry<Key, Jump> goal() {
    for (Map.Entry<Key, Jump> entry : queue.entrySet()) {
      if (entry.getValue() != Jump.NEVER) {
        return entry;
      }
    }
    return null;
  }

  private long graceMillis() {
    return clock.grace().toMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - restNanos);
  }

  private void await(long millis) throws InterruptedException {
    boolean _ = changed.await(Math.clamp(millis, 1, LONGEST_WAIT_MILLIS), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
