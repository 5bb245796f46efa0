package thaw.course.lambdagarbage;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import thaw.course.Stopwatch;

/**
 * An operation in batches of some milliseconds, until the last of them are alike: they allocate the
 * same, the JVM compiles nothing before the first of them nor after the last, and all were preceded
 * by as many operations as C2 waits for.
 */
final class Batches {
  /** The batches that count. */
  private static final int WINDOW = 15;

  private static final double BATCH_MILLIS = 5;

  /** Beyond {@code Tier4InvocationThreshold}, 5,000, also where C2 has a queue. */
  private static final int WARM_UP = 20_000;

  /** Bytes for an operation by which batches may differ: what a batch itself allocates. */
  private static final double ALIKE = 0.5;

  /** Also on a machine that has much else to do. */
  private static final long PATIENCE_NANOS = 45_000_000_000L;

  private static final long COUNTING_NANOS = 500_000_000L;

  private final Operation operation;
  private final Compilers compilers = new Compilers();
  private final Stopwatch watch = new Stopwatch();
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Of the last batches; the next one goes to {@code count % WINDOW}. */
  private final double[] bytes = new double[WINDOW];

  private final double[] nanos = new double[WINDOW];
  private final boolean[] quietBefore = new boolean[WINDOW];
  private int count;

  Batches(Operation operation) {
    this.operation = operation;
  }

  void settle() throws IOException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    int operations = 1000;
    long done = 0;
    boolean quiet = compilers.asleep();
    while (count < WINDOW || !(quietBefore[count % WINDOW] && quiet && alike())) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("not settled after " + done + " operations");
      }
      int slot = count % WINDOW;
      quietBefore[slot] = quiet && done >= WARM_UP;
      double millis = batch(operations, slot);
      done += operations;
      count++;
      quiet = compilers.asleep();
      operations =
          (int) Math.max(100, Math.min(2.0 * operations, operations * BATCH_MILLIS / millis));
    }
  }

  private double batch(int operations, int slot) {
    watch.start();
    long before = threads.getCurrentThreadAllocatedBytes();
    operation.repeat(operations);
    long after = threads.getCurrentThreadAllocatedBytes();
    double millis = watch.stop().millis();
    bytes[slot] = (double) (after - before) / operations;
    nanos[slot] = millis * 1e6 / operations;
    return millis;
  }

  private boolean alike() {
    double least = bytes[0];
    double most = bytes[0];
    for (double one : bytes) {
      least = Math.min(least, one);
      most = Math.max(most, one);
    }
    return most - least < ALIKE;
  }

  double bytesPerOperation() {
    return median(bytes);
  }

  double nanosPerOperation() {
    return median(nanos);
  }

  /** So many operations, or fewer if they would take more than half a second. */
  long withinPatience(long operations) {
    return Math.min(operations, (long) (COUNTING_NANOS / nanosPerOperation()));
  }

  private static double median(double[] values) {
    double[] ascending = values.clone();
    Arrays.sort(ascending);
    return ascending[WINDOW / 2];
  }
}
