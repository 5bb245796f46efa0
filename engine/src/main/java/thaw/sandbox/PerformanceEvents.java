package thaw.sandbox;

import java.io.IOException;
import java.nio.file.Path;
import thaw.sandbox.kernel.KernelFile;

/**
 * Finds what samples of functions can show here, by what the kernel says of performance events.
 *
 * @see <a href="https://docs.kernel.org/admin-guide/perf-security.html">Perf events and tool
 *     security</a>
 */
public final class PerformanceEvents {
  private static final String NAME = "samples with kernel frames";

  /**
   * The value of {@code perf_event_paranoid} from which on unprivileged users see no kernel frames.
   */
  private static final int NO_KERNEL = 2;

  /**
   * The value, of some distributions, from which on unprivileged users have no performance events
   * at all.
   */
  private static final int NOTHING = 3;

  /** One in 100 us, the most that {@code thaw why} takes of a thread. */
  private static final int NEEDED_RATE = 10_000;

  private PerformanceEvents() {}

  /**
   * @param privileged whether programs in boxes may see kernel frames whatever the setting is
   */
  public static Capability capability(boolean privileged) {
    try {
      int paranoid =
          Integer.parseInt(
              KernelFile.read(Path.of("/proc/sys/kernel/perf_event_paranoid")).strip());
      Capability permitted = of(paranoid, privileged);
      int rate =
          Integer.parseInt(
              KernelFile.read(Path.of("/proc/sys/kernel/perf_event_max_sample_rate")).strip());
      return permitted.available() && rate < NEEDED_RATE ? held(rate) : permitted;
    } catch (IOException | NumberFormatException e) {
      return Capability.missing(
          NAME,
          "the kernel has no performance events",
          "thaw why takes its samples with a timer, with less precision",
          "use a kernel with CONFIG_PERF_EVENTS");
    }
  }

  /** The kernel lowers it for good when samples took long once, as they do under load. */
  static Capability held(int rate) {
    return Capability.missing(
        NAME,
        "perf_event_max_sample_rate is " + rate,
        "thaw why shows what costs much CPU time as less: the kernel holds samples back",
        "sysctl kernel.perf_event_max_sample_rate=100000");
  }

  static Capability of(int paranoid, boolean privileged) {
    if (privileged) {
      return Capability.present(NAME, "CAP_PERFMON for the user in the sandbox");
    }
    if (paranoid < NO_KERNEL) {
      return Capability.present(NAME, "perf_event_paranoid is " + paranoid);
    }
    return Capability.missing(
        NAME,
        "perf_event_paranoid is " + paranoid,
        paranoid < NOTHING
            ? "thaw why shows time in the kernel, page faults and files, as one row"
            : "thaw why takes its samples with a timer, with less precision",
        "run as root, or sysctl kernel.perf_event_paranoid=1");
  }
}
