package thaw.sandbox.kernel;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Knows how a process's clocks differ from ours, when it is in a time namespace of its own.
 *
 * @see <a
 *     href="https://man7.org/linux/man-pages/man7/time_namespaces.7.html">time_namespaces(7)</a>
 */
public final class ClockOffset {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private ClockOffset() {}

  /**
   * Returns by how many ns a process's monotonic clock is ahead of ours; 0 on a kernel without time
   * namespaces.
   */
  public static long monotonicNanos(long pid) throws IOException {
    try {
      return of(KernelFile.read(Path.of("/proc", Long.toString(pid), "timens_offsets")))
          - of(KernelFile.read(Path.of("/proc/self/timens_offsets")));
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  /** {@code monotonic -5 123456789}: seconds, and nanoseconds that are to be added to them. */
  static long of(String offsets) {
    for (String line : offsets.lines().toList()) {
      String[] words = line.strip().split("\\s+");
      if (words.length == 3 && (words[0].equals("monotonic") || words[0].equals("1"))) {
        return Long.parseLong(words[1]) * NANOS_PER_SECOND + Long.parseLong(words[2]);
      }
    }
    return 0;
  }
}
