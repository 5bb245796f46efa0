package thaw.attribution.finding;

import java.util.List;
import java.util.Optional;
import thaw.attribution.Finding;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.CallSite;
import thaw.attribution.evidence.Cost;

/** Own code that has JSON bound to objects by reflection. */
final class ReflectiveJson implements Check {
  @Override
  public List<Finding> findings(AnalysisContext examined) {
    return JsonBinding.ALL.stream()
        .flatMap(binding -> finding(examined, binding).stream())
        .toList();
  }

  private static Optional<Finding> finding(AnalysisContext examined, JsonBinding binding) {
    List<CallSite> sites = examined.sites(binding::uses);
    Cost cost = examined.profile().work(binding.code()::asks);
    long classes = examined.loads(binding.code());
    if (sites.isEmpty() || classes == 0 || cost.isNone()) {
      return Optional.empty();
    }
    return Optional.of(
        Check.finding(
            "reflective-json",
            binding.name() + " looks at classes by reflection",
            "it took %s; %,d of its classes were loaded".formatted(cost.text(), classes),
            examined.callerOf(binding.code(), binding.code()::within, sites),
            examined.without(binding.code()::asks),
            "read and write the few fields with a streaming parser:"
                + " new JsonFactory().createParser(in) of jackson-core, or code that an annotation"
                + " processor writes"));
  }
}
