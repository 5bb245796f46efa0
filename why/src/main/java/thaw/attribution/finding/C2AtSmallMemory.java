package thaw.attribution.finding;

import java.util.List;
import thaw.attribution.Cause;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Cost;
import thaw.attribution.evidence.Evidence;

/** A compiler that optimises for hours of running, and takes the quota of a cold start for it. */
final class C2AtSmallMemory implements Check {
  /** Predicted 502 ms of CPU, came to 592 ms. */
  private static final double MOST = 592.0 / 502;

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    Evidence.Settings settings = examined.settings();
    double compilers = examined.profile().cause(PhaseName.FIRST_INVOCATION, Cause.JIT_THREADS);
    double c2 = cpu(examined, "C2");
    double all = c2 + cpu(examined, "C1");
    if (settings.c1Only() || settings.vcpus() >= 1 || c2 == 0) {
      return List.of();
    }
    double taken = compilers * c2 / all;
    return List.of(
        Check.finding(
            "c2-at-small-memory",
            "the C2 compiler takes CPU quota that the first invocation needs",
            "C2 threads used %s of CPU in the first invocation, at %.2f vCPUs (%d MiB), which waited %s to %s for it"
                .formatted(
                    Cost.millis(c2),
                    settings.vcpus(),
                    settings.memoryMiB(),
                    Cost.millis(taken),
                    Cost.millis(taken * MOST)),
            "",
            new Gain(taken, taken * MOST),
            "JAVA_TOOL_OPTIONS=-XX:TieredStopAtLevel=1; functions that compute for long lose by it"));
  }

  /** Returns the CPU time of a compiler's threads, known by name: {@code C2 CompilerThre}. */
  private static double cpu(AnalysisContext examined, String compiler) {
    return examined.evidence().costs().profile().stream()
        .filter(sample -> sample.phase() == PhaseName.FIRST_INVOCATION && !sample.critical())
        .filter(sample -> sample.thread().startsWith(compiler + " "))
        .mapToDouble(ProfileSample::millis)
        .sum();
  }
}
