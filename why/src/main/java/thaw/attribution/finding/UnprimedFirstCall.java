package thaw.attribution.finding;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.CallSite;
import thaw.attribution.evidence.ClassCode;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;
import thaw.attribution.evidence.Profile;

/**
 * A first invocation that does for the first time what init could have done before. A function is
 * primed when init makes a call of a library that the handler makes, too, beyond making objects; of
 * clients of the SDK, any operation.
 */
final class UnprimedFirstCall implements Check {
  private static final Code LAMBDA = Code.of("com.amazonaws.services.lambda.", "org.crac.");

  /** Methods that make objects, and methods that every object has. */
  private static final Set<String> IDLE =
      Set.of("<init>", "builder", "build", "create", "getClass", "hashCode", "equals", "toString");

  /** Later invocations of a container that was never asked take a small part of the first. */
  private static final double LONG = 3;

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    if (examined.evidence().laterMillis().isEmpty()) {
      return List.of();
    }
    double later = examined.evidence().laterMillis().getAsDouble();
    double first = examined.profile().own(PhaseName.FIRST_INVOCATION);
    Set<String> calls = work(examined.reach().handlerSites());
    calls.retainAll(libraryCalls(examined, examined.reach().handlerSites()));
    boolean unprimed = !calls.isEmpty() && !isPrimed(examined, calls);
    if (first <= later || !(unprimed || isReachedUnprimed(examined, first, later))) {
      return List.of();
    }
    Gain all = examined.profile().moved(sample -> true, examined.settings().snapStart());
    double work =
        examined.profile().work(sample -> sample.phase() == PhaseName.FIRST_INVOCATION).millis();
    double share = Math.min(1, (first - later) / Math.max(work, first - later));
    return List.of(
        Check.finding(
            "unprimed-first-call",
            "the first invocation calls for the first time what init could have called",
            "the first invocation took %s, a later one %s (medians of wall time)"
                .formatted(Cost.millis(first), Cost.millis(later)),
            place(examined, calls),
            all.times(share * least(examined), share),
            HandlerPriming.remedy(examined)));
  }

  /**
   * Returns the factor of the least gain: with SnapStart the gain of what is moved has it already.
   */
  private static double least(AnalysisContext examined) {
    return examined.settings().snapStart() ? 1 : Profile.LEAST_OF_MOVED;
  }

  /**
   * Tells whether the first invocation is much longer than later ones and init ran none of the own
   * code that it ran. It decides where a container calls own code or does all of the request's work
   * itself, as bytecode does not tell there what an invocation reaches.
   */
  private static boolean isReachedUnprimed(AnalysisContext examined, double first, double later) {
    if (examined.code().find(examined.settings().handlerClass()).isPresent()
        && unreached(examined, PhaseName.FIRST_INVOCATION).isEmpty()) {
      return false;
    }
    if (examined.settings().snapStart() && examined.reach().hooks().findAny().isPresent()) {
      return false;
    }
    Set<CallSite.MethodId> primed = unreached(examined, PhaseName.HANDLER_INIT);
    return first >= LONG * later
        && unreached(examined, PhaseName.FIRST_INVOCATION).stream().noneMatch(primed::contains);
  }

  /** Own methods that were sampled and that no call of the handler leads to. */
  private static Set<CallSite.MethodId> unreached(AnalysisContext examined, PhaseName phase) {
    return examined.profile().samples().stream()
        .filter(sample -> sample.phase() == phase)
        .flatMap(sample -> Profile.java(sample).stream())
        .filter(frame -> examined.isOwn(frame) && !frame.method().startsWith("<"))
        .flatMap(frame -> examined.code().methods(frame).limit(1))
        .map(ClassCode.Method::id)
        .filter(id -> !examined.reach().handlerMethods().contains(id))
        .collect(Collectors.toSet());
  }

  private static boolean isPrimed(AnalysisContext examined, Set<String> calls) {
    boolean clients = calls.stream().anyMatch(UnprimedFirstCall::isClientCall);
    Set<String> early = work(examined.reach().initSites());
    return early.stream().filter(calls::contains).anyMatch(call -> !clients || isClientCall(call));
  }

  private static String place(AnalysisContext examined, Set<String> calls) {
    String sampled = examined.mainPlace(sample -> sample.phase() == PhaseName.FIRST_INVOCATION);
    return sampled.isEmpty()
        ? examined
            .reach()
            .handlerSites()
            .filter(site -> calls.contains(key(site)))
            .findFirst()
            .map(examined.code()::place)
            .orElse("")
        : sampled;
  }

  private static boolean isClientCall(String key) {
    return key.substring(0, key.indexOf('#')).endsWith("Client");
  }

  private static Set<String> libraryCalls(AnalysisContext examined, Stream<CallSite> sites) {
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
        .filter(site -> !IDLE.contains(site.name()))
        .filter(site -> !site.simpleOwner().endsWith("Builder"))
        .map(UnprimedFirstCall::key)
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static String key(CallSite site) {
    return site.owner() + "#" + site.name();
  }
}
