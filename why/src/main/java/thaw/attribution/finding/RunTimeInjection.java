package thaw.attribution.finding;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;

/** Objects that are wired by reflection at run time, where a compiler could have wired them. */
final class RunTimeInjection implements Check {
  /** Names of the classes that Spring's ahead-of-time processing makes. */
  private static final Predicate<String> AHEAD_OF_TIME =
      name ->
          name.contains("__BeanDefinitions") || name.endsWith("__ApplicationContextInitializer");

  private static final String LESS =
      "leave out auto-configurations and beans that no request needs"
          + " (spring.autoconfigure.exclude), and make others lazy";

  /** Before version 3 no build makes bean definitions. */
  private static final Pattern WITHOUT_AHEAD = Pattern.compile("spring-boot [12]\\..*");

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
    if (examined.loads(container.wiring()) == 0 || cost.isNone()) {
      return Optional.empty();
    }
    Cost inHandler =
        examined
            .profile()
            .work(onBehalf.and(sample -> sample.phase() == PhaseName.FIRST_INVOCATION)); // as all
    Gain without = examined.without(onBehalf);
    String place =
        examined.callerOf(
            container.code(), container.code()::within, examined.sites(container::starts));
    String evidence =
        "it took %s, of which %s in the first invocation; %,d of its classes were loaded"
            .formatted(cost.text(), Cost.millis(inHandler.millis()), classes);
    return Optional.of(
        container.isSpring() && examined.loads(AHEAD_OF_TIME) > 0
            ? Check.finding(
                "container-start",
                container.name() + " makes its objects by the definitions of the build",
                evidence,
                place,
                without,
                LESS)
            : Check.finding(
                "run-time-injection",
                container.name() + " wires objects at run time",
                evidence,
                place,
                without,
                remedy(examined, container) + inInit(examined, onBehalf, cost, inHandler)));
  }

  /** An application of Spring is not rewritten by hand. */
  private static String remedy(AnalysisContext examined, Container container) {
    if (container.isSpring()
        && examined.loads().anyMatch(each -> WITHOUT_AHEAD.matcher(each.library()).matches())) {
      return LESS + "; from Spring Boot 3 on the build can make the bean definitions";
    }
    return container.isSpring()
        ? "let the build make its bean definitions (the goal process-aot, and spring.aot.enabled on"
            + " Lambda), and "
            + LESS
        : "make the objects by hand in a static initialiser, or have Dagger's compiler do it: "
            + "private static final Service SERVICE = DaggerApp.create().service()";
  }

  /** Says what it brings to start the container in init, where most of its work is not there. */
  private static String inInit(
      AnalysisContext examined, Predicate<ProfileSample> onBehalf, Cost cost, Cost inHandler) {
    Gain moved = examined.profile().moved(onBehalf, examined.settings().snapStart());
    return moved.high() >= 1 && inHandler.millis() > cost.millis() / 2
        ? ". At least start the container in init, which brings %s to %s"
            .formatted(Cost.millis(moved.low()), Cost.millis(moved.high()))
        : "";
  }
}
