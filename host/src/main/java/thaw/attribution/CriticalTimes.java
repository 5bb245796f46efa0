package thaw.attribution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import thaw.environment.Reading;
import thaw.recording.Window;
import thaw.sandbox.ThreadTimes;

/**
 * What the threads of a window used, by the scheduler's counters. The launcher's thread and the one
 * that runs {@code main} are never at work together, so their sum is that of one critical thread.
 *
 * @param onCpuNanos of the critical thread
 * @param waitingNanos of the critical thread, for a CPU
 * @param jitNanos CPU time of the JIT compilers
 * @param collectorNanos CPU time of garbage collection and of the VM thread
 * @param allNanos CPU time of all threads, those included that have ended
 * @param jvm CPU time of each of the JVM's compilers and collectors
 */
record CriticalTimes(
    long onCpuNanos,
    long waitingNanos,
    long jitNanos,
    long collectorNanos,
    long allNanos,
    List<JvmThread> jvm) {
  private static final int CRITICAL_THREADS = 2;

  /**
   * @param cause for which it works
   */
  record JvmThread(String name, Cause cause, long onCpuNanos) {}

  static CriticalTimes of(Window window) {
    Map<Long, ThreadTimes> before = new HashMap<>();
    window.before().threads().forEach(thread -> before.put(thread.id(), thread));
    long onCpu = 0;
    long waiting = 0;
    long jit = 0;
    long collector = 0;
    List<JvmThread> jvm = new ArrayList<>();
    List<ThreadTimes> threads = window.after().threads();
    for (int i = 0; i < threads.size(); i++) {
      ThreadTimes thread = threads.get(i);
      ThreadTimes earlier = before.get(thread.id());
      long cpu = thread.onCpuNanos() - (earlier == null ? 0 : earlier.onCpuNanos());
      if (i < CRITICAL_THREADS) {
        onCpu += cpu;
        waiting += thread.waitingNanos() - (earlier == null ? 0 : earlier.waitingNanos());
      } else if (isCompiler(thread.name())) {
        jit += cpu;
        jvm.add(new JvmThread(thread.name(), Cause.JIT_THREADS, cpu));
      } else if (isCollector(thread.name())) {
        collector += cpu;
        jvm.add(new JvmThread(thread.name(), Cause.GC, cpu));
      }
    }
    return new CriticalTimes(onCpu, waiting, jit, collector, all(window), jvm);
  }

  private static long all(Window window) {
    Reading before = window.before();
    Reading after = window.after();
    return Math.max(0, after.usage().cpuNanos() - before.usage().cpuNanos());
  }

  /** The kernel keeps 15 bytes of a name: {@code C2 CompilerThre}. */
  private static boolean isCompiler(String name) {
    return name.startsWith("C1 Compiler") || name.startsWith("C2 Compiler");
  }

  private static boolean isCollector(String name) {
    return name.startsWith("GC Thread")
        || name.startsWith("G1 ")
        || name.startsWith("VM Thread")
        || name.startsWith("ZDriver")
        || name.startsWith("ZWorker");
  }
}
