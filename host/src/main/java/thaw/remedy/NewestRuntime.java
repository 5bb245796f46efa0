package thaw.remedy;

import java.util.Optional;
import thaw.attribution.Explanation;
import thaw.function.JavaRuntimes;

/** The move of a function to the newest managed runtime. */
public final class NewestRuntime {
  /**
   * The largest share of a start that it is worth: strangers' functions with an AppCDS archive of
   * JDK 17 left 0.57 and 0.68 of their starts, with an AOT cache of JDK 25 0.37 and 0.41.
   */
  private static final double MOST_WITH_ARCHIVE = 0.45;

  private static final double LEAST_WITH_ARCHIVE = 0.2;

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
            ? Prediction.between(LEAST_WITH_ARCHIVE * total, MOST_WITH_ARCHIVE * total)
            : Prediction.between(0, MOST * total),
        change);
  }
}
