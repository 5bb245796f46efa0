package thaw.app.bench;

import java.util.List;
import java.util.Optional;
import thaw.app.choice.LambdaChoice;
import thaw.app.workspace.PoolHook;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.Snapshot;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.experiment.matrix.SnapStart;
import thaw.function.FunctionDefinition;
import thaw.presentation.text.Figures;
import thaw.problem.UserMistake;

/**
 * Restores of a function with a hook of Thaw's that closes its pools before the snapshot and opens
 * them afterwards: whether the first request is answered then.
 *
 * @param fields of the pools, {@code com.example.Handler.DATA}
 * @param answered the first requests that were
 * @param restores how many there were
 * @param millis from start to response, the median; absent where none was answered
 * @param cause of the first failure; empty without one
 */
record PoolTrial(
    List<String> fields, long answered, int restores, Optional<Double> millis, String cause) {
  /**
   * Measures as many restores as the function had as it is.
   *
   * @return empty where the hook has nothing to close, or the trial could not be made
   */
  static Optional<PoolTrial> of(
      EnvironmentSpec restored,
      List<DeadConnections> dead,
      BenchRequest request,
      BenchListener listener)
      throws InterruptedException {
    List<String> fields =
        restored.snapshot().map(Snapshot::heldConnections).map(PoolHook::fields).orElse(List.of());
    boolean isMet = dead.stream().flatMap(each -> each.holder().stream()).anyMatch(PoolHook::fits);
    if (!isMet) {
      return Optional.empty();
    }
    FunctionDefinition function = restored.function();
    try {
      BenchResult result =
          BenchJob.run(
              request
                  .withNames(List.of(function.logicalId()))
                  .withAxes(
                      new Axes(
                          request.axes().memory().isEmpty()
                              ? List.of()
                              : List.of(function.memory()),
                          List.of(),
                          List.of(SnapStart.SNAPSHOT_POOLS),
                          List.of()))
                  .withLambda(LambdaChoice.NONE)
                  .withOut(request.out().resolve("pools").resolve(folder(request, function))),
              listener);
      VariantResult variant = result.experiment().variants().getFirst();
      return Optional.of(
          new PoolTrial(
              fields,
              variant.samples().size() - variant.failures(),
              variant.samples().size(),
              Optional.ofNullable(variant.distributions().get(Metric.TOTAL))
                  .map(total -> total.p50()),
              FirstRequests.cause(variant)));
    } catch (UserMistake e) { // the verdict stands without it
      listener
          .progress()
          .line(
              "warning: the pools of %s were not closed on trial: %s. Remedy: %s"
                  .formatted(function.logicalId(), e.getMessage(), e.remedy()));
      return Optional.empty();
    }
  }

  private static String folder(BenchRequest request, FunctionDefinition function) {
    return request.axes().memory().size() > 1
        ? function.logicalId() + "-" + function.memory().mebibytes()
        : function.logicalId();
  }

  /** What it showed, as a part of a sentence. */
  String words() {
    return "tried here by a hook of Thaw's: %d of %d first requests were answered%s%s"
        .formatted(
            answered,
            restores,
            millis
                .map(each -> ", %s ms after the restore began".formatted(Figures.millis(each)))
                .orElse(""),
            cause.isEmpty() ? "" : "; the first failure was " + cause);
  }
}
