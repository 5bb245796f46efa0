package thaw.attribution.finding;

import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.CallSite;
import thaw.attribution.evidence.Cost;

/**
 * Finds what own code asks for in the first invocation and could ask for in init: the largest only,
 * and nothing that a finding of its own tells: clients and their calls, containers, JSON.
 */
final class WorkInHandler implements Check {
  private static final int MOST = 3;

  /** The fewest samples that make a finding; fewer scatter by half and more. */
  private static final int LEAST_SAMPLES = 5;

  private static final Pattern CLIENT_CALL =
      Pattern.compile("software\\.amazon\\.awssdk\\.services\\..*Client\\.\\w+");

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    Predicate<ProfileSample> first = sample -> sample.phase() == PhaseName.FIRST_INVOCATION;
    Function<ProfileSample, Optional<OwnCall>> call =
        sample -> OwnCall.in(examined, sample).map(OwnCall.Sampled::call);
    Map<OwnCall, List<ProfileSample>> all = examined.profile().by(first, call);
    Map<OwnCall, List<ProfileSample>> movable =
        examined
            .profile()
            .by(
                Movables.isMovable(examined)
                    .and(LateHook.tells(examined).negate())
                    .and(LocaleData.tells(examined).negate()),
                call);
    return movable.entrySet().stream()
        .filter(entry -> !isToldElsewhere(entry.getKey().method()))
        .filter(entry -> !isLinkage(examined, entry.getValue()))
        .map(entry ->
            finding(
                examined,
                entry.getKey(),
                entry.getValue(),
                all.getOrDefault(entry.getKey(), List.of())))
        .flatMap(Optional::stream)
        .limit(MOST)
        .toList();
  }

  /** Lambdas and concatenations have findings of their own. */
  private static boolean isLinkage(AnalysisContext examined, List<ProfileSample> samples) {
    return Keeping.site(examined, samples).stream()
        .anyMatch(site ->
            site.kind() == CallSite.Kind.LAMBDA || site.kind() == CallSite.Kind.CONCATENATION);
  }

  private static Optional<Finding> finding(
      AnalysisContext examined,
      OwnCall call,
      List<ProfileSample> movable,
      List<ProfileSample> all) {
    Cost cost = examined.profile().cost(movable);
    if (cost.samples() < LEAST_SAMPLES
        || movable.stream()
            .anyMatch(
                sample -> examined.clients().stream().anyMatch(build -> build.contains(sample)))) {
      return Optional.empty();
    }
    Optional<CallSite> kept =
        Keeping.site(examined, all).filter(site -> Keeping.isPossible(examined, site, all));
    return Optional.of(
        Check.finding(
            "work-in-handler",
            call.method()
                + (kept.isPresent()
                    ? " runs in the first invocation and could run in init"
                    : " runs for the first time in the first invocation"),
            "it took %s, of which %s happen once: loading, linking, initialising, building"
                .formatted(examined.profile().cost(all).text(), cost.wholeText()),
            call.place(),
            examined.profile().moved(movable, examined.settings().snapStart()),
            kept.map(WorkInHandler::field).orElseGet(() -> HandlerPriming.remedy(examined))));
  }

  private static String field(CallSite site) {
    boolean isNew = site.name().equals("<init>");
    String owner = site.simpleOwner().replace('$', '.');
    String result = MethodTypeDesc.ofDescriptor(returning(site)).returnType().displayName();
    String type = isNew ? owner : result.replace('$', '.');
    String receiver = site.kind() == CallSite.Kind.STATIC_CALL ? owner : "/* as it stands */";
    return "make it once, in init, and keep it: move the call as it stands into a static field\n"
        + "private static final %s %s = %s(%s);\n"
            .formatted(
                type,
                type.replaceAll("(?<=[a-z0-9])(?=[A-Z])|\\W+", "_").toUpperCase(Locale.ROOT),
                isNew ? "new " + owner : receiver + "." + site.name(),
                site.descriptor().startsWith("()") ? "" : "/* as it stands */");
  }

  /**
   * Returns the descriptor of a call, or {@code ()V} for an object whose class was being loaded,
   * for which the bytecode has none.
   */
  private static String returning(CallSite site) {
    return site.descriptor().startsWith("(") ? site.descriptor() : "()V";
  }

  private static boolean isToldElsewhere(String method) {
    return CLIENT_CALL.matcher(method).matches()
        || DatabaseStart.tells(method)
        || Container.ALL.stream().anyMatch(container -> container.code().test(method))
        || JsonBinding.ALL.stream().anyMatch(binding -> binding.code().test(method));
  }
}
