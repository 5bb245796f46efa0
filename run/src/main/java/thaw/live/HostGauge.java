package thaw.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The use of this machine: samples of its CPUs and its memory, one a second as long as somebody
 * looks. Of one thread at a time.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_stat.5.html">proc_stat(5)</a>
 */
final class HostGauge {
  private static final int MOST_SAMPLES = 720;
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

  /** A gap in which nobody looked is no sample. */
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final int IDLE = 4;
  private static final int WAITING_FOR_DISK = 5;
  private static final int STOLEN = 8;
  private static final long KIB_PER_MIB = 1024;

  private final Path proc;
  private final Deque<Sample> samples = new ArrayDeque<>();
  private @Nullable Ticks before;

  /**
   * The use of the machine since the sample before.
   *
   * @param at milliseconds since 1970
   * @param cpuShare of the CPUs' time, 0 to 1: that of all programs, and what a hypervisor took
   * @param usedMiB what could not be had without swapping
   * @param changed at which change of the whole it was added
   */
  record Sample(long at, double cpuShare, long usedMiB, long memoryMiB, long changed) {}

  /** The CPU time since the machine's start, in ticks; guests' time is in that of users. */
  private record Ticks(long busy, long all, long nanos) {}

  /**
   * @param proc {@code /proc}
   */
  HostGauge(Path proc) {
    this.proc = proc;
  }

  /** Takes a sample when it is time for one; whether there is a new one. */
  boolean look(long nanos, long epochMillis, long change) {
    Ticks last = before;
    if (last != null && nanos - last.nanos() < PERIOD_NANOS) {
      return false;
    }
    Optional<Ticks> now = ticks(nanos);
    before = now.orElse(null);
    if (last == null || now.isEmpty() || nanos - last.nanos() > LONGEST_NANOS) {
      return false;
    }
    long all = now.get().all() - last.all();
    if (all <= 0) {
      return false;
    }
    long total = memory("MemTotal:");
    samples.add(
        new Sample(
            epochMillis,
            Math.clamp((double) (now.get().busy() - last.busy()) / all, 0, 1),
            Math.max(0, total - memory("MemAvailable:")),
            total,
            change));
    if (samples.size() > MOST_SAMPLES) {
      samples.removeFirst();
    }
    return true;
  }

  List<Sample> since(long change) {
    return samples.stream().filter(sample -> sample.changed() > change).toList();
  }

  private Optional<Ticks> ticks(long nanos) {
    String[] fields =
        lines("stat").stream()
            .findFirst()
            .map(line -> line.strip().split("\\s+"))
            .orElse(new String[0]);
    if (fields.length <= STOLEN || !fields[0].equals("cpu")) {
      return Optional.empty();
    }
    long all = 0;
    for (int i = 1; i <= STOLEN; i++) {
      all += Long.parseLong(fields[i]);
    }
    long idle = Long.parseLong(fields[IDLE]) + Long.parseLong(fields[WAITING_FOR_DISK]);
    return Optional.of(new Ticks(all - idle, all, nanos));
  }

  private long memory(String name) {
    return lines("meminfo").stream()
            .filter(line -> line.startsWith(name))
            .findFirst()
            .map(line -> Long.parseLong(line.substring(name.length()).strip().split("\\s+")[0]))
            .orElse(0L)
        / KIB_PER_MIB;
  }

  /** None where the kernel does not tell. */
  private List<String> lines(String file) {
    try {
      return Files.readAllLines(proc.resolve(file));
    } catch (IOException e) {
      return List.of();
    }
  }
}
