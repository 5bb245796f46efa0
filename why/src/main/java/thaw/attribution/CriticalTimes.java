package thaw.attribution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import thaw.environment.Reading;
import thaw.recording.Window;
import thaw.sandbox.kernel.ThreadTimes;

/**
 * The times that the threads of a window used, by the scheduler's counters. The launcher's thread
 * and the one that runs {@code main} are never at work together, so their sum is that of one
 * critical thread. Threads that have ended count in nothing but {@code allNanos}.
 *
 * @param nanos length of the window
 * @param onCpuNanos of the critical thread
 * @param waitingNanos of the critical thread, for a CPU
 * @param jitNanos CPU time of the JIT compilers
 * @param collectorNanos CPU time of garbage collection and of the VM thread
 * @param otherWaitingNanos of all other threads but the compilers and collectors, for a CPU
 * @param jitWaitingNanos of the JIT compilers, for a CPU
 * @param collectorWaitingNanos of garbage collection and of the VM thread, for a CPU
 * @param allNanos CPU time of all threads, those included that have ended
 * @param jvm CPU time of each of the JVM's compilers and collectors
 */
public record CriticalTimes(
    long nanos,
    long onCpuNanos,
    long waitingNanos,
    long jitNanos,
    long collectorNanos,
    long otherWaitingNanos,
    long jitWaitingNanos,
    long collectorWaitingNanos,
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
    long otherWaiting = 0;
    long jitWaiting = 0;
    long collectorWaiting = 0;
    List<ThreadTimes> threads = window.after().threads();
    for (int i = 0; i < threads.size(); i++) {
      ThreadTimes thread = threads.get(i);
      ThreadTimes earlier = before.get(thread.id());
      long cpu = thread.onCpuNanos() - (earlier == null ? 0 : earlier.onCpuNanos());
      long wait = thread.waitingNanos() - (earlier == null ? 0 : earlier.waitingNanos());
      if (i < CRITICAL_THREADS) {
        onCpu += cpu;
        waiting += wait;
      } else if (isCompiler(thread.name())) {
        jit += cpu;
        jitWaiting += wait;
        jvm.add(new JvmThread(thread.name(), Cause.JIT_THREADS, cpu));
      } else if (isCollector(thread.name())) {
        collector += cpu;
        collectorWaiting += wait;
        jvm.add(new JvmThread(thread.name(), Cause.GC, cpu));
      } else {
        otherWaiting += wait;
      }
    }
    return new CriticalTimes(
        window.nanos(),
        onCpu,
        waiting,
        jit,
        collector,
        otherWaiting,
        jitWaiting,
        collectorWaiting,
        all(window),
        jvm);
  }

  /** Names the compilers that ran: {@code C1}, or {@code C1 and C2}. */
  String compilers() {
    return jvm.stream()
        .filter(thread -> thread.cause() == Cause.JIT_THREADS && thread.onCpuNanos() > 0)
        .map(thread -> thread.name().substring(0, "C1".length()))
        .distinct()
        .sorted()
        .collect(Collectors.joining(" and "));
  }

  /** Returns the time for which the critical thread was neither on a CPU nor waiting for one. */
  long blockedNanos() {
    return Math.max(0, nanos - onCpuNanos - waitingNanos);
  }

  /** Time for which no wait for a CPU accounts, be it the critical thread's or another one's. */
  long ownNanos() {
    long others = otherWaitingNanos + jitWaitingNanos + collectorWaitingNanos;
    return onCpuNanos + Math.max(0, blockedNanos() - others);
  }

  private static long all(Window window) {
    Reading before = window.before();
    Reading after = window.after();
    return Math.max(0, after.usage().cpuNanos() - before.usage().cpuNanos());
  }

  /** The kernel keeps 15 bytes of a name: {@code C2 CompilerThre}. */
  public static boolean isCompiler(String name) {
    return name.startsWith("C1 Compiler") || name.startsWith("C2 Compiler");
  }

  /** Returns whether a name is that of a thread that collects garbage, or of the VM thread. */
  public static boolean isCollector(String name) {
    return name.startsWith("GC Thread")
        || name.startsWith("G1 ")
        || name.startsWith("VM Thread")
        || name.startsWith("ZDriver")
        || name.startsWith("ZWorker");
  }
}
