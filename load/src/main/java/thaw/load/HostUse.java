package thaw.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * Tells how busy the machine was: where it had no CPU to spare, it was the limit of what ran on it.
 *
 * @param busy CPU time of all programs, and what a hypervisor has taken
 * @param all CPU time that there was; zero where it is not known
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_stat.5.html">proc_stat(5)</a>
 */
public record HostUse(Duration busy, Duration all) {
  static final HostUse UNKNOWN = new HostUse(Duration.ZERO, Duration.ZERO);

  /** The share of busy CPU time from which on somebody always waits for a CPU. */
  private static final double LIMIT = 0.9;

  /** {@code USER_HZ}, which is 100 on all architectures with Linux. */
  private static final long MILLIS_OF_TICK = 10;

  private static final int IDLE = 4;
  private static final int WAITING_FOR_DISK = 5;
  private static final int STOLEN = 8;

  static HostUse sinceBoot() {
    try {
      return of(Files.readString(Path.of("/proc/stat")).lines().findFirst().orElse(""));
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  /**
   * @param line {@code cpu user nice system idle iowait irq softirq steal guest guest_nice}
   */
  static HostUse of(String line) {
    String[] fields = line.strip().split("\\s+");
    if (fields.length <= STOLEN || !fields[0].equals("cpu")) {
      return UNKNOWN;
    }
    long all = 0;
    for (int i = 1; i <= STOLEN; i++) { // a guest's time is in that of users
      all += Long.parseLong(fields[i]);
    }
    long idle = Long.parseLong(fields[IDLE]) + Long.parseLong(fields[WAITING_FOR_DISK]);
    return new HostUse(
        Duration.ofMillis((all - idle) * MILLIS_OF_TICK), Duration.ofMillis(all * MILLIS_OF_TICK));
  }

  HostUse minus(HostUse earlier) {
    return new HostUse(busy.minus(earlier.busy), all.minus(earlier.all));
  }

  HostUse plus(HostUse other) {
    return new HostUse(busy.plus(other.busy), all.plus(other.all));
  }

  /** Returns the share of the machine's CPU time that was busy, 0 to 1. */
  public double share() {
    return all.isZero() ? 0 : (double) busy.toNanos() / all.toNanos();
  }

  public boolean wasLimit() {
    return share() >= LIMIT;
  }

  /** One sentence's worth. */
  public String words() {
    return String.format(
        Locale.ROOT,
        "the host was the limit: its CPUs were busy for %.0f %% of the time, so that latencies and"
            + " cold starts are this machine's, not the target's",
        100 * share());
  }
}
