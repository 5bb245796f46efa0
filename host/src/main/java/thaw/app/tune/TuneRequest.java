package thaw.app.tune;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.app.bench.Axes;
import thaw.app.bench.BenchRequest;
import thaw.app.bench.BenchRequestBuilder;
import thaw.app.choice.DataChoice;
import thaw.app.choice.EventChoice;
import thaw.app.choice.LambdaChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.choice.TimeoutChoice;
import thaw.function.HostArchitecture;
import thaw.function.MemorySize;
import thaw.problem.UserMistake;
import thaw.tuning.LambdaPrices;
import thaw.tuning.TuneMix;

/**
 * Functions to be measured over memory sizes.
 *
 * @param names only these functions; empty for all
 * @param axes with memory sizes; without any the usual ones
 * @param runs cold starts at each size
 * @param warm further invocations of each environment
 * @param statuses that functions behind APIs may answer; empty for all below 400
 * @param mix what is weighed against what
 * @param architecture whose price of time is taken; absent for this machine's
 * @param lambda whether it is told what AWS Lambda is expected to show of the cold starts
 * @param out folder of the result; a measurement that was interrupted there is continued
 */
@RecordBuilder
public record TuneRequest(
    SourceChoice source,
    List<String> names,
    Axes axes,
    EventChoice event,
    DataChoice data,
    TimeoutChoice timeout,
    int runs,
    int warm,
    List<Integer> statuses,
    TuneMix mix,
    Optional<String> architecture,
    LambdaChoice lambda,
    Path out)
    implements TuneRequestBuilder.With {
  /** Memory sizes in MB that stand for a half, one, and less than a tenth of a vCPU. */
  public static final List<Integer> USUAL_SIZES = List.of(128, 256, 512, 1024, 1769);

  /** Cold starts at each size when the user names no number. */
  public static final int USUAL_RUNS = 7;

  /** The number of further invocations of each environment when the user names none. */
  public static final int USUAL_WARM = 20;

  public TuneRequest {
    names = List.copyOf(names);
    statuses = List.copyOf(statuses);
    source = source.meaning(names);
    require(warm >= 1, "--warm must be at least 1: " + warm, "use for example --warm 20");
    requireShare(mix.coldShare(), "--cold-share", "0.01, for one request in a hundred");
    requireShare(mix.balancedWeight(), "--balanced-weight", "0.5, for both alike");
    architecture.ifPresent(given ->
        require(
            LambdaPrices.ARCHITECTURES.contains(given),
            "Lambda has no price for the architecture " + given,
            "use one of: " + String.join(", ", LambdaPrices.ARCHITECTURES)));
  }

  /** All functions of a source at the usual sizes. */
  public static TuneRequest of(SourceChoice source, Path out) {
    return new TuneRequest(
        source,
        List.of(),
        Axes.NONE,
        EventChoice.usual(),
        DataChoice.NONE,
        TimeoutChoice.NONE,
        USUAL_RUNS,
        USUAL_WARM,
        List.of(),
        new TuneMix(TuneMix.USUAL_COLD_SHARE, TuneMix.USUAL_WEIGHT),
        Optional.empty(),
        LambdaChoice.NONE,
        out);
  }

  private static void requireShare(double value, String option, String example) {
    require(
        value >= 0 && value <= 1,
        option + " must be from 0 to 1: " + value,
        "use for example " + option + " " + example);
  }

  private static void require(boolean holds, String message, String remedy) {
    if (!holds) {
      throw new UserMistake(message, remedy);
    }
  }

  /** The experiment that measures it. */
  BenchRequest measured() {
    Axes sized =
        axes.memory().isEmpty()
            ? new Axes(
                USUAL_SIZES.stream().map(MemorySize::new).toList(),
                axes.jdks(),
                axes.starts(),
                axes.clients())
            : axes;
    return BenchRequestBuilder.builder(BenchRequest.of(source, out))
        .names(names)
        .axes(sized)
        .event(event)
        .data(data)
        .timeout(timeout)
        .runs(runs)
        .warm(warm)
        .statuses(statuses)
        .lambda(lambda)
        .build();
  }

  String pricedArchitecture() {
    return architecture.orElse(HostArchitecture.NAME);
  }
}
