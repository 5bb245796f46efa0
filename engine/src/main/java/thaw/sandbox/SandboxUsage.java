package thaw.sandbox;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.OptionalLong;

/**
 * The resources that the processes of a sandbox have used since the program started, without what
 * its set-up took.
 *
 * @param cpuNanos CPU time of all threads
 * @param throttledNanos time that the CPU quota held it back, summed over CPUs; empty without quota
 * @param maxMemoryBytes peak resident set size, summed over the living processes
 * @param minorFaults page faults without I/O
 * @param majorFaults page faults with I/O
 * @param bytesRead what read calls returned ({@code rchar} in proc_pid_io(5))
 * @param storageBytesRead what came from the storage device ({@code read_bytes})
 */
@RecordBuilder
public record SandboxUsage(
    long cpuNanos,
    OptionalLong throttledNanos,
    long maxMemoryBytes,
    long minorFaults,
    long majorFaults,
    long bytesRead,
    long storageBytesRead)
    implements SandboxUsageBuilder.With {
  static final SandboxUsage NONE = new SandboxUsage(0, OptionalLong.empty(), 0, 0, 0, 0, 0);

  /** Returns what has been added since; the peak is taken over. */
  SandboxUsage since(SandboxUsage earlier) {
    return new SandboxUsage(
        added(cpuNanos, earlier.cpuNanos),
        throttledNanos.isPresent()
            ? OptionalLong.of(added(throttledNanos.getAsLong(), earlier.throttledNanos.orElse(0)))
            : throttledNanos,
        maxMemoryBytes,
        added(minorFaults, earlier.minorFaults),
        added(majorFaults, earlier.majorFaults),
        added(bytesRead, earlier.bytesRead),
        added(storageBytesRead, earlier.storageBytesRead));
  }

  /** Returns what was added, never below zero: the counters of a process are gone with it. */
  private static long added(long now, long earlier) {
    return Math.max(0, now - earlier);
  }
}
