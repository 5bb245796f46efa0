package thaw.attribution;

import java.util.List;
import thaw.recording.Frame;
import thaw.recording.Window;

/**
 * A piece of one explained run that has a meaning, and its size in that run. Sizes are proportions:
 * how long it is in the truth, {@link Scale} says.
 *
 * @param run 1 for the first
 * @param nanos of the sample, {@link System#nanoTime}; 0 of what was measured and not sampled
 * @param critical whether the cold start waited for this just then
 * @param blocked whether no CPU worked for it
 * @param definedClass the class that was being loaded; empty of other work
 * @param weight nanoseconds in the explained run
 * @param samples how many it stands for: 1, or 0 of what was measured
 */
record Part(
    int run,
    Window.Kind window,
    PhaseName phase,
    long nanos,
    String thread,
    boolean critical,
    boolean blocked,
    Cause cause,
    String owner,
    String requester,
    String firstParty,
    String definedClass,
    double weight,
    int samples,
    List<Frame> frames) {
  /**
   * What was measured and not sampled, of the thread that the cold start waits for.
   *
   * @param run 0 where it is of no explained run
   * @param requester empty where nobody asked for it
   */
  static Part measured(
      int run,
      Window.Kind window,
      PhaseName phase,
      boolean blocked,
      Cause cause,
      String owner,
      String requester,
      double weight) {
    return new Part(
        run, window, phase, 0, "main", true, blocked, cause, owner, requester, "", "", weight, 0,
        List.of());
  }

  /** The same of another thread, for which nothing waited. */
  Part beside(String other) {
    return new Part(
        run,
        window,
        phase,
        nanos,
        other,
        false,
        blocked,
        cause,
        owner,
        requester,
        firstParty,
        definedClass,
        weight,
        samples,
        frames);
  }

  /** Whether what it waits for takes as long on a busy machine as on an idle one. */
  boolean waitsOutside() {
    return blocked
        && (cause == Cause.SLEEP
            || (cause == Cause.NETWORK_WAIT && !owner.equals(Classifier.RUNTIME_API)));
  }

  Part withWeight(double other) {
    return new Part(
        run,
        window,
        phase,
        nanos,
        thread,
        critical,
        blocked,
        cause,
        owner,
        requester,
        firstParty,
        definedClass,
        other,
        samples,
        frames);
  }
}
