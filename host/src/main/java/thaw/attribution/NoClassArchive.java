package thaw.attribution;

import java.util.List;
import java.util.function.Predicate;

/**
 * Classes that are parsed, verified and linked at each start, where an archive would have them
 * ready: within 15 % of what AppCDS (class loading) and an AOT cache (and linkage of lambdas and
 * method handles) brought in twelve comparisons.
 */
final class NoClassArchive implements Check {
  private static final double OFF = 0.15;

  /** JEP 483; JEP 514 gave it its options. */
  private static final int FIRST_WITH_AOT = 25;

  @Override
  public List<Finding> findings(Case examined) {
    if (examined.settings().classArchive()) {
      return List.of();
    }
    boolean aot = examined.settings().jdk() >= FIRST_WITH_AOT;
    Predicate<ProfileSample> afterBoot = sample -> sample.phase() != PhaseName.BOOT;
    Cost loading = examined.profile().cost(afterBoot.and(NoClassArchive::isLoading));
    Cost linkage =
        examined.profile().cost(afterBoot.and(sample -> sample.cause() == Cause.INVOKEDYNAMIC));
    long classes = examined.loads().filter(load -> !load.archived()).count();
    if (classes == 0 || loading.isNone()) {
      return List.of();
    }
    double most = loading.millis() + (aot ? linkage.millis() : 0);
    return List.of(
        Check.finding(
            "no-class-archive",
            "%,d classes come from no archive".formatted(classes),
            "class loading took %s, linkage of lambdas and method handles %s"
                .formatted(loading.text(), linkage.text()),
            "",
            new Gain(loading.millis() * (1 - OFF), most * (1 + OFF)),
            (aot
                    ? "train an AOT cache, java -XX:AOTCacheOutput=app.aot ..., with one run that"
                        + " serves an event, and start with -XX:AOTCache=app.aot"
                    : "train an archive, java -XX:ArchiveClassesAtExit=app.jsa ..., with one run"
                        + " that serves an event, and start with -XX:SharedArchiveFile=app.jsa")
                + " in JAVA_TOOL_OPTIONS: same JDK build, same class path of jars"));
  }

  /** Jars and files are read for other reasons as well. */
  private static boolean isLoading(ProfileSample sample) {
    return switch (sample.cause()) {
      case CLASS_PARSE, CLASS_DEFINE, CLASS_VERIFY, CLASS_LINK, ARCHIVE_RESTORE -> true;
      case JAR_IO, CLASS_LOADER, KERNEL_FILE -> FrameRules.isClassLoading(sample.frames());
      default -> false;
    };
  }
}
