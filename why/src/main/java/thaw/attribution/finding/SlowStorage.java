package thaw.attribution.finding;

import java.util.List;
import thaw.attribution.Cause;
import thaw.attribution.Finding;
import thaw.attribution.FrameRules;
import thaw.attribution.Gain;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;

/**
 * A cold start that waits for files: its package, or what it reads, lies on storage that is slow or
 * not in the page cache. Time of a CPU in the kernel's file systems is none of it, nor are waits
 * for another process at the other end of a pipe, where the stack tells them: JDK 17 reads pipes by
 * the classes that read files.
 */
final class SlowStorage implements Check {
  /**
   * Code that reads pipes: {@code Process}, {@code ProcessBuilder}, {@code ProcessImpl}, standard
   * input.
   */
  private static final Code PIPES = Code.of("java.lang.Process", "java.lang.System$In");

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    List<ProfileSample> waits =
        examined.profile().samples().stream()
            .filter(sample -> sample.cause() == Cause.FILE_WAIT && !PIPES.within(sample))
            .toList();
    Cost cost = examined.profile().cost(waits);
    if (cost.isNone()) {
      return List.of();
    }
    Cost classes =
        examined
            .profile()
            .cost(waits.stream().filter(wait -> FrameRules.isClassLoading(wait.frames())).toList());
    String place = examined.mainPlace(waits);
    return List.of(
        Check.finding(
            "slow-storage",
            place.isEmpty()
                ? "the cold start waits for files"
                : "the cold start waits for files, most of all in " + Check.method(place),
            "blocked for %s until storage answered, of that %s for classes"
                .formatted(cost.text(), classes.text()),
            place,
            new Gain(cost.millis() / 2, cost.millis()),
            "open fewer files: one jar without compression in place of many, a class archive; keep"
                + " package and data on a local disk, not on a network file system; read what only"
                + " some events need when one does"));
  }
}
