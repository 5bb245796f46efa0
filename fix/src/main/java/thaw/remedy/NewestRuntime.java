package thaw.remedy;

import java.util.Optional;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.PhaseName;
import thaw.function.JavaRuntimes;

/** The move of a function to the newest managed runtime. */
public final class NewestRuntime {
  /**
   * Without an archive it is the JDK alone, which gained nothing in two runs. So an archive is
   * tried first.
   */
  private static final double MOST = 0.1;

  private NewestRuntime() {}

  /**
   * Returns whether there is a newer runtime than the function's.
   *
   * @param runtimeJdk Java version of the function's runtime, empty where it has another kind
   */
  public static boolean isNewer(Optional<Integer> runtimeJdk, Draft draft) {
    return draft.runtime().isEmpty()
        && runtimeJdk.filter(each -> each < JavaRuntimes.NEWEST).isPresent();
  }

  /**
   * @param runtime the function's, as its owner has it
   * @param findings what its classes and options say to the newest JDK, in words
   */
  public static Remedy of(Explanation explanation, Draft draft, String runtime, String findings) {
    double total = explanation.ownMillis();
    Change.Runtime change = new Change.Runtime(JavaRuntimes.NEWEST);
    return new Remedy(
        Family.RUNTIME.id("" + change.feature()),
        Family.RUNTIME.kind(),
        Optional.empty(),
        "%s in place of %s, by a build and tests on JDK %d; %s"
            .formatted(
                JavaRuntimes.identifier(change.feature()), runtime, change.feature(), findings),
        draft.isArchived()
            ? Prediction.between(0, leftByArchive(explanation))
            : Prediction.between(0, MOST * total),
        change);
  }

  /**
   * Returns what the older archive has left of class loading and linkage: an AOT cache has most of
   * that before the program begins, for a longer boot of the JVM, which may cost as much.
   */
  private static double leftByArchive(Explanation explanation) {
    return explanation.phases().stream()
        .filter(phase -> phase.name() != PhaseName.BOOT)
        .filter(phase -> phase.name() != PhaseName.LATER_INVOCATIONS)
        .flatMap(phase -> phase.causes().stream())
        .filter(share -> isSpared(share.cause().kind()))
        .mapToDouble(Explanation.CauseShare::millis)
        .sum();
  }

  private static boolean isSpared(Cause.Kind kind) {
    return kind == Cause.Kind.CLASS_LOADING || kind == Cause.Kind.LINKAGE;
  }
}
