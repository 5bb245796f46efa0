package thaw.codecs;

import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * The CPU time of the calling thread, from Linux. The JVM's own management classes would load some
 * hundred others that a codec may need as well, which would make it cheaper than it is.
 */
final class ThreadCpu {
  private final RandomAccessFile schedstat;
  private final byte[] bytes = new byte[128];

  /** Of the thread that makes it. */
  ThreadCpu() throws IOException {
    schedstat = new RandomAccessFile("/proc/thread-self/schedstat", "r");
    nanos();
    nanos();
  }

  /** Nanoseconds on a CPU. */
  long nanos() throws IOException {
    // The kernel adds up a thread's time when it schedules, and the file is not a reason to.
    Thread.yield();
    schedstat.seek(0);
    int length = schedstat.read(bytes);
    long nanos = 0;
    for (int i = 0; i < length && bytes[i] != ' '; i++) {
      nanos = 10 * nanos + bytes[i] - '0';
    }
    return nanos;
  }
}
