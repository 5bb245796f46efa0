package thaw.sandbox;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import thaw.sandbox.kernel.ProcessStat;

/** Reads what the processes of a box have used since a moment. One owner calls it. */
final class UsageMeter {
  private final Cgroup cgroup;
  private final Supplier<Stream<Long>> pids;
  private SandboxUsage before = SandboxUsage.NONE;
  private long peakMemoryBytes;

  /**
   * @param pids of all processes that count, now
   */
  UsageMeter(Cgroup cgroup, Supplier<Stream<Long>> pids) {
    this.cgroup = cgroup;
    this.pids = pids;
  }

  /** Begins anew: what has been used until now does not count. */
  void reset() {
    before = counters();
  }

  /** Returns the usage. Of processes that have ended, the CPU time is in it and nothing else. */
  SandboxUsage usage() {
    SandboxUsage usage = counters().since(before);
    peakMemoryBytes = Math.max(peakMemoryBytes, usage.maxMemoryBytes());
    return usage.withMaxMemoryBytes(peakMemoryBytes);
  }

  long residentBytes() {
    return pids.get().mapToLong(ProcessStat::residentBytes).sum();
  }

  private SandboxUsage counters() {
    List<ProcessStat> stats = pids.get().flatMap(pid -> ProcessStat.read(pid).stream()).toList();
    long cpu =
        cgroup.cpuNanos().orElseGet(() -> stats.stream().mapToLong(ProcessStat::cpuNanos).sum());
    return new SandboxUsage(
        cpu,
        cgroup.throttledNanos(),
        stats.stream().mapToLong(ProcessStat::peakResidentBytes).sum(),
        stats.stream().mapToLong(ProcessStat::minorFaults).sum(),
        stats.stream().mapToLong(ProcessStat::majorFaults).sum(),
        stats.stream().mapToLong(ProcessStat::bytesRead).sum(),
        stats.stream().mapToLong(ProcessStat::storageBytesRead).sum());
  }
}
