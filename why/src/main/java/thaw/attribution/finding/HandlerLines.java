package thaw.attribution.finding;

import java.util.List;
import java.util.Optional;
import thaw.attribution.Explanation;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Profile;
import thaw.recording.Frame;

/** Finds what the first invocation does below each line of the handler's own class. */
final class HandlerLines {
  private HandlerLines() {}

  /** Returns the lines; what costs most comes first. */
  static List<Explanation.HandlerLine> of(AnalysisContext examined) {
    return examined
        .profile()
        .by(
            sample -> sample.phase() == PhaseName.FIRST_INVOCATION,
            sample -> line(examined, sample))
        .entrySet()
        .stream()
        .map(entry -> line(examined, entry.getKey(), entry.getValue()))
        .toList();
  }

  /**
   * Returns the line of the outermost frame of the handler, which is in the method that got the
   * event.
   */
  private static Optional<String> line(AnalysisContext examined, ProfileSample sample) {
    String handler = examined.settings().handlerClass();
    return Profile.java(sample).reversed().stream()
        .filter(frame -> frame.className().equals(handler))
        .findFirst()
        .map((Frame.Java frame) -> examined.code().place(frame));
  }

  private static Explanation.HandlerLine line(
      AnalysisContext examined, String place, List<ProfileSample> samples) {
    Gain gain = examined.profile().moved(samples, examined.settings().snapStart());
    return new Explanation.HandlerLine(place, gain.low(), gain.high());
  }
}
