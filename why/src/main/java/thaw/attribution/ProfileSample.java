package thaw.attribution;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import thaw.recording.Frame;

/**
 * A sample with its meaning.
 *
 * @param run 1 for the first profiled run
 * @param atMillis since the start of the process, in its own run
 * @param thread its name
 * @param critical whether the cold start waited for this thread just then: only these add up to the
 *     wall time
 * @param millis of the baseline that the sample stands for; wall time of a critical sample, CPU
 *     time of another
 * @param requester the library whose code asked for it
 * @param owner as in {@link Explanation.CauseShare#owners}
 * @param frames the leaf first
 */
@RecordBuilder
public record ProfileSample(
    int run,
    double atMillis,
    String thread,
    boolean critical,
    PhaseName phase,
    Cause cause,
    double millis,
    String requester,
    String owner,
    List<Frame> frames)
    implements ProfileSampleBuilder.With {
  public ProfileSample {
    frames = List.copyOf(frames);
  }
}
