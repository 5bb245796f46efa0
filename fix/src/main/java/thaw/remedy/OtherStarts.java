package thaw.remedy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.function.FunctionDefinition;
import thaw.function.LambdaLimits;

/** Remedies by which a function starts from a snapshot, or by another program. */
public final class OtherStarts {
  /**
   * The oldest Java for which AWS documents SnapStart; provisioned concurrency, EFS and a large
   * /tmp exclude it.
   */
  private static final int FIRST_WITH_SNAP_START = 11;

  static final int FIRST_OF_CLIENT = 17;

  /** Clones took 20 to 44 ms; the first touch of each page comes on top. */
  private static final double RESTORE_MILLIS = 60;

  /** The least share of the init phase that a clone does not repeat. */
  private static final double LEAST_OF_INIT = 0.8;

  /**
   * The least share of the AWS client's CPU time that ours took, seen with a function of streams
   * and one of beans.
   */
  private static final double LEAST_OF_CLIENT = 0.1;

  private static final double MOST_OF_CLIENT = 0.8;

  private OtherStarts() {}

  /**
   * @param function as its owner has it
   * @param draft that was explained
   */
  public static List<Remedy> of(
      Explanation explanation,
      FunctionDefinition function,
      int jdk,
      boolean official,
      Draft draft) {
    List<Remedy> remedies = new ArrayList<>();
    if (canHaveSnapStart(function, jdk) && !draft.has(Change.SnapStart.class)) {
      remedies.add(snapStart(explanation));
    }
    if (jdk >= FIRST_OF_CLIENT && official && !draft.has(Change.RuntimeClient.class)) {
      remedies.add(client(explanation));
    }
    return remedies;
  }

  /** Returns whether a function without SnapStart could have it. */
  public static boolean canHaveSnapStart(FunctionDefinition function, int jdk) {
    return jdk >= FIRST_WITH_SNAP_START
        && function.runtime().startsWith("java")
        && function.ephemeralStorageMiB() <= LambdaLimits.SMALLEST_STORAGE_MIB
        && !function.snapStart();
  }

  private static Remedy snapStart(Explanation explanation) {
    double init =
        explanation.ownMillis(PhaseName.BOOT)
            + explanation.ownMillis(PhaseName.RUNTIME_CLIENT)
            + explanation.ownMillis(PhaseName.HANDLER_INIT);
    return Family.SNAP_START.remedy(
        Optional.empty(),
        "SnapStart: published versions are restored from a snapshot of what init has made",
        Prediction.between(LEAST_OF_INIT * init - RESTORE_MILLIS, init),
        new Change.SnapStart());
  }

  private static Remedy client(Explanation explanation) {
    return runtimeClient(
        explanation.findings().stream()
            .map(Finding::id)
            .filter(Family.RUNTIME_CLIENT::answers)
            .findFirst(),
        Prediction.between(
            LEAST_OF_CLIENT * clientMillis(explanation),
            MOST_OF_CLIENT * clientMillis(explanation)));
  }

  static Remedy runtimeClient(Optional<String> finding, Prediction predicted) {
    return Family.RUNTIME_CLIENT.remedy(
        finding,
        "Thaw's client of the Runtime API in place of AWS's",
        predicted,
        new Change.RuntimeClient());
  }

  private static double clientMillis(Explanation explanation) {
    return explanation.ownMillis(PhaseName.RUNTIME_CLIENT);
  }
}
