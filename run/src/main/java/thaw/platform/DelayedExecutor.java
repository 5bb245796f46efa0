package thaw.platform;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import thaw.steady.StepLoop;

/**
 * Runs steps a moment after they were given, one to two delays later. Refuses to know what they do;
 * they must be short, as they share a thread.
 *
 * <p>For the maintainer. A timer of the library wakes its thread for every new first step, and for
 * every step again: with a step a request, that were two thread switches a request. This one's
 * thread wakes up once in a delay at most, however many steps there are.
 *
 * <p>Thread-safe; {@code steps} and {@code asleep} are guarded by {@code lock}.
 */
final class DelayedExecutor implements Consumer<Runnable>, AutoCloseable {
  private final long delayNanos;
  private final StepLoop loop;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition given = lock.newCondition();
  private final Deque<Step> steps = new ArrayDeque<>();
  private final Thread thread;
  private boolean asleep; // until a step is given

  private record Step(long dueNanos, Runnable action) {}

  /**
   * @param problems what a step has thrown
   */
  DelayedExecutor(Duration delay, Consumer<RuntimeException> problems) {
    this.delayNanos = delay.toNanos();
    this.loop = new StepLoop("later", problems);
    this.thread = Thread.ofPlatform().daemon().name("later").start(this::work);
  }

  @Override
  public void accept(Runnable action) {
    lock.lock();
    try {
      steps.addLast(new Step(System.nanoTime() + delayNanos, action));
      if (asleep) {
        asleep = false;
        given.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Runs the steps that are due, until the executor is closed. */
  private void work() {
    loop.run(
        () -> true,
        () -> {
          awaitStep();
          TimeUnit.NANOSECONDS.sleep(delayNanos);
          runDue();
        });
  }

  private void awaitStep() throws InterruptedException {
    lock.lock();
    try {
      while (steps.isEmpty()) {
        asleep = true;
        given.await();
      }
    } finally {
      lock.unlock();
    }
  }

  private void runDue() {
    long now = System.nanoTime();
    while (true) {
      Runnable action;
      lock.lock();
      try {
        Step first = steps.peekFirst();
        if (first == null || first.dueNanos() - now > 0) {
          return;
        }
        steps.removeFirst();
        action = first.action();
      } finally {
        lock.unlock();
      }
      action.run(); // when it throws, the others come in the next round
    }
  }

  /** Ends the executor. Tasks that are left are not run. */
  @Override
  public void close() {
    thread.interrupt();
  }
}
