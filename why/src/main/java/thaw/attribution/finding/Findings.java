package thaw.attribution.finding;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Cost;
import thaw.attribution.evidence.Evidence;

/**
 * Finds what would make a cold start shorter, from what was measured and from the function's
 * bytecode.
 *
 * <p>A finding whose gain no measurement of this size can tell is left out, unless it is a mistake
 * for other reasons too; then its evidence says so. Gains of findings overlap: they do not add up.
 */
public final class Findings {
  private static final double LEAST_MILLIS = 2;
  private static final double LEAST_SHARE = 0.01;

  /** Several of them find more than one kind. {@link OwnCalls} is asked beside them. */
  private static final List<Check> CHECKS =
      List.of(
          new ClientBuiltInHandler(),
          new ClientWithoutSettings(),
          new SeveralHttpClients(),
          new SlowHttpClient(),
          new RunTimeInjection(),
          new ContainerForEachEvent(),
          new ReflectiveJson(),
          new PojoHandler(),
          new OfficialRuntime(),
          new UnprimedFirstCall(),
          new LateHook(),
          new WorkInHandler(),
          new C2AtSmallMemory(),
          new SmallMemory(),
          new NoClassArchive(),
          new DeflatedJars(),
          new SlowStorage(),
          new JavaAgent(),
          new StringConcatenation(),
          new LambdaFirstUse(),
          new FirstReflectiveCall(),
          new TlsKeyShare(),
          new CapturingLambdas(),
          new BlockedOnNetwork(),
          new SleepInInit(),
          new BackgroundThread(),
          new NeedlessCrypto(),
          new InitNearLimit(),
          new LibraryStaticInitialiser(),
          new RegexInColdStart(),
          new OwnCodeInInit(),
          new SdkV1InUse(),
          new LoggingStart(),
          new LocaleData(),
          new ClassPathScanning(),
          new DatabaseStart());

  private Findings() {}

  /** Returns the findings in the order in which they are read. */
  static List<Finding> of(Evidence evidence) {
    return of(new AnalysisContext(evidence));
  }

  /** Explains the costs by findings, movable work and initialisers. */
  static Explanation explained(Evidence evidence) {
    AnalysisContext examined = new AnalysisContext(evidence);
    Explanation explained =
        Explanation.of(
            evidence.costs(),
            Movables.of(examined),
            Initialisers.of(examined),
            of(examined),
            HandlerLines.of(examined));
    return UncalledClients.of(examined).map(explained::callingNone).orElse(explained);
  }

  private static List<Finding> of(AnalysisContext examined) {
    double least = Math.max(LEAST_MILLIS, LEAST_SHARE * examined.totalMillis());
    List<Finding> found =
        new ArrayList<>(CHECKS.stream().flatMap(check -> told(check, examined, least)).toList());
    OwnCalls.of(examined, found).stream()
        .filter(finding -> finding.highMillis() >= least)
        .forEach(found::add);
    found.replaceAll(finding -> finding.within(mostMillis(examined, finding.id())));
    return once(FindingOrder.of(found));
  }

  /**
   * Returns what a finding can gain at most. A sum of samples, of the JIT's part and of what was
   * measured elsewhere may be more. A restore is no work of the function's.
   */
  private static double mostMillis(AnalysisContext examined, String finding) {
    return Finding.mostMillis(
        finding,
        examined.totalMillis() - examined.profile().own(PhaseName.RESTORE),
        examined.profile().own(PhaseName.FIRST_INVOCATION),
        examined.evidence().laterMillis().orElse(0));
  }

  /** Leaves out code that a finding before has given already, and names that finding by its id. */
  private static List<Finding> once(List<Finding> findings) {
    Map<String, String> given = new HashMap<>(); // by which finding
    return findings.stream()
        .map(finding -> {
          int code = finding.remedy().indexOf('\n');
          if (code < 0) {
            return finding;
          }
          String before = given.putIfAbsent(finding.remedy().substring(code), finding.id());
          return before == null
              ? finding
              : finding.withRemedy(
                  finding.remedy().substring(0, code).replaceFirst(":$", "")
                      + ": the code is the same as at "
                      + before);
        })
        .toList();
  }

  private static Stream<Finding> told(Check check, AnalysisContext examined, double least) {
    return check.findings(examined).stream()
        .filter(finding -> finding.highMillis() >= least || check.isMistakeAnyway())
        .map(finding ->
            finding.highMillis() >= least || !check.hasFigures() ? finding : small(finding, least));
  }

  private static Finding small(Finding finding, double least) {
    return new Finding(
        finding.id(),
        finding.title(),
        finding.evidence()
            + "; the gain is below the "
            + Cost.millis(least)
            + " that this measurement can tell",
        finding.place(),
        finding.lowMillis(),
        finding.highMillis(),
        finding.remedy(),
        finding.lowIf());
  }
}
