package thaw.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.bench.Axes;
import thaw.app.bench.SnapStartJob;
import thaw.app.bench.SnapStartRequest;
import thaw.app.bench.SnapStartResult;
import thaw.function.MemorySize;
import thaw.presentation.text.Terminal;
import thaw.report.bench.SnapStartLambdaTerminal;
import thaw.report.bench.SnapStartTerminal;

/** {@code thaw snapstart}: whether cold starts are shorter with SnapStart. */
@Command(
    name = "snapstart",
    description = "Measures plain starts and restores in turn, and says whether SnapStart pays.",
    mixinStandardHelpOptions = true)
final class SnapStartCommand implements Callable<Integer> {
  @Mixin
  private PricedStartsOptions starts =
      new PricedStartsOptions(SnapStartRequest.USUAL_RUNS, Path.of("thaw-snapstart"));

  @Mixin private StdinOption stdin = new StdinOption();

  @Mixin private JsonOption json = new JsonOption();

  @Option(
      names = "--memory",
      paramLabel = "MB",
      split = ",",
      description = "Memory sizes in place of the configured one: 512,1024.")
  private List<Integer> memory = new ArrayList<>();

  @Override
  public Integer call() throws InterruptedException {
    stdin.follow("snapstart", starts.readsStandardInput());
    SnapStartResult result =
        SnapStartJob.run(request(), new BenchTerminal(TerminalProgress.standard(), true));
    if (json.isAsked()) {
      json.print(result.document());
    } else {
      System.out.print(
          SnapStartTerminal.render(
              result.comparison(),
              result.bench().experiment(),
              result.details(),
              Terminal.columns(),
              Terminal.hasColours()));
      AsLambdaOptions.print(result.bench());
      result
          .bench()
          .lambda()
          .ifPresent(model ->
              System.out.print(
                  SnapStartLambdaTerminal.render(
                      result.comparison(),
                      result.bench().experiment(),
                      model,
                      Terminal.columns(),
                      Terminal.hasColours())));
      System.out.println("Report: " + result.bench().page());
    }
    return result.isGood() ? ExitCode.DONE : ExitCode.ANSWER_IS_NO;
  }

  private SnapStartRequest request() {
    List<MemorySize> sizes = memory.stream().map(MemorySize::onDemand).toList();
    return new SnapStartRequest(
        starts.request().withAxes(new Axes(sizes, List.of(), List.of(), List.of())),
        starts.prices());
  }
}
