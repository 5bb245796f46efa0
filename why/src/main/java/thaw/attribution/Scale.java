package thaw.attribution;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import thaw.recording.Window;

/**
 * Brings the proportions of the profiled runs to the size of the baseline.
 *
 * <pre>
 * wall = on CPU + waiting for a CPU + blocked     of the critical thread, by the scheduler's counters
 *
 * on CPU    split like the samples on a CPU
 * blocked   sleeps and peers as long as they were seen to take, the rest split like the looks at the
 *           blocked thread; where it waited for another thread that
 *           itself waited for a CPU, that is waiting
 * waiting   quota: min(waiting, CPU of all threads / share - on CPU), where the quota bites at all;
 *           the rest is the host's: other programs had the CPUs
 * quota     split like the CPU time of those who used it up: this thread, JIT, GC, other threads
 * </pre>
 */
final class Scale {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Window baseline;
  private final double vcpus;
  private final List<Part> parts;
  private final List<Sized> sized = new ArrayList<>();

  /** A part with its size in the baseline, milliseconds. */
  record Sized(Part part, double millis) {}

  /**
   * @param baseline the window of the baseline
   * @param vcpus share that the memory size gives; 2 during init
   * @param parts of all profiled runs, of the same kind of window, with a weight that all together
   *     makes them one window
   */
  private Scale(Window baseline, double vcpus, List<Part> parts) {
    this.baseline = baseline;
    this.vcpus = vcpus;
    this.parts = parts;
  }

  static List<Sized> of(Window baseline, double vcpus, List<Part> parts) {
    Scale scale = new Scale(baseline, vcpus, parts);
    scale.split();
    return scale.sized;
  }

  /**
   * The restore, of which nothing can be seen from inside.
   *
   * @param restoredNanos when the runtime took its first step; 0 where that was not seen
   */
  static List<Sized> ofRestore(Window baseline, long restoredNanos) {
    Scale scale = new Scale(baseline, 1, List.of());
    long first =
        restoredNanos == 0
            ? baseline.endNanos()
            : Math.clamp(restoredNanos, baseline.beginNanos(), baseline.endNanos());
    scale.add(
        Cause.RESTORE, "processes and memory", first - baseline.beginNanos(), PhaseName.RESTORE);
    scale.add(Cause.RESTORE, "afterRestore hooks", baseline.endNanos() - first, PhaseName.RESTORE);
    return scale.sized;
  }

  private void split() {
    CriticalTimes times = CriticalTimes.of(baseline);
    double onCpu = Math.min(times.onCpuNanos(), baseline.nanos());
    double waiting = Math.min(times.waitingNanos(), baseline.nanos() - onCpu);
    double blocked = baseline.nanos() - onCpu - waiting;
    Map<PhaseName, Double> phases = splitOnCpu(onCpu);
    others(times, onCpu, phases);
    splitBlocked(blocked);
    double indirect = indirect(times);
    double quota = quotaNanos(times, onCpu, waiting + indirect);
    waits(times, onCpu, quota, phases);
    measured(Cause.HOST_CONTENTION, "other programs", waiting + indirect - quota, phases);
  }

  private double indirect(CriticalTimes times) {
    double anyone =
        (double) times.jitWaitingNanos()
            + times.collectorWaitingNanos()
            + times.otherWaitingNanos();
    return moved(Cause.GC, times.collectorWaitingNanos())
        + moved(Cause.LOCK_WAIT, times.otherWaitingNanos())
        + moved(Cause.VM_WAIT, anyone)
        + moved(Cause.UNEXPLAINED, anyone); // too short to be seen: locks, hand-overs
  }

  /**
   * Takes from what was spent blocked on threads of the function the time in which these threads
   * waited for a CPU themselves; returns how much.
   */
  private double moved(Cause cause, double waitingNanos) {
    double blocked =
        sized.stream().filter(one -> isBlocked(one, cause)).mapToDouble(Sized::millis).sum();
    double moved = Math.min(blocked, waitingNanos / NANOS_PER_MILLI);
    if (moved <= 0) {
      return 0;
    }
    sized.replaceAll(one ->
        isBlocked(one, cause) ? new Sized(one.part(), one.millis() * (1 - moved / blocked)) : one);
    return moved * NANOS_PER_MILLI;
  }

  private static boolean isBlocked(Sized one, Cause cause) {
    return one.part().blocked() && one.part().cause() == cause;
  }

