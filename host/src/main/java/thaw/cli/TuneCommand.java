package thaw.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.bench.TuneJob;
import thaw.app.bench.TuneRequest;
import thaw.app.bench.TuneResult;
import thaw.presentation.text.Terminal;
import thaw.report.bench.TuneTerminal;
import thaw.tuning.TuneMix;

/** {@code thaw tune}: time and cost over memory sizes, and the best one. */
@Command(
    name = "tune",
    description = "Measures time and cost over memory sizes, cold and warm, and names the best.",
    mixinStandardHelpOptions = true)
final class TuneCommand implements Callable<Integer> {
  @Mixin
  private PricedStartsOptions starts =
      new PricedStartsOptions(TuneRequest.USUAL_RUNS, Path.of("thaw-tune"));

  @Mixin private StdinOption stdin = new StdinOption();

  @Mixin private JsonOption json = new JsonOption();

  @Mixin private AxesOptions axes = new AxesOptions();

  @Option(
      names = "--warm",
      paramLabel = "N",
      description = "Further invocations after each cold start. Default: ${DEFAULT-VALUE}.")
  private int warm = TuneRequest.USUAL_WARM;

  @Option(
      names = "--cold-share",
      paramLabel = "SHARE",
      description =
          "Share of all requests that meet a cold start, 0 to 1. Default: ${DEFAULT-VALUE}.")
  private double coldShare = TuneMix.USUAL_COLD_SHARE;

  @Option(
      names = "--balanced-weight",
      paramLabel = "WEIGHT",
      description =
          "Weight of cost against time in the balanced choice: 0 counts time alone, 1 cost alone."
              + " Default: ${DEFAULT-VALUE}.")
  private double balancedWeight = TuneMix.USUAL_WEIGHT;

  @Override
  public Integer call() throws InterruptedException {
    stdin.follow("tune", starts.readsStandardInput());
    TuneResult result =
        TuneJob.run(request(), new BenchTerminal(TerminalProgress.standard(), true));
    if (json.isAsked()) {
      json.print(result.document());
    } else {
      System.out.print(
          TuneTerminal.render(
              result.tuning(),
              result.bench().experiment(),
              Terminal.columns(),
              Terminal.hasColours()));
      AsLambdaOptions.print(result.bench());
      System.out.println("Report: " + result.page());
    }
    return result.isGood() ? ExitCode.DONE : ExitCode.ANSWER_IS_NO;
  }

  private TuneRequest request() {
    return new TuneRequest(
        starts.request().withAxes(axes.axes()).withWarm(warm),
        new TuneMix(coldShare, balancedWeight),
        starts.prices());
  }
}
