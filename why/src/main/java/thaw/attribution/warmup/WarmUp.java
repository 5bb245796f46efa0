package thaw.attribution.warmup;

import java.util.List;

/**
 * Tells how an environment's requests become faster after its init phase, and by what. Times of
 * requests are those of baseline runs; how the CPU time divides is seen in runs with the probe.
 *
 * @param load under which it was measured
 * @param c1Only whether the JVM has no C2 compiler
 * @param stretches of requests, in their order; the last one is what the others are compared with
 * @param points latencies by the number of the request on its sender
 * @param classes that were loaded after init
 * @param firstUses what costs more in first requests than in the last stretch, the largest first
 * @param remedies what can be done, with their evidence
 * @param notes what a reader must know of the figures
 */
public record WarmUp(
    Load load,
    boolean c1Only,
    List<StretchTimes> stretches,
    List<Point> points,
    List<LateClass> classes,
    List<FirstUse> firstUses,
    List<WarmRemedy> remedies,
    List<String> notes) {
  public WarmUp {
    stretches = List.copyOf(stretches);
    points = List.copyOf(points);
    classes = List.copyOf(classes);
    firstUses = List.copyOf(firstUses);
    remedies = List.copyOf(remedies);
    notes = List.copyOf(notes);
  }

  /**
   * @param senders at once, each with one request at a time
   * @param requests of each sender
   * @param threads that the environment has for requests
   * @param serving threads that had work, in the run with the fewest
   * @param vcpus of the environment
   * @param runs baseline ones, and as many profiled ones
   * @param failures requests of all baseline runs that were answered with an error
   */
  public record Load(
      int senders, int requests, int threads, int serving, double vcpus, int runs, int failures) {}

  /**
   * One stretch; milliseconds are of one request.
   *
   * @param first number of its first request on each sender, from 1
   * @param last of its last one
   * @param requests in all baseline runs
   * @param meanMillis equals the sum of the next three
   * @param cpuMillis of all threads of the function but the JVM's own
   * @param waitingMillis for a CPU, so far as it is before the response
   * @param heldBack share of the stretch in which the CPU limit of the environment's size held some
   *     thread of it back
   * @param restMillis neither: sockets, locks, services, and Thaw's own way
   * @param work how {@code cpuMillis} divides
   * @param samples on which {@code work} rests
   * @param jitMillis CPU time of the compilers, beside the request
   * @param collectorMillis CPU time of garbage collection, beside the request
   * @param classesLoaded in one environment
   * @param compiledByC1 methods, in one environment
   * @param compiledByC2 likewise
   */
  public record StretchTimes(
      int first,
      int last,
      int requests,
      double p50Millis,
      double p90Millis,
      double slowestMillis,
      double meanMillis,
      double cpuMillis,
      double waitingMillis,
      double heldBack,
      double restMillis,
      List<WorkShare> work,
      int samples,
      double jitMillis,
      double collectorMillis,
      double classesLoaded,
      double compiledByC1,
      double compiledByC2) {
    public StretchTimes {
      work = List.copyOf(work);
    }

    /** Returns the milliseconds of one kind of work; 0 where none was seen. */
    public double millis(WarmWork kind) {
      return work.stream()
          .filter(share -> share.kind() == kind)
          .mapToDouble(WorkShare::millis)
          .sum();
    }
  }

  /** A part of a stretch's CPU time. */
  record WorkShare(WarmWork kind, double millis, int samples) {}

  /** Latencies of the requests that were their sender's first, second, and so on. */
  public record Point(int number, double p50Millis, double slowestMillis) {}

  /**
   * @param stretch the number of the first request of the stretch in which it was loaded
   * @param runs profiled environments in which it was
   */
  public record LateClass(String name, String library, int stretch, boolean archived, int runs) {}

  /**
   * A thing that a method of the function asks for.
   *
   * @param method of the function's own that the work is for; empty where none is on the stack
   * @param library whose code or classes it is
   * @param mostly the largest kind of work
   * @param firstMillis of one first request
   * @param lastMillis of one request of the last stretch
   * @param samples in the first stretch
   */
  public record FirstUse(
      String method,
      String library,
      WarmWork mostly,
      double firstMillis,
      double lastMillis,
      int samples) {
    double excessMillis() {
      return firstMillis - lastMillis;
    }
  }
}
