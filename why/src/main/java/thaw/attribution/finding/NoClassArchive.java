package thaw.attribution.finding;

import java.util.List;
import java.util.function.Predicate;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.FrameRules;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Archive;
import thaw.attribution.evidence.Cost;

/**
 * Classes that are parsed, verified and linked at each start, where an archive would have them
 * ready: within 15 % of what AppCDS (class loading) and an AOT cache (and linkage of lambdas and
 * method handles) brought in twelve comparisons.
 *
 * <p>A class of an archive is not for nothing. From an AOT cache it is there before the program
 * begins; but AppCDS waits until it is asked for, opens the jar for its manifest, and makes its
 * mirror: some 20 against 70 microseconds of a class that is parsed. The runtime's own archive has
 * classes as well, those of its client: they cost afterwards what they cost before. So do those
 * that no archive takes, which are most of what a small function loads.
 */
final class NoClassArchive implements Check {
  private static final double OFF = 0.15;

  /** What a class of an AppCDS archive costs, as a share of one that is parsed. */
  private static final double LEFT_BY_APP_CDS = 0.27;

  /** What mapping and relocating the AppCDS archive of a class costs, as such a share. */
  private static final double MAPPING_APP_CDS = 0.04;

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    if (examined.settings().classArchive() || isRestored(examined)) {
      return List.of();
    }
    boolean aot = Archive.isAotCache(examined);
    Predicate<ProfileSample> afterBoot = sample -> sample.phase() != PhaseName.BOOT;
    Cost loading = examined.profile().cost(afterBoot.and(NoClassArchive::isLoading));
    Cost linkage =
        examined.profile().cost(afterBoot.and(sample -> sample.cause() == Cause.INVOKEDYNAMIC));
    // An AOT cache has resolved constants, too.
    Cost resolution =
        examined.profile().cost(afterBoot.and(sample -> sample.cause() == Cause.RESOLUTION));
    long classes = examined.loads().filter(load -> !load.archived()).count();
    List<String> parsed =
        examined
            .loads()
            .filter(load -> !load.archived() && !Archive.isOfLinkage(load.name()))
            .map(Explanation.LoadedClass::name)
            .toList();
    long spareable = parsed.stream().filter(name -> Archive.canHold(examined, name)).count();
    if (spareable == 0 || loading.isNone()) {
      return List.of();
    }
    double ofSpareable = loading.millis() * spareable / (parsed.size() + costOfArchived(examined));
    double spared = aot ? ofSpareable : ofSpareable * (1 - LEFT_BY_APP_CDS - MAPPING_APP_CDS);
    double most = spared + (aot ? linkage.millis() + resolution.millis() : 0);
    Cost gone = aot ? loading.plus(linkage).plus(resolution) : loading;
    double all = gone.millis() + loading.besideMillis();
    double high = most * (1 + OFF) + loading.besideMillis() * spared / loading.millis();
    return List.of(
        Check.finding(
            "no-class-archive",
            "%,d classes come from no archive".formatted(classes),
            "class loading took %s, linkage of lambdas and method handles %s%s"
                .formatted(
                    loading.text(),
                    linkage.text(),
                    high > Math.max(loading.millis(), linkage.millis())
                        ? "; %s with %swhat is compiled and collected beside"
                            .formatted(Cost.millis(all), aot ? "both, resolution and " : "")
                        : ""),
            "",
            // What loads classes is compiled while it does.
            new Gain(spared * (1 - OFF), Math.min(all, high)),
            Archive.command(examined)
                + ". On AWS: in a container image or a runtime of your own, whose class path names"
                + " the function's jars; the managed runtimes load them by a class loader that no"
                + " archive covers. Same JDK build, same jars"));
  }

  /** Loading of classes that the runtime's own archive has, as that of so many parsed ones. */
  private static double costOfArchived(AnalysisContext examined) {
    return LEFT_BY_APP_CDS
        * examined
            .loads()
            .filter(load -> load.archived() && load.phase() != PhaseName.BOOT)
            .count();
  }

  /**
   * Tells whether the start is a restore. A snapshot holds the classes that init loaded, and the
   * others are left to priming.
   */
  private static boolean isRestored(AnalysisContext examined) {
    return examined.profile().own(PhaseName.RESTORE) > 0;
  }

  /** Jars and files are read for other reasons as well. */
  static boolean isLoading(ProfileSample sample) {
    return switch (sample.cause()) {
      case CLASS_PARSE, CLASS_DEFINE, CLASS_VERIFY, CLASS_LINK, ARCHIVE_RESTORE -> true;
      case JAR_IO, CLASS_LOADER, KERNEL_FILE -> FrameRules.isClassLoading(sample.frames());
      default -> false;
    };
  }
}
