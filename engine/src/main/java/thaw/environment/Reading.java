package thaw.environment;

import java.util.List;
import java.util.Map;
import thaw.sandbox.SandboxUsage;
import thaw.sandbox.kernel.ThreadTimes;

/**
 * The counters of the kernel and the JVM at one moment, read from outside.
 *
 * @param nanos {@link System#nanoTime} of the moment
 * @param threads of the runtime process, the oldest first: the launcher's own, then the one that
 *     runs {@code main}, then the JVM's and the function's
 * @param usage of the whole environment
 * @param jvmCounters HotSpot's {@code hsperfdata} by name; empty when the JVM keeps none, or none
 *     yet
 */
public record Reading(
    long nanos, List<ThreadTimes> threads, SandboxUsage usage, Map<String, Long> jvmCounters) {
  public Reading {
    threads = List.copyOf(threads);
    jvmCounters = Map.copyOf(jvmCounters);
  }
}
