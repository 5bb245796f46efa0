package thaw.app.snapstart;

import java.util.List;
import java.util.Optional;
import thaw.app.bench.Axes;
import thaw.app.bench.BenchRequest;
import thaw.app.choice.EventChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.JvmChoice;
import thaw.app.why.WhyRequest;
import thaw.app.why.WhyRequestBuilder;
import thaw.environment.launch.ClientKind;
import thaw.experiment.matrix.SnapStart;
import thaw.files.NamedFile;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.problem.UserMistake;
import thaw.tuning.LambdaPrices;
import thaw.tuning.SnapStartComparison;
import thaw.tuning.SnapStartVerdict;

/**
 * Functions to be started plain and from snapshots.
 *
 * @param bench the cold starts, at several memory sizes or at the configured one; their event is
 *     also what a primed snapshot has answered before it was taken
 * @param prices for which costs are computed
 */
public record SnapStartRequest(BenchRequest bench, LambdaPrices prices) {
  /** Cold starts of each kind when the user names no number. */
  public static final int USUAL_RUNS = 12;

  public SnapStartRequest {
    if (bench.runs() < SnapStartVerdict.FEWEST_STARTS) {
      throw new UserMistake(
          "--runs must be at least %d: %d, as fewer starts cannot tell a difference"
              .formatted(SnapStartVerdict.FEWEST_STARTS, bench.runs()),
          "use for example --runs " + USUAL_RUNS);
    }
    bench =
        bench.withAxes(
            new Axes(bench.axes().memory(), List.of(), SnapStartComparison.STARTS, List.of()));
  }

  /**
   * A restore of one of the functions.
   *
   * @param asked the event that it was measured with
   */
  WhyRequest explained(FunctionDefinition function, byte[] asked) {
    List<MemorySize> memory = bench.axes().memory();
    String name = function.logicalId();
    int mebibytes = function.memory().mebibytes();
    FunctionChoice choice =
        new FunctionChoice(
            Optional.of(name),
            memory.isEmpty() ? Optional.empty() : Optional.of(function.memory()),
            bench.timeout(),
            JvmChoice.on(Optional.empty(), ClientKind.OFFICIAL));
    return WhyRequestBuilder.builder(
            WhyRequest.of(
                bench.source(),
                choice,
                NamedFile.in(
                    bench.out().resolve("why"), memory.size() > 1 ? name + "-" + mebibytes : name)))
        .event(EventChoice.asked(asked))
        .data(bench.data())
        .start(Optional.of(SnapStart.SNAPSHOT))
        .runs(1)
        .build();
  }
}
