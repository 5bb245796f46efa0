package thaw.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import thaw.app.bench.BenchJob;
import thaw.app.bench.BenchRequest;
import thaw.app.bench.BenchResult;
import thaw.app.bench.LambdaBenchJob;
import thaw.app.bench.LambdaBenchRequest;
import thaw.app.bench.LambdaBenchResult;
import thaw.app.bench.LocalFunction;
import thaw.experiment.Plan;
import thaw.lambda.FunctionName;
import thaw.presentation.text.Terminal;
import thaw.report.bench.LambdaTerminal;
import thaw.report.bench.TerminalReport;
import thaw.report.gate.GateTerminal;

/** {@code thaw bench}: cold starts by the hundred, variant against variant. */
@Command(
    name = "bench",
    description = "Measures cold starts, variant against variant.",
    mixinStandardHelpOptions = true)
final class BenchCommand implements Callable<Integer> {
  @Mixin private SourceOptions source = new SourceOptions();

  @Mixin private StdinOption stdin = new StdinOption();

  @Mixin private EventOption event = new EventOption();

  @Mixin private JsonOption json = new JsonOption();

  @Mixin private MeasurementOptions measurement = new MeasurementOptions();

  @Option(
      names = {"--variant", "--function"},
      paramLabel = "NAME",
      description = "Only this variant or function; repeatable. The first one is the baseline.")
  private List<String> names = new ArrayList<>();

  @Mixin private AxesOptions axes = new AxesOptions();

  @Option(
      names = "--variants",
      paramLabel = "FILE",
      description = "YAML file with a matrix of variants.")
  private @Nullable Path variantsFile;

  @Option(
      names = "--with",
      paramLabel = "RESULT",
      description =
          "A folder that thaw fix has written: measures its function again, as it is, with what is"
              + " deployed as before, and with all that a package gets.")
  private @Nullable Path with;

  @Mixin private TimeoutOption timeout = new TimeoutOption();

  @Mixin private BudgetOption budget = new BudgetOption();

  @Mixin private DataOptions data = new DataOptions();

  @Mixin private StatusOption statuses = new StatusOption();

  @Option(
      names = "--page-cache",
      paramLabel = "warm|cold|lambda",
      description =
          "State of the page cache before each start; with lambda, each environment reads its files"
              + " anew from slow storage, as on Lambda. Default: warm.")
  private Plan.PageCacheState pageCache = Plan.PageCacheState.WARM;

  @Mixin private GateOptions gate = new GateOptions();

  @Mixin private AsLambdaOptions asLambda = new AsLambdaOptions();

  @Mixin private LambdaOptions on = new LambdaOptions();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    stdin.follow("bench", event.readsStandardInput());
    return spec != null && on.isGiven(spec.commandLine().getParseResult()) ? onLambda() : here();
  }

  private int here() throws InterruptedException {
    BenchResult result =
        BenchJob.run(
            new BenchRequest(
                source.choice(),
                names,
                axes.axes(),
                Optional.ofNullable(variantsFile),
                Optional.ofNullable(with),
                event.choice(),
                data.choice(),
                timeout.choice(),
                budget.choice(),
                measurement.runs(),
                0,
                pageCache,
                statuses.statuses(),
                gate.choice(),
                asLambda.choice(),
                measurement.out()),
            new BenchTerminal(TerminalProgress.standard(), true));
    if (json.isAsked()) {
      json.print(result.summary());
    } else {
      System.out.print(
          TerminalReport.render(
              result.experiment(), result.gate(), Terminal.columns(), Terminal.hasColours()));
      AsLambdaOptions.print(result);
      result
          .gate()
          .ifPresent(compared ->
              System.out.print(
                  GateTerminal.render(compared, Terminal.columns(), Terminal.hasColours())));
      System.out.println("Report: " + result.page());
    }
    return !result.isGood()
        ? ExitCode.ANSWER_IS_NO
        : result.isOpen() ? ExitCode.NOT_MEASURED : ExitCode.DONE;
  }

  private int onLambda() throws InterruptedException {
    FunctionName function = on.function(source.choice());
    LambdaBenchResult result =
        LambdaBenchJob.run(
            new LambdaBenchRequest(
                on.access(source.choice(), function, System.getenv()),
                function,
                on.publish(),
                event.choice(),
                measurement.runs(),
                measurement.out(),
                on.local().map(this::local)),
            new BenchTerminal(TerminalProgress.standard(), false));
    if (json.isAsked()) {
      json.print(result.samples());
    } else {
      System.out.print(
          LambdaTerminal.render(result.result(), Terminal.columns(), Terminal.hasColours()));
      System.out.println("Samples: " + result.samples());
    }
    return result.isGood() ? ExitCode.DONE : ExitCode.ANSWER_IS_NO;
  }

  /** Returns the local function that is measured beside a deployed one. */
  private LocalFunction local(String folder) {
    return new LocalFunction(
        source.choice().withText(Optional.of(folder)),
        names,
        timeout.choice(),
        data.choice(),
        axes.axes());
  }
}
