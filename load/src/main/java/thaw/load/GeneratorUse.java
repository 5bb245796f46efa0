package thaw.load;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The CPU time that the generator itself needed.
 *
 * @param wall how long it sent
 * @param busiest CPU time of the one of its threads that needed most: at the wall's length it was
 *     at its limit
 * @param process CPU time of its whole process, which may hold more than the generator
 * @param collections time in which the process stood still for garbage collection
 * @param host what all programs together left of this machine
 */
public record GeneratorUse(
    Duration wall, Duration busiest, Duration process, Duration collections, HostUse host) {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Returns the CPU time that the calling thread has used. */
  static long ownCpuNanos() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** Returns the CPU time that this program has used. */
  static long processNanos() {
    return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
        .getProcessCpuTime();
  }

  static GeneratorUse sum(Collection<GeneratorUse> parts) {
    return parts.stream()
        .reduce(
            new GeneratorUse(
                Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, HostUse.UNKNOWN),
            (a, b) ->
                new GeneratorUse(
                    a.wall.plus(b.wall),
                    a.busiest.plus(b.busiest),
                    a.process.plus(b.process),
                    a.collections.plus(b.collections),
                    a.host.plus(b.host)));
  }

  /** The busiest thread's share of one CPU. */
  public double busiestShare() {
    return wall.isZero() ? 0 : (double) busiest.toNanos() / wall.toNanos();
  }

  /** Measures one interval. */
  static final class Meter {
    private final Map<Thread, Long> before = new HashMap<>();
    private final long begin = System.nanoTime();
    private final long process = processNanos();
    private final long collections = collectionMillis();
    private final HostUse host = HostUse.sinceBoot();
    private long end;

    private Meter(List<Thread> threads) {
      threads.forEach(thread -> before.put(thread, cpuNanos(thread)));
    }

    static Meter start(List<Thread> threads) {
      return new Meter(threads);
    }

    /** Nothing is left to be sent: the wait for the last answers needs no time of a CPU. */
    void sent() {
      end = System.nanoTime();
    }

    /**
     * @param ended CPU time of a thread that is not there any more
     */
    GeneratorUse stop(long ended) {
      long busiest = ended;
      for (Map.Entry<Thread, Long> each : before.entrySet()) {
        busiest = Math.max(busiest, cpuNanos(each.getKey()) - each.getValue());
      }
      return new GeneratorUse(
          Duration.ofNanos((end == 0 ? System.nanoTime() : end) - begin),
          Duration.ofNanos(busiest),
          Duration.ofNanos(processNanos() - process),
          Duration.ofMillis(collectionMillis() - collections),
          HostUse.sinceBoot().minus(host));
    }

    /** 0 for a thread that does not run. */
    private static long cpuNanos(Thread thread) {
      return Math.max(0, THREADS.getThreadCpuTime(thread.threadId()));
    }

    private static long collectionMillis() {
      return ManagementFactory.getGarbageCollectorMXBeans().stream()
          .mapToLong(collector -> Math.max(0, collector.getCollectionTime()))
          .sum();
    }
  }
}
