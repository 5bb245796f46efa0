package thaw.app.snapstart;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.app.bench.Axes;
import thaw.app.bench.BenchRequest;
import thaw.app.bench.BenchRequestBuilder;
import thaw.app.choice.DataChoice;
import thaw.app.choice.EventChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.JvmChoice;
import thaw.app.choice.LambdaChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.choice.TimeoutChoice;
import thaw.app.why.WhyRequest;
import thaw.app.why.WhyRequestBuilder;
import thaw.environment.launch.ClientKind;
import thaw.experiment.matrix.SnapStart;
import thaw.files.NamedFile;
import thaw.function.FunctionDefinition;
import thaw.function.HostArchitecture;
import thaw.function.MemorySize;
import thaw.problem.UserMistake;
import thaw.tuning.LambdaPrices;
import thaw.tuning.SnapStartComparison;
import thaw.tuning.SnapStartVerdict;

/**
 * Functions to be started plain and from snapshots.
 *
 * @param names only these functions; empty for all
 * @param memory in place of what the functions are configured with; several sizes are told apart
 * @param event also what a primed snapshot has answered before it was taken
 * @param runs cold starts of each kind
 * @param statuses that functions behind APIs may answer; empty for all below 400
 * @param architecture whose price of time is taken; absent for this machine's
 * @param lambda whether it is told what AWS Lambda is expected to show of these starts
 * @param out folder of the result; a measurement that was interrupted there is continued
 */
@RecordBuilder
public record SnapStartRequest(
    SourceChoice source,
    List<String> names,
    List<MemorySize> memory,
    EventChoice event,
    DataChoice data,
    TimeoutChoice timeout,
    int runs,
    List<Integer> statuses,
    Optional<String> architecture,
    LambdaChoice lambda,
    Path out)
    implements SnapStartRequestBuilder.With {
  /** Cold starts of each kind when the user names no number. */
  public static final int USUAL_RUNS = 12;

  public SnapStartRequest {
    names = List.copyOf(names);
    memory = List.copyOf(memory);
    statuses = List.copyOf(statuses);
    source = source.meaning(names);
    if (runs < SnapStartVerdict.FEWEST_STARTS) {
      throw new UserMistake(
          "--runs must be at least %d: %d, as fewer starts cannot tell a difference"
              .formatted(SnapStartVerdict.FEWEST_STARTS, runs),
          "use for example --runs " + USUAL_RUNS);
    }
    architecture.ifPresent(given -> {
      if (!LambdaPrices.ARCHITECTURES.contains(given)) {
        throw new UserMistake(
            "Lambda has no price for the architecture " + given,
            "use one of: " + String.join(", ", LambdaPrices.ARCHITECTURES));
      }
    });
  }

  /** All functions of a source. */
  public static SnapStartRequest of(SourceChoice source, Path out) {
    return new SnapStartRequest(
        source,
        List.of(),
        List.of(),
        EventChoice.usual(),
        DataChoice.NONE,
        TimeoutChoice.NONE,
        USUAL_RUNS,
        List.of(),
        Optional.empty(),
        LambdaChoice.NONE,
        out);
  }

  /** The experiment that measures it. */
  BenchRequest measured() {
    return BenchRequestBuilder.builder(BenchRequest.of(source, out))
        .names(names)
        .axes(new Axes(memory, List.of(), SnapStartComparison.STARTS, List.of()))
        .event(event)
        .data(data)
        .timeout(timeout)
        .runs(runs)
        .statuses(statuses)
        .lambda(lambda)
        .build();
  }

  /**
   * A restore of one of the functions.
   *
   * @param asked the event that it was measured with
   */
  WhyRequest explained(FunctionDefinition function, byte[] asked) {
    String name = function.logicalId();
    int mebibytes = function.memory().mebibytes();
    FunctionChoice choice =
        new FunctionChoice(
            Optional.of(name),
            memory.isEmpty() ? Optional.empty() : Optional.of(function.memory()),
            timeout,
            JvmChoice.on(Optional.empty(), ClientKind.OFFICIAL));
    return WhyRequestBuilder.builder(
            WhyRequest.of(
                source,
                choice,
                NamedFile.in(
                    out.resolve("why"), memory.size() > 1 ? name + "-" + mebibytes : name)))
        .event(EventChoice.asked(asked))
        .data(data)
        .start(Optional.of(SnapStart.SNAPSHOT))
        .runs(1)
        .build();
  }

  String pricedArchitecture() {
    return architecture.orElse(HostArchitecture.NAME);
  }
}
