package thaw.recording;

import java.util.List;
import java.util.Map;

/**
 * Has what the probe saw of a cold start.
 *
 * @param mainThread the number of the thread that runs {@code main}
 * @param intervalNanos CPU time between two samples of a thread
 * @param lookNanos wall time between two looks at a main thread that may be blocked
 * @param samples of all Java threads, by time
 * @param waits of the main thread: how long it was blocked, and where
 * @param classLoads of all threads, by time
 * @param requested stacks in which the class that was asked for was loaded
 * @param collections of the garbage collector
 * @param agentLoaded when the JVM loaded the probe: the launcher's work was done
 * @param vmReady when the JVM was ready to run {@code main}
 * @param threads names by number
 * @param coverage what can be relied upon
 */
public record ProfiledRun(
    long mainThread,
    long intervalNanos,
    long lookNanos,
    List<ThreadSample> samples,
    List<ThreadSample> waits,
    List<ClassLoad> classLoads,
    List<Requested> requested,
    List<Span> collections,
    Border agentLoaded,
    Border vmReady,
    Map<Long, String> threads,
    Coverage coverage) {
  public ProfiledRun {
    samples = List.copyOf(samples);
    waits = List.copyOf(waits);
    classLoads = List.copyOf(classLoads);
    requested = List.copyOf(requested);
    collections = List.copyOf(collections);
    threads = Map.copyOf(threads);
  }

  /** The class that was asked for was loaded here; the leaf first. */
  public record Requested(long nanos, String className, List<Frame> frames) {
    public Requested {
      frames = List.copyOf(frames);
    }
  }

  /**
   * A moment of the main thread.
   *
   * @param nanos {@link System#nanoTime}
   * @param onCpuNanos what the launcher's and the main thread had used until then, before the start
   *     of the program as well
   * @param waitingNanos what they had waited for a CPU
   */
  public record Border(long nanos, long onCpuNanos, long waitingNanos) {}

  /** The time from one moment to another, by {@link System#nanoTime}. */
  public record Span(long beginNanos, long endNanos) {}

  /**
   * Tells what this host and this JDK let the probe see.
   *
   * @param perf whether threads were sampled by their own CPU clocks
   * @param perfError errno of perf_event_open(2) where it was refused with kernel frames, else 0
   * @param kernelFrames whether kernel frames were seen
   * @param kernelSymbols whether they have names
   * @param jvmSymbols whether libjvm has a symbol table, and this machine what reads its names
   * @param taken samples that were taken
   * @param dropped records for which there was no room
   * @param handlerNanos what taking samples cost the sampled threads
   */
  public record Coverage(
      boolean perf,
      int perfError,
      boolean kernelFrames,
      boolean kernelSymbols,
      boolean jvmSymbols,
      long taken,
      long dropped,
      long handlerNanos) {}
}
