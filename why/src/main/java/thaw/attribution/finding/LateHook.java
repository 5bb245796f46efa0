package thaw.attribution.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.CallSite;
import thaw.attribution.evidence.ClassCode;
import thaw.attribution.evidence.Profile;
import thaw.attribution.evidence.ReachableMethods;

/**
 * A hook that the first invocation of a process from a snapshot registers: it has not run before
 * the snapshot, and what it would have done there a request waits for. The log of class loads tells
 * it: the class that registers was not loaded before the invocation, or CRaC itself was not.
 */
final class LateHook implements Check {
  private static final Set<String> CONTEXTS =
      Set.of("org.crac.Context", "com.amazonaws.services.lambda.crac.Context");

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    return hooks(examined).stream().map(hook -> finding(examined, hook)).toList();
  }

  /** A mistake though the hook does little: what it does after a restore is not done, either. */
  @Override
  public boolean isMistakeAnyway() {
    return true;
  }

  /**
   * @param method what should have run before the snapshot
   * @param registered where it was registered
   */
  private record Hook(ClassCode.Method method, CallSite registered) {
    /** Returns the name of its class without the package, as source code has it. */
    String type() {
      return simple(method.id().className());
    }

    /** Returns whether its constructor registers it. */
    boolean isOfItself() {
      return registered.in().className().equals(method.id().className())
          && registered.in().name().equals("<init>");
    }
  }

  private static List<Hook> hooks(AnalysisContext examined) {
    if (!examined.settings().snapStart()) {
      return List.of();
    }
    List<CallSite> late = examined.code().sites().filter(site -> isLate(examined, site)).toList();
    Set<String> registering =
        late.stream().map(site -> site.in().className()).collect(Collectors.toSet());
    List<Hook> found = new ArrayList<>();
    ReachableMethods.hooks(examined.code())
        .filter(hook ->
            registering.contains(hook.id().className())
                || examined.isLoadedLate(hook.id().className()))
        .forEach(hook -> site(hook, late).ifPresent(site -> found.add(new Hook(hook, site))));
    return found;
  }

  /** A hook registers itself in most cases, else it is registered where others are. */
  private static Optional<CallSite> site(ClassCode.Method hook, List<CallSite> late) {
    Predicate<CallSite> own = site -> site.in().className().equals(hook.id().className());
    return Stream.concat(late.stream().filter(own), late.stream()).findFirst();
  }

  private static boolean isLate(AnalysisContext examined, CallSite site) {
    if (!isRegistration(site)) {
      return false;
    }
    String core = site.owner().substring(0, site.owner().lastIndexOf('.')) + ".Core";
    return examined.isLoadedLate(site.in().className())
        || (examined.reach().inHandler(site)
            && !examined.reach().inInit(site)
            && examined.isLoadedLate(core));
  }

  private static boolean isRegistration(CallSite site) {
    return site.isCall() && site.name().equals("register") && CONTEXTS.contains(site.owner());
  }

  /** Whether a finding of this kind has it: what a hook does, and its registration. */
  static Predicate<ProfileSample> tells(AnalysisContext examined) {
    return hooks(examined).stream()
        .map(hook -> isOf(examined, hook))
        .reduce(Predicate::or)
        .orElse(sample -> false);
  }

  private static Predicate<ProfileSample> isOf(AnalysisContext examined, Hook hook) {
    Set<CallSite.MethodId> reached = examined.reach().from(Stream.of(hook.method()));
    Set<String> calls =
        Stream.concat(
                reached.stream()
                    .flatMap(id -> examined.code().find(id).stream())
                    .flatMap(method -> method.sites().stream()),
                Stream.of(hook.registered()))
            .filter(CallSite::isCall)
            .map(site -> site.owner() + "." + site.name())
            .collect(Collectors.toSet());
    return sample ->
        sample.phase() == PhaseName.FIRST_INVOCATION
            && (Profile.java(sample).stream()
                    .filter(examined::isOwn)
                    .flatMap(frame -> examined.code().methods(frame).limit(1))
                    .anyMatch(method -> reached.contains(method.id()))
                || OwnCall.in(examined, sample)
                    .filter(found -> calls.contains(found.call().method()))
                    .isPresent());
  }

  private static Finding finding(AnalysisContext examined, Hook hook) {
    List<ProfileSample> work =
        examined.profile().samples().stream().filter(isOf(examined, hook)).toList();
    String registered = examined.code().place(hook.registered());
    String place = examined.mainPlace(work);
    return Check.finding(
        "late-hook",
        "the hook of " + hook.type() + " is registered after the snapshot",
        "the first invocation registers it, at %s, and spends %s on calls that it makes before a snapshot"
            .formatted(registered, examined.profile().cost(work).wholeText()),
        place.isEmpty() ? registered : place,
        gain(examined, work),
        remedy(examined, hook));
  }

  private static String remedy(AnalysisContext examined, Hook hook) {
    CallSite.MethodId in = hook.registered().in();
    String handler = simple(examined.settings().handlerClass());
    return hook.isOfItself()
        ? "have init make it: in a static field of %2$s, or in a container as a bean that is not lazy\nprivate static final %1$s HOOK = new %1$s(%3$s);"
            .formatted(
                hook.type(), handler, in.descriptor().equals("()V") ? "" : "/* as it stands */")
        : "register it in init: move the call of register from %s to the constructor of %s"
            .formatted(Check.method(in.className() + "." + in.name()), handler);
  }

  private static String simple(String className) {
    return className.substring(className.lastIndexOf('.') + 1).replace('$', '.');
  }

  /** Leaves out what later invocations do as well. */
  private static Gain gain(AnalysisContext examined, List<ProfileSample> work) {
    Gain moved = examined.profile().moved(work, true);
    double first = examined.profile().own(PhaseName.FIRST_INVOCATION);
    double once = Math.max(0, first - examined.evidence().laterMillis().orElse(first));
    double high = examined.evidence().laterMillis().isEmpty() ? moved.high() : once;
    return new Gain(
        first > 0 ? moved.low() * once / first : 0,
        Math.min(moved.high(), high),
        "if later invocations repeat this work as they repeat the rest");
  }
}