  private List<Part> critical(boolean blocked) {
    return parts.stream().filter(part -> part.critical() && part.blocked() == blocked).toList();
  }

  private static double weight(List<Part> of) {
    return of.stream().mapToDouble(Part::weight).sum();
  }

  /** The share of each phase in it. */
  private Map<PhaseName, Double> splitOnCpu(double nanos) {
    List<Part> work = critical(false);
    double all = weight(work);
    Map<PhaseName, Double> shares = new EnumMap<>(PhaseName.class);
    if (all <= 0) {
      add(Cause.UNEXPLAINED, "no sample", nanos, lastPhase());
      shares.put(lastPhase(), 1.0);
      return shares;
    }
    for (Part part : work) {
      sized.add(new Sized(part, nanos * part.weight() / all / NANOS_PER_MILLI));
      shares.merge(part.phase(), part.weight() / all, Double::sum);
    }
    return shares;
  }

  private void splitBlocked(double nanos) {
    List<Part> looks = critical(true);
    if (weight(looks) <= 0) {
      add(Cause.UNEXPLAINED, "blocked", nanos, lastPhase());
      return;
    }
    for (Part part : FittedWaits.fitted(looks, nanos)) {
      sized.add(new Sized(part, part.weight() / NANOS_PER_MILLI));
    }
  }

  /** Adds the CPU time of other threads, none of which is in the wall time. */
  private void others(CriticalTimes times, double onCpu, Map<PhaseName, Double> phases) {
    double weights = weight(critical(false));
    for (Part part : parts) {
      if (!part.critical() && weights > 0) {
        sized.add(new Sized(part, onCpu * part.weight() / weights / NANOS_PER_MILLI));
      }
    }
    for (CriticalTimes.JvmThread thread : times.jvm()) {
      phases.forEach((phase, share) -> {
        double nanos = thread.onCpuNanos() * share;
        Part part = measured(thread.cause(), thread.name(), nanos, phase);
        sized.add(new Sized(part.beside(thread.name()), nanos / NANOS_PER_MILLI));
      });
    }
  }

  private double quotaNanos(CriticalTimes times, double onCpu, double waiting) {
    long before = baseline.before().usage().throttledNanos().orElse(0);
    long after = baseline.after().usage().throttledNanos().orElse(0);
    if (after <= before) {
      return 0; // the kernel held nothing back
    }
    double byOthers =
        sized.stream()
            .filter(one -> one.part().blocked() && one.part().cause().kind() != Cause.Kind.BLOCKED)
            .mapToDouble(Sized::millis)
            .sum();
    return Math.clamp(
        times.allNanos() / vcpus - onCpu - byOthers * NANOS_PER_MILLI, 0, Math.max(0, waiting));
  }

  private void waits(
      CriticalTimes times, double onCpu, double quota, Map<PhaseName, Double> phases) {
    double all = Math.max(times.allNanos(), onCpu);
    if (all <= 0) {
      measured(Cause.THROTTLED, "this thread (CPU quota)", quota, phases);
      return;
    }
    double jit = quota * times.jitNanos() / all;
    double collector = quota * times.collectorNanos() / all;
    double own = quota * onCpu / all;
    measured(Cause.JIT_THREADS, times.compilers(), jit, phases);
    measured(Cause.GC, "collector's CPU quota", collector, phases);
    measured(Cause.THROTTLED, "this thread (CPU quota)", own, phases);
    measured(Cause.THROTTLED, "other threads", quota - jit - collector - own, phases);
  }

  private void measured(Cause cause, String owner, double nanos, Map<PhaseName, Double> phases) {
    phases.forEach((phase, share) -> add(cause, owner, nanos * share, phase));
  }

  private void add(Cause cause, String owner, double nanos, PhaseName phase) {
    if (nanos <= 0) {
      return;
    }
    sized.add(new Sized(measured(cause, owner, nanos, phase), nanos / NANOS_PER_MILLI));
  }

  private Part measured(Cause cause, String owner, double nanos, PhaseName phase) {
    return Part.measured(
        0, baseline.kind(), phase, cause.kind() == Cause.Kind.BLOCKED, cause, owner, "", nanos);
  }

  private PhaseName lastPhase() {
    return switch (baseline.kind()) {
      case INIT -> PhaseName.HANDLER_INIT;
      case RESTORE -> PhaseName.RESTORE;
      case FIRST_INVOCATION -> PhaseName.FIRST_INVOCATION;
      case LATER_INVOCATION -> PhaseName.LATER_INVOCATIONS;
    };
  }
}
