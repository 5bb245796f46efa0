package thaw.attribution.finding;

import java.util.List;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Cost;

/** Init that may not end in the time that Lambda gives it: then it starts over, at the quota. */
final class InitNearLimit implements Check {
  private static final double NEAR = 0.7;

  @Override
  public boolean isMistakeAnyway() {
    return true;
  }

  @Override
  public boolean hasFigures() {
    return false;
  }

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    double init =
        examined.profile().own(PhaseName.BOOT)
            + examined.profile().own(PhaseName.RUNTIME_CLIENT)
            + examined.profile().own(PhaseName.HANDLER_INIT);
    double limit = examined.settings().initLimit().toMillis();
    if (init < NEAR * limit) {
      return List.of();
    }
    return List.of(
        Check.finding(
            "init-near-limit",
            "init needs nearly all the time that it may have",
            "%s of %s, without what other programs of this machine took"
                .formatted(Cost.millis(init), Cost.millis(limit)),
            examined.mainPlace(sample -> sample.phase() == PhaseName.HANDLER_INIT),
            new Gain(0, 0), // what its remedy gains, the findings about its rows tell
            "Lambda ends an init of more than 10 s and runs it again within the first invocation:"
                + " take the largest rows of \"handler class init\" out of it, or use SnapStart,"
                + " whose init has more time"));
  }
}
