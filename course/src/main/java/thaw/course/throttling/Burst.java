package thaw.course.throttling;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import thaw.course.Told;

/**
 * Pieces of work of a given CPU time, each after a rest. The work is measured by the thread's own
 * CPU clock, so that it is the same whatever else happens.
 */
public final class Burst {
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();
  private static final long SHORT = 10_000_000;
  private static final long LONG = 100_000_000;

  /** A thread that has not looked at the clock for so long was held back. */
  private static final long PAUSE_NANOS = 1_000_000;

  private Burst() {}

  /**
   * Tells how long the work took.
   *
   * @param arguments whether the work is also done by two threads
   */
  public static void main(String[] arguments) throws InterruptedException {
    burn(SHORT); // compiles it
    // Without a quota: what holds the thread back now is not the quota.
    long control = System.nanoTime();
    burn(LONG);
    long controlled = System.nanoTime() - control;
    Gate.await();
    tell("short", SHORT);
    Gate.rest();
    tell("long", LONG);
    if (Boolean.parseBoolean(arguments[0])) {
      Gate.rest();
      long start = System.nanoTime();
      inTwoThreads();
      Told.figure("split_ms", (System.nanoTime() - start) / 1e6);
    }
    Told.figure("held_back_share", 1 - LONG / (double) controlled);
  }

  private static void tell(String name, long work) {
    long start = System.nanoTime();
    int pauses = burn(work);
    long wall = System.nanoTime() - start;
    Told.figure(name + "_ms", wall / 1e6);
    Told.figure(name + "_pauses", pauses);
  }

  private static void inTwoThreads() throws InterruptedException {
    Thread other = new Thread(() -> burn(LONG / 2));
    other.start();
    burn(LONG / 2);
    other.join();
  }

  /** Works until this thread has used so much CPU time; how often it was held back. */
  private static int burn(long nanos) {
    int pauses = 0;
    long end = CPU.getCurrentThreadCpuTime() + nanos;
    long last = System.nanoTime();
    while (CPU.getCurrentThreadCpuTime() < end) {
      long now = System.nanoTime();
      if (now - last > PAUSE_NANOS) {
        pauses++;
      }
      last = now;
    }
    return pauses;
  }
}
