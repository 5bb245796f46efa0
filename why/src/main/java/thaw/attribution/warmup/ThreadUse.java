package thaw.attribution.warmup;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import thaw.attribution.CriticalTimes;
import thaw.environment.Reading;
import thaw.recording.WarmUpRun;
import thaw.sandbox.kernel.ThreadTimes;

/**
 * The times of threads between two observations, in nanoseconds.
 *
 * @param cpu of the function's, which are all but the next two kinds
 * @param waiting of the same, for a CPU
 * @param jit CPU time of the compilers
 * @param collector CPU time of garbage collection and of the VM thread
 */
record ThreadUse(double cpu, double waiting, double jit, double collector) {
  static ThreadUse in(WarmUpRun.Stretch stretch) {
    Map<Long, ThreadTimes> before = byId(stretch.before());
    double cpu = 0;
    double waiting = 0;
    double jit = 0;
    double collector = 0;
    for (ThreadTimes thread : stretch.after().threads()) {
      ThreadTimes earlier = before.get(thread.id());
      long had = thread.onCpuNanos() - (earlier == null ? 0 : earlier.onCpuNanos());
      if (CriticalTimes.isCompiler(thread.name())) {
        jit += had;
      } else if (CriticalTimes.isCollector(thread.name())) {
        collector += had;
      } else {
        cpu += had;
        waiting += thread.waitingNanos() - (earlier == null ? 0 : earlier.waitingNanos());
      }
    }
    return new ThreadUse(cpu, waiting, jit, collector);
  }

  private static Map<Long, ThreadTimes> byId(Reading reading) {
    Map<Long, ThreadTimes> threads = new HashMap<>();
    reading.threads().forEach(thread -> threads.put(thread.id(), thread));
    return threads;
  }

  /** Threads that had more than a hundredth of what the busiest had. */
  static int serving(WarmUpRun run) {
    Map<Long, ThreadTimes> before = byId(run.stretches().getFirst().before());
    List<Long> had =
        run.stretches().getLast().after().threads().stream()
            .filter(thread -> !CriticalTimes.isCompiler(thread.name()))
            .filter(thread -> !CriticalTimes.isCollector(thread.name()))
            .map(thread -> {
              ThreadTimes earlier = before.get(thread.id());
              return thread.onCpuNanos() - (earlier == null ? 0 : earlier.onCpuNanos());
            })
            .toList();
    long most = had.stream().mapToLong(Long::longValue).max().orElse(0);
    return (int) had.stream().filter(nanos -> nanos > most / 100).count();
  }
}
