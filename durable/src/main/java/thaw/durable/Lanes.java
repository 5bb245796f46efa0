package thaw.durable;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs invocations for which nobody waits, so many of one function at a time: more environments of
 * it would only wait for a CPU.
 *
 * <p>Thread-safe; the lanes are guarded by {@code lock}.
 */
final class Lanes {
  private final Executor threads;
  private final int width;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Lane> lanes = new HashMap<>();

  private static final class Lane {
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int running;
  }

  Lanes(Executor threads, int width) {
    this.threads = threads;
    this.width = width;
  }

  /** Runs what somebody waits for, at once. */
  void runNow(Runnable work) {
    threads.execute(work);
  }

  void run(String function, Runnable work) {
    lock.lock();
    try {
      Lane lane = lanes.computeIfAbsent(function, _ -> new Lane());
      if (lane.running >= width) {
        lane.waiting.add(work);
        return;
      }
      lane.running++;
    } finally {
      lock.unlock();
    }
    begin(function, work);
  }

  private void begin(String function, Runnable work) {
    try {
      threads.execute(() -> {
        try {
          work.run();
        } finally {
          next(function);
        }
      });
    } catch (RejectedExecutionException e) {
      return; // the program ends; it goes on when it starts again
    }
  }

  private void next(String function) {
    Runnable work;
    lock.lock();
    try {
      Lane lane = lanes.computeIfAbsent(function, _ -> new Lane());
      work = lane.waiting.poll();
      if (work == null && --lane.running == 0) {
        lanes.remove(function);
      }
    } finally {
      lock.unlock();
    }
    if (work != null) {
      begin(function, work);
    }
  }
}
