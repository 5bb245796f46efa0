package thaw.attribution;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Init that waits for a peer: one finding per peer. */
final class BlockedOnNetwork implements Check {
  @Override
  public List<Finding> findings(Case examined) {
    Predicate<ProfileSample> waits =
        sample -> sample.cause() == Cause.NETWORK_WAIT && sample.phase() == PhaseName.HANDLER_INIT;
    return examined.profile().by(waits, sample -> Optional.of(sample.owner())).entrySet().stream()
        .map(peer -> finding(examined, peer))
        .toList();
  }

  private static Finding finding(Case examined, Map.Entry<String, List<ProfileSample>> peer) {
    Cost cost = examined.profile().cost(peer.getValue());
    double rest = Math.max(0, examined.profile().wall(PhaseName.HANDLER_INIT) - cost.millis());
    return Check.finding(
        "blocked-on-network-in-init",
        "init waits for " + (peer.getKey().isEmpty() ? "the network" : peer.getKey()),
        "blocked for " + cost.text() + " until it answered",
        examined.mainPlace(peer.getValue()::contains),
        new Gain(Math.min(cost.millis(), rest), cost.millis()),
        "ask in the background while classes load: static final CompletableFuture<T> ANSWER ="
            + " CompletableFuture.supplyAsync(() -> ask()), and join() where it is needed; or ask"
            + " only when an event needs it");
  }
}
