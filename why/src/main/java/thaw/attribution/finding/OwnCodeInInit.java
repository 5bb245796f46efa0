package thaw.attribution.finding;

import java.util.List;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;

/** Own code that computes in init, with what it calls in the JDK; beyond loading classes. */
final class OwnCodeInInit implements Check {
  @Override
  public List<Finding> findings(AnalysisContext examined) {
    List<ProfileSample> samples =
        examined.profile().samples().stream()
            .filter(sample -> sample.phase() == PhaseName.HANDLER_INIT)
            .filter(OwnCodeInInit::isComputing)
            .filter(LocaleData.tells(examined).negate())
            .filter(
                sample -> Code.requester(sample).filter(frame -> examined.isOwn(frame)).isPresent())
            .toList();
    Cost cost = examined.profile().cost(samples);
    if (cost.isNone()) {
      return List.of();
    }
    String place = examined.mainPlace(samples);
    return List.of(
        Check.finding(
            "own-code-in-init",
            Check.method(place) + " computes in init",
            "it took " + cost.text(),
            place,
            new Gain(cost.millis() / 2, cost.millis()),
            "compute it when the function is built, and read the result as a resource; or when an"
                + " event first needs it"));
  }

  /** Patterns have a finding of their own, and locale data have one, too. */
  private static boolean isComputing(ProfileSample sample) {
    return switch (sample.cause()) {
      case USER_CODE, JDK_CODE, CRYPTO, GC, JIT_MUTATOR, PAGE_FAULTS -> true;
      default -> false;
    };
  }
}
