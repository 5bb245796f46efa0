package thaw.attribution.finding;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.CallSite;
import thaw.attribution.evidence.ClassCode;
import thaw.attribution.evidence.Cost;

/** A container that the handler makes, keeps nowhere, and so makes again for the next event. */
final class ContainerForEachEvent implements Check {
  /**
   * The part of its first start that a later invocation takes at least. A second start finds all
   * classes loaded and much of the code compiled; without one there are milliseconds.
   */
  private static final double LEAST_SHARE = 0.05;

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    return Container.ALL.stream()
        .flatMap(container -> finding(examined, container).stream())
        .toList();
  }

  private static Optional<Finding> finding(AnalysisContext examined, Container container) {
    double later = examined.evidence().laterMillis().orElse(0);
    return examined.sites(container::isMadeBy).stream()
        .filter(site -> examined.reach().inHandler(site) && !isKept(examined, site))
        .flatMap(site -> finding(examined, container, site, later).stream())
        .findFirst();
  }

  private static Optional<Finding> finding(
      AnalysisContext examined, Container container, CallSite site, double later) {
    Predicate<ProfileSample> making =
        sample -> sample.phase() == PhaseName.FIRST_INVOCATION && site.contains(sample);
    Cost cost = examined.profile().cost(making);
    if (cost.isNone() || later < LEAST_SHARE * cost.millis()) {
      return Optional.empty();
    }
    return Optional.of(
        Check.finding(
            "container-for-each-event",
            container.name() + " is started anew for each event",
            "the first invocation starts it: %s; nothing keeps it, and a later invocation takes %s"
                .formatted(cost.wholeText(), Cost.millis(later)),
            examined.code().place(site),
            examined.profile().moved(making, examined.settings().snapStart()),
            "start it once, in init, and keep it in a static field; later invocations gain, too"));
  }

  @Override
  public boolean isMistakeAnyway() {
    return true; // later invocations pay for it, too
  }

  /** The method that makes it puts an object into a field. */
  private static boolean isKept(AnalysisContext examined, CallSite site) {
    return examined.code().find(site.in()).filter(ClassCode.Method::keeps).isPresent();
  }
}
