package thaw.attribution.check;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Check;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Container;
import thaw.attribution.evidence.Cost;

/** Objects that are wired by reflection at run time, where a compiler could have wired them. */
public final class RunTimeInjection implements Check {
  private static final Code GUAVA = Code.of("com.google.common.", "com.google.thirdparty.");

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    return Container.ALL.stream()
        .flatMap(container -> finding(examined, container).stream())
        .toList();
  }

  private static Optional<Finding> finding(AnalysisContext examined, Container container) {
    long classes = examined.loads(container.code());
    Predicate<ProfileSample> asked = container.code()::asks;
    Predicate<ProfileSample> onBehalf =
        asked.or(sample -> GUAVA.asks(sample) && container.code().within(sample));
    Cost cost = examined.profile().work(onBehalf);
    if (classes == 0 || cost.isNone()) {
      return Optional.empty();
    }
    Cost inHandler =
        examined
            .profile()
            .work(onBehalf.and(sample -> sample.phase() == PhaseName.FIRST_INVOCATION)); // as all
    Gain moved = examined.profile().moved(onBehalf, examined.settings().snapStart());
    Gain without = examined.without(onBehalf);
    return Optional.of(
        Check.finding(
            "run-time-injection",
            container.name() + " wires objects at run time",
            "it took %s, of which %s in the first invocation; %,d of its classes were loaded"
                .formatted(cost.text(), Cost.millis(inHandler.millis()), classes),
            examined.callerOf(
                container.code(), container.code()::within, examined.sites(container::starts)),
            without,
            "make the objects by hand in a static initialiser, or have Dagger's compiler do it: "
                + "private static final Service SERVICE = DaggerApp.create().service();"
                + (moved.high() >= 1
                    ? " At least start the container in init, which brings %s to %s"
                        .formatted(Cost.millis(moved.low()), Cost.millis(moved.high()))
                    : "")));
  }
}
