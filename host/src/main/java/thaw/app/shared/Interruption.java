package thaw.app.shared;

import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import thaw.steady.AllSteps;

/**
 * Ctrl-C and SIGTERM: what to clean up, and the knowledge that failures from now on are their
 * consequence and no bug.
 */
public final class Interruption {
  private static final AtomicBoolean BEGUN = new AtomicBoolean();
  private static final CountDownLatch BEGINNING = new CountDownLatch(1);
  private static final AtomicBoolean REGISTERED = new AtomicBoolean();
  private static final Deque<Runnable> ACTIONS = new ConcurrentLinkedDeque<>();

  private Interruption() {}

  /**
   * Runs the action when the program is told to end before it is done. The last one comes first, as
   * with resources that are closed: what was opened later may need what was opened before.
   *
   * @return what {@link #forget} wants
   */
  public static Runnable onInterrupt(Runnable action) {
    ACTIONS.push(action);
    if (REGISTERED.compareAndSet(false, true)) {
      Runtime.getRuntime().addShutdownHook(new Thread(Interruption::run, "interruption"));
    }
    return action;
  }

  private static void run() {
    if (ACTIONS.isEmpty()) {
      return; // the program is done
    }
    BEGUN.set(true);
    BEGINNING.countDown();
    AllSteps.run(ACTIONS);
  }

  /** The program is done in the normal way: the action is not needed any more. */
  public static void forget(Runnable action) {
    if (!BEGUN.get()) {
      ACTIONS.remove(action);
    }
  }

  /**
   * Returns whether what has just failed did so because the program is to end: a terminal's Ctrl-C
   * reaches the processes that it has started as soon as itself.
   */
  public static boolean beginsWithin(Duration patience) throws InterruptedException {
    return BEGINNING.await(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  public static boolean hasBegun() {
    return BEGUN.get();
  }
}
