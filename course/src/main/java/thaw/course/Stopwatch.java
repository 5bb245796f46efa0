package thaw.course;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;

/**
 * Time of the calling thread between two moments: all of it, and how much of it the thread was
 * ready to run and no CPU was free (the second figure of {@code /proc/thread-self/schedstat}, in
 * ns; counted exactly, whenever the thread gets a CPU again). What it loads, it loads when it is
 * made: between the two moments it uses no lambda, no string concatenation and no class for the
 * first time.
 *
 * @see <a href="https://docs.kernel.org/scheduler/sched-stats.html">schedstat</a>
 */
public final class Stopwatch {
  private final byte[] buffer = new byte[128];
  private final RandomAccessFile file;
  private long waited;
  private long started;

  public Stopwatch() {
    try {
      file = new RandomAccessFile("/proc/thread-self/schedstat", "r");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (int i = 0; i < 20; i++) {
      start();
      stop();
    }
  }

  public void start() {
    waited = waited();
    started = System.nanoTime();
  }

  /** Keeps what has passed since {@link #start}. */
  public Lap stop() {
    long nanos = System.nanoTime() - started;
    return new Lap(nanos, waited() - waited);
  }

  private long waited() {
    try {
      file.seek(0);
      int length = file.read(buffer);
      int at = 0;
      while (buffer[at] != ' ') {
        at++;
      }
      long value = 0;
      for (at++; at < length && buffer[at] >= '0' && buffer[at] <= '9'; at++) {
        value = value * 10 + buffer[at] - '0';
      }
      return value;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What passed. */
  public static final class Lap {
    private final long nanos;
    private final long waitedNanos;

    Lap(long nanos, long waitedNanos) {
      this.nanos = nanos;
      this.waitedNanos = waitedNanos;
    }

    /** Without the time in which other threads and programs had the CPUs. */
    public double millis() {
      return (nanos - waitedNanos) / 1e6;
    }

    public double waitedMillis() {
      return waitedNanos / 1e6;
    }
  }
}
