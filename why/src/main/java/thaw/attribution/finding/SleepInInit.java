package thaw.attribution.finding;

import java.util.List;
import thaw.attribution.Cause;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Cost;

/** Init that waits for nothing but time; not between two tries to reach a peer. */
final class SleepInInit implements Check {
  @Override
  public List<Finding> findings(AnalysisContext examined) {
    NetworkInInit network = new NetworkInInit(examined);
    List<ProfileSample> asleep =
        examined.profile().samples().stream()
            .filter(sample -> sample.cause() == Cause.SLEEP)
            .filter(sample -> sample.phase() == PhaseName.HANDLER_INIT)
            .filter(sample -> !network.isPause(sample))
            .toList();
    Cost cost = examined.profile().cost(asleep);
    if (cost.isNone()) {
      return List.of();
    }
    String place = examined.mainPlace(asleep);
    return List.of(
        Check.finding(
            "sleep-in-init",
            place.isEmpty() ? "init sleeps" : Check.method(place) + " sleeps in init",
            "asleep for " + cost.text(),
            place,
            new Gain(cost.millis() * 0.95, cost.millis()),
            "wait for the condition itself, future.get(1, SECONDS) or latch.await(1, SECONDS), in"
                + " place of Thread.sleep"));
  }
}
