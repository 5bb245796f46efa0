package thaw.runtimeapi.log;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Tells how far this machine, and not the function, was the limit of what took a time: for how long
 * of it the function could have run, and other programs or other environments had the CPUs. On
 * Lambda an environment has CPUs of its own.
 *
 * @param waited for a free CPU; not for CPU quota, which Lambda has too
 */
public record HostLimit(Duration waited, Duration of) {
  /** The share from which on a figure says more of the machine than of the function. */
  private static final double FELT = 0.2;

  private static final String WORDS = "the host was the limit for ";

  /** Returns what the log of the last start tells of it; nothing where it was not the limit. */
  public static Optional<String> toldLast(List<String> log) {
    int start = log.stream().map(each -> each.startsWith("INIT_START")).toList().lastIndexOf(true);
    return log.stream()
        .skip(Math.max(0, start))
        .filter(line -> line.contains(WORDS))
        .map(line -> line.substring(line.indexOf(WORDS)).strip())
        .reduce((_, last) -> last);
  }

  /** 0 to 1. */
  double share() {
    return of.isZero() ? 0 : Math.min(1, (double) waited.toNanos() / of.toNanos());
  }

  /** Returns the limit of both times together. */
  public HostLimit plus(HostLimit other) {
    return new HostLimit(waited.plus(other.waited), of.plus(other.of));
  }

  /** Returns whether figures are to be marked. */
  public boolean isFelt() {
    return share() >= FELT;
  }

  /** {@code the host was the limit for 62 % of it (6.20 of 10.00 s): ...}. */
  String words() {
    return String.format(
        Locale.ROOT,
        WORDS + "%.0f %% of it (%.2f of %.2f s): " + "other programs or environments had the CPUs",
        100 * share(),
        waited.toMillis() / 1000.0,
        of.toMillis() / 1000.0);
  }
}
