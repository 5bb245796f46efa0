package thaw.course.classloading;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;

/**
 * What a thread has had so far: time on a CPU, and time in which it was ready to run and none was
 * free.
 *
 * @see <a href="https://docs.kernel.org/scheduler/sched-stats.html">schedstat</a>
 */
final class ThreadTimes {
  private final long cpuNanos;
  private final long waitedNanos;

  private ThreadTimes(long cpuNanos, long waitedNanos) {
    this.cpuNanos = cpuNanos;
    this.waitedNanos = waitedNanos;
  }

  /** Of the thread that the process began with; it starts the JVM, which calls main in another. */
  static ThreadTimes ofLauncher() throws IOException {
    return read("/proc/self/schedstat");
  }

  static ThreadTimes ofCaller() throws IOException {
    return read("/proc/thread-self/schedstat");
  }

  /** Of all threads that have not ended. */
  static long cpuNanosOfAll() throws IOException {
    File tasks = new File("/proc/self/task");
    String[] threads = tasks.list();
    if (threads == null) {
      throw new IOException("no /proc/self/task");
    }
    long sum = 0;
    for (String thread : threads) {
      try {
        // No concatenation: its first use would be in the sum.
        sum += read(new File(new File(tasks, thread), "schedstat").getPath()).cpuNanos();
      } catch (IOException e) {
        // It has ended meanwhile.
      }
    }
    return sum;
  }

  long cpuNanos() {
    return cpuNanos;
  }

  long waitedNanos() {
    return waitedNanos;
  }

  private static ThreadTimes read(String file) throws IOException {
    byte[] buffer = new byte[128];
    try (FileInputStream stream = new FileInputStream(file)) {
      int length = stream.read(buffer);
      long[] values = new long[2];
      int value = 0;
      for (int i = 0; i < length && value < values.length; i++) {
        if (buffer[i] == ' ') {
          value++;
        } else {
          values[value] = values[value] * 10 + buffer[i] - '0';
        }
      }
      return new ThreadTimes(values[0], values[1]);
    }
  }
}
