package thaw.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.tune.TuneJob;
import thaw.app.tune.TuneRequest;
import thaw.app.tune.TuneResult;
import thaw.cli.option.AxesOptions;
import thaw.cli.option.DataOptions;
import thaw.cli.option.EventOption;
import thaw.cli.option.JsonOption;
import thaw.cli.option.SourceOptions;
import thaw.cli.option.StatusOption;
import thaw.cli.option.TimeoutOption;
import thaw.cli.terminal.BenchTerminal;
import thaw.cli.terminal.TerminalProgress;
import thaw.report.text.Terminal;
import thaw.report.tune.TuneTerminal;
import thaw.tuning.TuneMix;

/** {@code thaw tune}: time and cost over memory sizes, and the best one. */
@Command(
    name = "tune",
    description = "Measures time and cost over memory sizes, cold and warm, and names the best.",
    mixinStandardHelpOptions = true)
final class TuneCommand implements Callable<Integer> {
  @Mixin private SourceOptions source = new SourceOptions();

  @Mixin private StdinOption stdin = new StdinOption();

  @Mixin private EventOption event = new EventOption();

  @Mixin private JsonOption json = new JsonOption();

  @Option(
      names = "--function",
      paramLabel = "NAME",
      description = "Only this function; repeatable. Default: all.")
  private List<String> names = new ArrayList<>();

  @Mixin private AxesOptions axes = new AxesOptions();

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Cold starts at each size. Default: ${DEFAULT-VALUE}.")
  private int runs = TuneRequest.USUAL_RUNS;

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
          "Of cost against time in the balanced choice: 0 is time alone, 1 cost alone. Default:"
              + " ${DEFAULT-VALUE}.")
  private double balancedWeight = TuneMix.USUAL_WEIGHT;

  @Option(
      names = "--arch",
      paramLabel = "x86_64|arm64",
      description = "Architecture whose price of time is taken. Default: this machine's.")
  private @Nullable String architecture;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for tune.html, tune.json and what thaw bench writes of the same cold starts."
              + " Default: ${DEFAULT-VALUE}. The same command continues an interrupted"
              + " measurement in it.")
  private Path out = Path.of("thaw-tune");

  @Mixin private StatusOption statuses = new StatusOption();

  @Mixin private TimeoutOption timeout = new TimeoutOption();

  @Mixin private DataOptions data = new DataOptions();

  @Override
  public Integer call() throws InterruptedException {
    stdin.follow("tune", event.readsStandardInput());
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
      System.out.println("Report: " + result.page());
    }
    return result.isGood() ? ExitCode.DONE : ExitCode.FUNCTION_FAILED;
  }

  private TuneRequest request() {
    return new TuneRequest(
        source.choice(),
        names,
        axes.axes(),
        event.choice(),
        data.choice(),
        timeout.choice(),
        runs,
        warm,
        statuses.statuses(),
        new TuneMix(coldShare, balancedWeight),
        Optional.ofNullable(architecture),
        out);
  }
}
