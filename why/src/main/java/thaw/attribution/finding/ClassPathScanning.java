package thaw.attribution.finding;

import java.util.List;
import java.util.Map;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;

/** Code that looks through all jars for annotated classes at each start. */
final class ClassPathScanning implements Check {
  private static final Map<String, Code> SCANNERS =
      Map.of(
          "Reflections", Code.of("org.reflections."),
          "ClassGraph", Code.of("io.github.classgraph.", "nonapi.io.github.classgraph."),
          "Spring's component scan",
              Code.of(
                  "org.springframework.context.annotation.ClassPathBeanDefinitionScanner",
                  "org.springframework.context.annotation.ClassPathScanningCandidateComponent"));

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    return SCANNERS.entrySet().stream()
        .filter(scanner -> !examined.profile().cost(scanner.getValue()::within).isNone())
        .map(scanner -> finding(examined, scanner.getKey(), scanner.getValue()))
        .toList();
  }

  private static Finding finding(AnalysisContext examined, String name, Code code) {
    Cost cost = examined.profile().work(code::within);
    return Check.finding(
        "class-path-scanning",
        name + " searches the class path",
        "it took " + cost.text(),
        examined.callerOf(code, code::within, List.of()),
        new Gain(examined.without(code::within).low() / 2, cost.millis()),
        "name the classes: @Import({Orders.class, Payments.class}) in place of @ComponentScan, or"
            + " an index that the build writes");
  }
}
