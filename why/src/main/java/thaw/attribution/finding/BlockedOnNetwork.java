package thaw.attribution.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Cost;

/** Init that waits for a peer: one finding per peer, and one for pauses between tries. */
final class BlockedOnNetwork implements Check {
  @Override
  public List<Finding> findings(AnalysisContext examined) {
    NetworkInInit network = new NetworkInInit(examined);
    List<Finding> findings = new ArrayList<>();
    examined
        .profile()
        .by(network::isWait, sample -> Optional.of(sample.owner()))
        .forEach((peer, samples) ->
            findings.add(
                finding(
                    examined,
                    "init waits for " + (peer.isEmpty() ? "the network" : peer),
                    "blocked for %s until it answered",
                    samples)));
    List<ProfileSample> pauses =
        examined.profile().samples().stream().filter(network::isPause).toList();
    if (!pauses.isEmpty()) {
      findings.add(
          finding(
              examined,
              "init waits between tries to reach a peer",
              "asleep for %s in code that connects",
              pauses));
    }
    return findings;
  }

  private static Finding finding(
      AnalysisContext examined, String title, String evidence, List<ProfileSample> waits) {
    Cost cost = examined.profile().cost(waits);
    double rest = Math.max(0, examined.profile().own(PhaseName.HANDLER_INIT) - cost.millis());
    String place = examined.mainPlace(waits);
    return Check.finding(
        "blocked-on-network-in-init",
        place.isEmpty() ? title : title + ", in " + Check.method(place),
        evidence.formatted(cost.text()),
        place,
        new Gain(
            Math.min(cost.millis(), rest),
            cost.millis(),
            "if it is asked in the background: the rest of init takes no longer than that"),
        "ask in the background while classes load: static final CompletableFuture<T> ANSWER ="
            + " CompletableFuture.supplyAsync(() -> ask()), and join() where it is needed; or ask"
            + " only when an event needs it");
  }
}
