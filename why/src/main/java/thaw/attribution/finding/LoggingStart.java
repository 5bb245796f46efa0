package thaw.attribution.finding;

import java.util.List;
import java.util.function.Predicate;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;

/** A logging framework that configures itself while the cold start waits. */
final class LoggingStart implements Check {
  private static final String POWERTOOLS = "software.amazon.lambda.powertools.logging.";
  private static final List<Framework> FRAMEWORKS =
      List.of(
          new Framework(
              "Log4j 2",
              Code.of("org.apache.logging.log4j."),
              Code.of("org.apache.logging.log4j.core.")),
          Framework.whole("Logback", Code.of("ch.qos.logback.")),
          Framework.whole("java.util.logging", Code.of("java.util.logging.LogManager")));

  /**
   * @param core what writes; the rest is an interface, which bridges lead to another framework
   */
  private record Framework(String name, Code code, Code core) {
    static Framework whole(String name, Code code) {
      return new Framework(name, code, code);
    }

    boolean isAtWork(AnalysisContext examined) {
      return !examined.profile().cost(code::within).isNone()
          && (examined.loads(core) > 0 || !examined.profile().cost(core::within).isNone());
    }
  }

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    return FRAMEWORKS.stream()
        .filter(framework -> framework.isAtWork(examined))
        .map(framework -> finding(examined, framework.name(), framework.code()))
        .toList();
  }

  /** Powertools writes by Log4j 2 or Logback alone. */
  private static boolean isOfPowertools(AnalysisContext examined) {
    return examined.loads(name -> name.startsWith(POWERTOOLS)) > 0;
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
        isOfPowertools(examined)
            ? new Gain(0, cost.millis(), "if its configuration is small already")
            : new Gain(examined.without(code::asks).low(), cost.millis()),
        (waits ? "log one line in init, so that it starts there; or " : "")
            + (isOfPowertools(examined)
                ? "keep the framework, by which alone Powertools Logging writes, with a small"
                    + " configuration if it has a larger one: one appender to the console, and neither packages and"
                    + " monitorInterval (Log4j 2) nor scan (Logback)"
                : "log to standard output by slf4j-simple or the Lambda logger,"
                    + " context.getLogger().log(...); or keep the framework and make its"
                    + " configuration in code, without scanning"));
  }
}
