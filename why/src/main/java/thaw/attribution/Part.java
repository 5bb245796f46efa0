package thaw.attribution;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import thaw.recording.Frame;
import thaw.recording.Window;

/**
 * A piece of one profiled run that has a meaning, and its size in that run. Sizes are proportions:
 * how long it is in the baseline, {@link Scale} says.
 *
 * @param run 1 for the first
 * @param nanos of the sample, {@link System#nanoTime}; 0 of what was measured and not sampled
 * @param critical whether the cold start waited for this just then
 * @param blocked whether no CPU worked for it
 * @param definedClass the class that was being loaded; empty of other work
 * @param weight nanoseconds in the profiled run
 * @param samples how many it stands for: 1, or 0 of what was measured
 */
@RecordBuilder
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
    List<Frame> frames)
    implements PartBuilder.With {
  /**
   * Returns a part that was measured and not sampled, of the thread that the cold start waits for.
   *
   * @param run 0 where it is of no profiled run
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
    return PartBuilder.builder()
        .run(run)
        .window(window)
        .phase(phase)
        .thread("main")
        .critical(true)
        .blocked(blocked)
        .cause(cause)
        .owner(owner)
        .requester(requester)
        .firstParty("")
        .definedClass("")
        .weight(weight)
        .frames(List.of())
        .build();
  }

  /** The same of another thread, for which nothing waited. */
  Part beside(String other) {
    return with().thread(other).critical(false).build();
  }

  /** Returns whether what it waits for takes as long on a busy machine as on an idle one. */
  boolean waitsOutside() {
    return blocked
        && (cause == Cause.SLEEP
            || (cause == Cause.NETWORK_WAIT && !owner.equals(Classifier.RUNTIME_API)));
  }
}
