package thaw.course.throttling;

import java.util.Arrays;
import thaw.course.Told;

/** Looks at the clock without end, and notes when somebody held it back. */
public final class Pauses {
  /** Less than the shortest pause of a quota, more than an interrupt takes. */
  private static final long NOTED_NANOS = 200_000;

  /** How exactly a pause has to end where one is expected to. */
  private static final long TOLERANCE_NANOS = 1_000_000;

  /** Width of the histogram's bars; the last one has all that is longer. */
  private static final long BAR_NANOS = 10_000_000;

  private static final int BARS = 11;

  /** Without a quota: what holds the thread back then is not the quota. */
  private static final int CONTROL_MILLIS = 150;

  private static final double SECOND = 1e9;

  private static volatile boolean done;
  private static volatile long sink;

  private final long[] began = new long[20_000];
  private final long[] ended = new long[20_000];
  private int count;

  private Pauses() {}

  /**
   * Tells how often and for how long.
   *
   * @param arguments how long in ms, how many threads, and the period of the quota in ms
   */
  public static void main(String[] arguments) throws InterruptedException {
    long millis = Long.parseLong(arguments[0]);
    int threads = Integer.parseInt(arguments[1]);
    long period = Long.parseLong(arguments[2]) * 1_000_000;
    Pauses control = new Pauses();
    long controlled = control.watch(CONTROL_MILLIS); // compiles it as well
    Gate.await();
    for (int i = 1; i < threads; i++) {
      Thread other = new Thread(Pauses::compute);
      other.setDaemon(true);
      other.start();
    }
    Pauses pauses = new Pauses();
    long wall = pauses.watch(millis);
    done = true;
    pauses.tell(wall, period);
    Told.figure("held_back_share", control.paused() / (double) controlled);
  }

  private static void compute() {
    long value = 1;
    while (!done) {
      for (int i = 0; i < 10_000; i++) {
        value = value * 31 + i;
      }
    }
    sink = value;
  }

  private long watch(long millis) {
    long start = System.nanoTime();
    long end = start + millis * 1_000_000;
    long last = start;
    while (last < end && count < began.length) {
      long now = System.nanoTime();
      if (now - last > NOTED_NANOS) {
        began[count] = last;
        ended[count] = now;
        count++;
      }
      last = now;
    }
    return last - start;
  }

  private long paused() {
    long paused = 0;
    for (int i = 0; i < count; i++) {
      paused += ended[i] - began[i];
    }
    return paused;
  }

  private void tell(long wall, long period) {
    long[] lengths = new long[count];
    int[] bars = new int[BARS];
    for (int i = 0; i < count; i++) {
      lengths[i] = ended[i] - began[i];
      bars[(int) Math.min(BARS - 1, lengths[i] / BAR_NANOS)]++;
    }
    Arrays.sort(lengths);
    double seconds = wall / SECOND;
    Told.figure("pauses_per_s", count / seconds);
    Told.figure("running_share", 1 - paused() / (double) wall);
    Told.figure("pause_p50_ms", quantile(lengths, 50));
    Told.figure("pause_p90_ms", quantile(lengths, 90));
    Told.figure("pause_max_ms", quantile(lengths, 100));
    Told.figure("in_step_share", inStep(period));
    for (int i = 0; i < BARS; i++) {
      Told.figure("pauses_from_" + i * BAR_NANOS / 1_000_000 + "_ms_per_s", bars[i] / seconds);
    }
  }

  /** Of so many ascending values the one that this part of a hundred does not exceed, in ms. */
  private static double quantile(long[] ascending, int percent) {
    if (ascending.length == 0) {
      return 0;
    }
    int rank = (int) Math.ceil(ascending.length * percent / 100.0);
    return ascending[Math.max(1, rank) - 1] / 1e6;
  }

  /** How many pauses ended a whole number of periods after the one before. */
  private double inStep(long period) {
    int matching = 0;
    for (int i = 1; i < count; i++) {
      long beyond = (ended[i] - ended[i - 1]) % period;
      if (Math.min(beyond, period - beyond) <= TOLERANCE_NANOS) {
        matching++;
      }
    }
    return count < 2 ? 0 : matching / (double) (count - 1);
  }
}
