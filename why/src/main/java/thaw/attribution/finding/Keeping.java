package thaw.attribution.finding;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.CallSite;
import thaw.attribution.evidence.Code;

/**
 * Finds what the first invocation asks for and may keep for all later ones: an object that is the
 * same whatever the event is. Anything else can be called once before, and must not be kept: the
 * answer to the first event would be that to all.
 */
final class Keeping {
  private static final Code PEERS =
      Code.of(
          "java.net.Socket",
          "java.net.http.",
          "java.nio.channels.",
          "java.sql.",
          "sun.net.www.http.",
          "sun.nio.ch.NioSocketImpl",
          "sun.nio.ch.SocketChannelImpl");
  private static final Set<String> MAKERS =
      Set.of("<init>", "build", "create", "compile", "getInstance", "newInstance", "of", "prepare");

  private Keeping() {}

  /**
   * The call as own code has it.
   *
   * @param samples all of the call in the first invocation
   */
  static Optional<CallSite> site(AnalysisContext examined, Collection<ProfileSample> samples) {
    return samples.stream()
        .flatMap(sample -> OwnCall.in(examined, sample).stream())
        .flatMap(sampled -> sampled.site().stream())
        .findFirst();
  }

  static boolean isPossible(
      AnalysisContext examined, CallSite site, Collection<ProfileSample> samples) {
    return isMaking(site)
        && !site.in().name().equals("<clinit>") // it is kept already
        && samples.stream().noneMatch(Keeping::asksOthers)
        && !EventData.isTakenBy(site, examined, examined.settings().handlerClass());
  }

  /** A builder makes something else each time. */
  private static boolean isMaking(CallSite site) {
    boolean makes =
        site.name().equals("<init>")
            || (!site.descriptor().endsWith(")V") && !site.descriptor().endsWith("Builder;"));
    return makes
        && !site.simpleOwner().endsWith("Builder")
        && (MAKERS.contains(site.name()) || site.name().startsWith("create"));
  }

  /** Whoever asks a peer or a file gets another answer another time. */
  private static boolean asksOthers(ProfileSample sample) {
    return switch (sample.cause()) {
      case NETWORK_WAIT, NETWORK_CODE, KERNEL_NETWORK, SLEEP -> true;
      default -> PEERS.within(sample);
    };
  }
}
