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
import thaw.app.snapstart.SnapStartJob;
import thaw.app.snapstart.SnapStartRequest;
import thaw.app.snapstart.SnapStartResult;
import thaw.cli.option.DataOptions;
import thaw.cli.option.EventOption;
import thaw.cli.option.JsonOption;
import thaw.cli.option.SourceOptions;
import thaw.cli.option.TimeoutOption;
import thaw.cli.terminal.BenchTerminal;
import thaw.cli.terminal.TerminalProgress;
import thaw.function.MemorySize;
import thaw.report.snapstart.SnapStartTerminal;
import thaw.report.text.Terminal;

/** {@code thaw snapstart}: whether cold starts are shorter with SnapStart. */
@Command(
    name = "snapstart",
    description = "Measures plain starts and restores in turn, and says whether SnapStart pays.",
    mixinStandardHelpOptions = true)
final class SnapStartCommand implements Callable<Integer> {
  @Mixin private SourceOptions source = new SourceOptions();

  @Mixin private StdinOption stdin = new StdinOption();

  @Mixin private EventOption event = new EventOption();

  @Mixin private JsonOption json = new JsonOption();

  @Option(
      names = "--function",
      paramLabel = "NAME",
      description = "Only this function; repeatable. Default: all.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--memory",
      paramLabel = "MB",
      description = "Memory size in place of the configured one.")
  private @Nullable Integer memory;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Cold starts of each kind. Default: ${DEFAULT-VALUE}.")
  private int runs = SnapStartRequest.USUAL_RUNS;

  @Option(
      names = "--arch",
      paramLabel = "x86_64|arm64",
      description = "Architecture whose price of time is taken. Default: this machine's.")
  private @Nullable String architecture;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for snapstart.json and what thaw bench writes of the same cold starts."
              + " Default: ${DEFAULT-VALUE}. The same command continues an interrupted"
              + " measurement in it.")
  private Path out = Path.of("thaw-snapstart");

  @Mixin private TimeoutOption timeout = new TimeoutOption();

  @Mixin private DataOptions data = new DataOptions();

  @Override
  public Integer call() throws InterruptedException {
    stdin.follow("snapstart", event.readsStandardInput());
    SnapStartResult result =
        SnapStartJob.run(request(), new BenchTerminal(TerminalProgress.standard(), true));
    if (json.isAsked()) {
      json.print(result.document());
    } else {
      System.out.print(
          SnapStartTerminal.render(
              result.comparison(),
              result.bench().experiment(),
              Terminal.columns(),
              Terminal.hasColours()));
      System.out.println("Report: " + result.bench().page());
    }
    return result.isGood() ? ExitCode.DONE : ExitCode.FUNCTION_FAILED;
  }

  private SnapStartRequest request() {
    return new SnapStartRequest(
        source.choice(),
        names,
        Optional.ofNullable(memory).map(MemorySize::new),
        event.choice(),
        data.choice(),
        timeout.choice(),
        runs,
        Optional.ofNullable(architecture),
        out);
  }
}
