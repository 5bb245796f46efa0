package thaw.attribution.check.firstuse;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Check;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;

/** A logging framework that configures itself while the cold start waits. */
public final class LoggingStart implements Check {
  private static final Map<String, Code> FRAMEWORKS =
      Map.of(
          "Log4j 2", Code.of("org.apache.logging.log4j."),
          "Logback", Code.of("ch.qos.logback."),
          "java.util.logging", Code.of("java.util.logging.LogManager"));

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    return FRAMEWORKS.entrySet().stream()
        .filter(framework -> !examined.profile().cost(framework.getValue()::within).isNone())
        .map(framework -> finding(examined, framework.getKey(), framework.getValue()))
        .toList();
  }

  private static Finding finding(AnalysisContext examined, String name, Code code) {
    Cost cost = examined.profile().work(code::within);
    Predicate<ProfileSample> within = code::within;
    Cost first =
        examined.profile().work(within.and(sample -> sample.phase() == PhaseName.FIRST_INVOCATION));
    boolean waits = 2 * first.millis() >= cost.millis();
    return Check.finding(
        "logging-start",
        name + (waits ? " starts while the first event waits" : " configures itself in init"),
        "it took %s, %s of it in the first invocation; %,d of its classes were loaded"
            .formatted(cost.text(), Cost.millis(first.millis()), examined.loads(code)),
        examined.callerOf(code, within, List.of()),
        new Gain(examined.without(code::asks).low(), cost.millis()),
        (waits ? "log one line in init, so that it starts there; or " : "")
            + "log to standard output by slf4j-simple or the Lambda logger,"
            + " context.getLogger().log(...); or keep the framework and make its configuration in"
            + " code, without scanning");
  }
}
