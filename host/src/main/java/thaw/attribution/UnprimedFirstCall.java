package thaw.attribution;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A first invocation that does for the first time what init could have done before. A function is
 * primed when init reaches own code or a call of a library that the handler reaches, too, beyond
 * making objects.
 */
final class UnprimedFirstCall implements Check {
  private static final Code LAMBDA = Code.of("com.amazonaws.services.lambda.", "org.crac.");

  /** Predicted 195 ms, came to 171 ms. */
  private static final double LEAST = 171.0 / 195;

  @Override
  public List<Finding> findings(Case examined) {
    if (examined.evidence().laterMillis().isEmpty()) {
      return List.of();
    }
    double later = examined.evidence().laterMillis().getAsDouble();
    double first = examined.profile().wall(PhaseName.FIRST_INVOCATION);
    Set<String> calls = work(examined.reach().handlerSites());
    calls.retainAll(libraryCalls(examined, examined.reach().handlerSites()));
    if (first <= later || calls.isEmpty() || isPrimed(examined, calls)) {
      return List.of();
    }
    Gain all = examined.profile().moved(sample -> true, examined.settings().snapStart());
    double share = (first - later) / first;
    CallSite call =
        examined
            .sites(site -> examined.reach().inHandler(site) && calls.contains(key(site)))
            .getFirst();
    return List.of(
        Check.finding(
            "unprimed-first-call",
            "the first invocation calls for the first time what init could have called",
            "the first invocation took %s, a later one %s (medians of wall time)"
                .formatted(Cost.millis(first), Cost.millis(later)),
            examined.mainPlace(
                sample -> sample.phase() == PhaseName.FIRST_INVOCATION, List.of(call)),
            all.times(share * LEAST, share),
            "prime: make the same calls once in a static initialiser, with an event that changes"
                + " nothing: static { HANDLER.handleRequest(SAMPLE_EVENT, null); }, and with"
                + " SnapStart in beforeCheckpoint"));
  }

  private static boolean isPrimed(Case examined, Set<String> calls) {
    Set<CallSite.MethodId> both = new HashSet<>(examined.reach().initMethods());
    both.retainAll(examined.reach().handlerMethods());
    both.removeIf(method -> method.name().startsWith("<"));
    Set<String> initCalls = work(examined.reach().initSites());
    boolean clients = calls.stream().anyMatch(UnprimedFirstCall::isClientCall);
    return examined
            .reach()
            .handlerSites()
            .anyMatch(site -> both.contains(site.in()) && calls.contains(key(site)))
        || initCalls.stream()
            .filter(calls::contains)
            .anyMatch(call -> !clients || isClientCall(call));
  }

  private static boolean isClientCall(String key) {
    return key.substring(0, key.indexOf('#')).endsWith("Client");
  }

  private static Set<String> libraryCalls(Case examined, Stream<CallSite> sites) {
    return sites
        .filter(site -> !Code.JDK.test(site.owner()))
        .filter(site -> !LAMBDA.test(site.owner()))
        .filter(site -> !examined.isFirstParty(site.owner()))
        .map(UnprimedFirstCall::key)
        .collect(Collectors.toSet());
  }

  /** Calls that do more than make an object. */
  private static Set<String> work(Stream<CallSite> sites) {
    return sites
        .filter(CallSite::isCall)
        .filter(site -> !site.name().equals("<init>"))
        .filter(site -> !Set.of("builder", "build", "create").contains(site.name()))
        .filter(site -> !site.simpleOwner().endsWith("Builder"))
        .map(UnprimedFirstCall::key)
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static String key(CallSite site) {
    return site.owner() + "#" + site.name();
  }
}
