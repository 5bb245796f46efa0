package thaw.attribution;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import thaw.recording.ProfiledRun;
import thaw.recording.Window;

/**
 * Time in the kernel on a host that shows none of it. A CPU clock that may not count there takes no
 * samples there, so what the scheduler counted and the samples do not cover is the kernel's; by
 * phase it is taken to be as the rest is.
 */
final class UnseenKernel {
  static final String OWNER = "not shown by this host";

  private UnseenKernel() {}

  /**
   * @param seen what was sampled in the window, and what the counters gave for its beginning
   */
  static List<Part> of(int run, ProfiledRun profiled, Window window, List<Part> seen) {
    if (!profiled.coverage().perf() || profiled.coverage().kernelFrames()) {
      return List.of();
    }
    Map<PhaseName, Double> phases = new EnumMap<>(PhaseName.class);
    double sampled = 0;
    double all = 0;
    for (Part part : seen) {
      if (part.window() == window.kind() && part.critical() && !part.blocked()) {
        all += part.weight();
        if (part.samples() > 0) {
          phases.merge(part.phase(), part.weight(), Double::sum);
          sampled += part.weight();
        }
      }
    }
    double unseen = CriticalTimes.of(window).onCpuNanos() - all;
    List<Part> parts = new ArrayList<>();
    if (unseen > 0 && sampled > 0) {
      for (Map.Entry<PhaseName, Double> phase : phases.entrySet()) {
        double weight = unseen * phase.getValue() / sampled;
        parts.add(
            Part.measured(
                run, window.kind(), phase.getKey(), false, Cause.KERNEL_OTHER, OWNER, "", weight));
      }
    }
    return parts;
  }
}
