package thaw.sandbox.kernel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * The counters of one living process, from /proc.
 *
 * @param cpuNanos its own, and of those of its children that have ended and that it has waited for
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html">proc_pid_stat(5)</a>
 */
public record ProcessStat(
    long minorFaults,
    long majorFaults,
    long cpuNanos,
    long peakResidentBytes,
    long bytesRead,
    long storageBytesRead) {
  /** {@code sysconf(_SC_CLK_TCK)} is 100 on every Linux that a JVM runs on. */
  private static final long NANOS_PER_TICK = 10_000_000;

  /** Reads the figures of a process; empty when the process has ended. */
  public static Optional<ProcessStat> read(long pid) {
    Path proc = Path.of("/proc", Long.toString(pid));
    try {
      String[] fields = fields(pid);
      return Optional.of(
          new ProcessStat(
              field(fields, 10),
              field(fields, 12),
              IntStream.rangeClosed(14, 17).mapToLong(i -> field(fields, i)).sum() * NANOS_PER_TICK,
              KernelFile.keyed(proc.resolve("status"), "VmHWM").orElse(0) * 1024,
              KernelFile.keyed(proc.resolve("io"), "rchar").orElse(0),
              KernelFile.keyed(proc.resolve("io"), "read_bytes").orElse(0)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Resident set size; 0 when the process has ended. */
  public static long residentBytes(long pid) {
    return KernelFile.keyed(Path.of("/proc", Long.toString(pid), "status"), "VmRSS").orElse(0)
        * 1024;
  }

  /** Returns whether SIGSTOP has reached every thread, or the process has ended. */
  public static boolean isStopped(long pid) {
    return isGoneOr("TtZX", pid);
  }

  /** Returns whether the process has ended, even if its parent has not yet asked how. */
  static boolean hasEnded(long pid) {
    return isGoneOr("ZX", pid);
  }

  /**
   * @param states one of which it is in
   */
  private static boolean isGoneOr(String states, long pid) {
    try {
      return states.contains(fields(pid)[0]);
    } catch (IOException e) {
      return true;
    }
  }

  /**
   * Returns whether the process is between vfork(2) and the exec of its child: it runs no further
   * before the child does, and SIGSTOP reaches it only then.
   */
  public static boolean waitsForChild(long pid) {
    try {
      return fields(pid)[0].equals("D");
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns when the process began, in clock ticks since boot. Together with the pid it names one
   * process, while a pid alone may be another's by now. Empty when the process has ended.
   */
  public static OptionalLong startTicks(long pid) {
    try {
      return OptionalLong.of(field(fields(pid), 22));
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** The pid in the innermost pid namespace; 0 when the process has ended. */
  public static long innerPid(long pid) {
    return innerPid(Path.of("/proc", Long.toString(pid)));
  }

  /** Returns the inner pid of a process or of one of its threads, by its folder in /proc. */
  static long innerPid(Path proc) {
    try {
      return KernelFile.lines(proc.resolve("status")).stream()
          .filter(line -> line.startsWith("NSpid:"))
          .map(line -> line.substring(line.lastIndexOf('\t') + 1).strip())
          .mapToLong(Long::parseLong)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }

  /**
   * Returns whether it has a handler for the signal, which would end it otherwise; false when it
   * has ended.
   */
  public static boolean handles(long pid, int signal) {
    try {
      return KernelFile.lines(Path.of("/proc", Long.toString(pid), "status")).stream()
          .filter(line -> line.startsWith("SigCgt:"))
          .map(line -> line.substring("SigCgt:".length()).strip())
          .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) & 1L << signal - 1) != 0);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns the status that wait(2) would give, of a process that has ended and that nobody has
   * waited for.
   */
  public static OptionalInt exitStatus(long pid) {
    try {
      String[] fields = fields(pid);
      return fields[0].equals("Z") ? OptionalInt.of((int) field(fields, 52)) : OptionalInt.empty();
    } catch (IOException e) {
      return OptionalInt.empty();
    }
  }

  /** The name in parentheses may hold blanks; fields are numbered from 3 behind it. */
  private static String[] fields(long pid) throws IOException {
    String stat = KernelFile.read(Path.of("/proc", Long.toString(pid), "stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
  }

  private static long field(String[] fields, int number) {
    return Long.parseLong(fields[number - 3]);
  }
}
