package thaw.explanation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import thaw.attribution.Cause;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.presentation.text.Text;
import thaw.recording.Frame;

/** Samples' frames as names, and the roots that all profile formats share. */
final class ProfileFrames {
  /** Millions of frames have some ten thousand names. */
  private final Map<Frame, String> names = new HashMap<>();

  /** The phase; of threads that nobody waited for it says so, since their time is no wall time. */
  static String root(PhaseName phase, boolean critical) {
    return critical ? phase.label() : phase.label() + ", CPU of other threads";
  }

  /** The leaf first. A sample without frames has its cause for one. */
  List<String> names(ProfileSample sample) {
    return sample.frames().isEmpty()
        ? List.of(frame(sample.cause()))
        : sample.frames().stream()
            .map(frame -> names.computeIfAbsent(frame, each -> Text.clean(each.text())))
            .toList();
  }

  static String frame(Cause cause) {
    return "[" + cause.label() + "]";
  }
}
