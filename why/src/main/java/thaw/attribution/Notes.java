package thaw.attribution;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import thaw.function.HostArchitecture;
import thaw.recording.ProfiledRun;
import thaw.recording.Recording;
import thaw.recording.Window;

/** The notes that tell a reader how the figures came about. */
final class Notes {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MUCH_SPREAD = 0.15;

  /** The beginning of the note by which all figures are less sure. */
  static final String UNSTEADY = "The baseline runs differ by ";

  /** The beginning of the note by which all figures are of an error. */
  static final String REFUSED = "An error is explained: ";

  /** The beginning of the note by which what calls take is in no figure. */
  static final String CALLS_NONE = "The event leads to no call of ";

  /** Returns whether a note makes figures less sure. */
  static boolean isWarning(String note) {
    return note.startsWith(REFUSED)
        || note.startsWith(CALLS_NONE)
        || note.startsWith(UNSTEADY)
        || note.startsWith(HostArchitecture.FOREIGN);
  }

  /** The share of the CPU time that the kernel counted below which samples are missing. */
  private static final double LITTLE_COVERAGE = 0.85;

  private final List<String> notes = new ArrayList<>();

  private Notes() {}

  static List<String> of(
      Baseline baseline,
      List<Recording> profiled,
      List<Interpretation.Result> runs,
      Map<Window.Kind, Double> lengths) {
    Notes all = new Notes();
    all.sizes(profiled, runs, lengths);
    all.coverage(profiled);
    for (Window.Kind kind : List.of(Window.Kind.INIT, Window.Kind.FIRST_INVOCATION)) {
      double spread = baseline.spread(kind);
      if (spread > MUCH_SPREAD) {
        all.add(
            UNSTEADY + "%.0f %% in %s: the machine is busy; repeat on an idle one.",
            spread * 100,
            kind == Window.Kind.INIT ? "init" : "the first invocation");
      }
    }
    all.permissions(profiled.getFirst().profiled().orElseThrow().coverage());
    return all.notes;
  }

  private void add(String format, Object... arguments) {
    notes.add(String.format(Locale.ROOT, format, arguments));
  }

  private void sizes(
      List<Recording> profiled,
      List<Interpretation.Result> runs,
      Map<Window.Kind, Double> lengths) {
    double longest = 0;
    for (Recording run : profiled) {
      longest +=
          run.windows().stream()
              .filter(window -> window.kind() != Window.Kind.LATER_INVOCATION)
              .mapToDouble(Window::nanos)
              .sum();
    }
    double wall = longest / profiled.size() / NANOS_PER_MILLI;
    double baseline =
        lengths.entrySet().stream()
            .filter(entry -> entry.getKey() != Window.Kind.LATER_INVOCATION)
            .mapToDouble(Map.Entry::getValue)
            .sum();
    double share = runs.stream().mapToDouble(Interpretation.Result::probeShare).average().orElse(0);
    long taken =
        profiled.stream().mapToLong(run -> run.profiled().orElseThrow().coverage().taken()).sum();
    add(
        "Sizes are those of baseline runs; proportions those of %d profiled runs (%,d samples),"
            + " which took %.2f times as long. %.1f %% of their samples were the probe's own work"
            + " and are left out.",
        profiled.size(), taken, baseline == 0 ? 1 : wall / baseline, share * 100);
  }

  /** Samples times interval against what the scheduler counted. */
  private void coverage(List<Recording> profiled) {
    double sampled = 0;
    double counted = 0;
    for (Recording run : profiled) {
      ProfiledRun seen = run.profiled().orElseThrow();
      for (Window window : run.windows()) {
        sampled +=
            seen.samples().stream()
                    .filter(sample -> sample.thread() == seen.mainThread())
                    .filter(sample -> window.covers(sample.nanos()))
                    .count()
                * (double) seen.intervalNanos();
        counted += CriticalTimes.of(window).onCpuNanos();
      }
    }
    boolean shown = profiled.getFirst().profiled().orElseThrow().coverage().kernelFrames();
    if (shown && counted > 0 && sampled / counted < LITTLE_COVERAGE) {
      add(
          "The samples cover %.0f %% of the CPU time that the kernel counted; the rest is taken to be"
              + " alike.",
          100 * sampled / counted);
    }
  }

  private void permissions(ProfiledRun.Coverage coverage) {
    if (!coverage.perf()) {
      add(
          "perf_event_open(2) is forbidden here (errno %d): samples come from a timer, with less"
              + " precision. Remedy: sysctl kernel.perf_event_paranoid=1, or in a container docker run"
              + " --cap-add PERFMON --security-opt seccomp=unconfined.",
          coverage.perfError());
    } else if (!coverage.kernelFrames()) {
      add(
          "Kernel frames are forbidden here (perf_event_paranoid): time in the kernel, page faults and"
              + " files included, is one row, the part of the CPU time that no sample covers."
              + " Remedy: run as root, or sysctl kernel.perf_event_paranoid=1.");
    } else if (!coverage.kernelSymbols()) {
      add(
          "The kernel's symbols are hidden (kptr_restrict): its work is one row. Remedy: run as root.");
    }
    if (!coverage.jvmSymbols()) {
      add(
          "libjvm.so has no symbol table, or this machine has no libstdc++ that reads its names:"
              + " parsing, verification and linking of classes cannot be told apart. Remedy: a JDK"
              + " build with symbols, such as Temurin, or its debug symbols; the package libstdc++6"
              + " (Fedora and Alpine: libstdc++).");
    }
    if (coverage.dropped() > 0) {
      add("%d samples found no room in the probe's file.", coverage.dropped());
    }
  }
}
