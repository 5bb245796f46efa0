package thaw.race;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.choice.EventChoice;
import thaw.cli.ExitCode;
import thaw.cli.InvokedFunctionOptions;
import thaw.cli.JsonOption;
import thaw.cli.SeparateCommand;
import thaw.cli.TerminalProgress;

/** {@code thaw race}: what goes wrong when many requests share one environment. */
@Command(
    name = SeparateCommand.RACE,
    description = SeparateCommand.RACE_DESCRIPTION,
    mixinStandardHelpOptions = true)
final class RaceCommand implements Callable<Integer> {
  @Mixin private InvokedFunctionOptions invoked = new InvokedFunctionOptions();

  @Option(
      names = "--event",
      paramLabel = "FILE|JSON|@FILE|-",
      description =
          "An event for the requests; repeatable: a file, JSON text, or - for standard input."
              + " Default: the function's usual event.")
  private List<String> events = new ArrayList<>();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Requests at a time, 2 to 32. Default: ${DEFAULT-VALUE}.")
  private int threads = RacePlan.DEFAULT_THREADS;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often the classes are loaded anew. Default: ${DEFAULT-VALUE}.")
  private int rounds = RacePlan.DEFAULT_ROUNDS;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "Requests of each thread in a round. Default: ${DEFAULT-VALUE}.")
  private int requests = RacePlan.DEFAULT_REQUESTS;

  @Option(
      names = "--schedule",
      paramLabel = "N",
      description = "Seed of the schedule in which threads take turns. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--sarif",
      paramLabel = "FILE",
      description = "Also writes the findings in SARIF 2.1.0, with file and line.")
  private @Nullable Path sarif;

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws InterruptedException {
    RaceRequest request =
        new RaceRequest(
            invoked.source(),
            invoked.function(),
            events.stream().map(event -> EventChoice.of(Optional.of(event))).toList(),
            invoked.data(),
            threads,
            rounds,
            requests,
            seed);
    RaceResult result = RaceJob.run(request, TerminalProgress.standard());
    if (sarif != null) {
      result.writeSarif(invoked.source().source(), sarif);
    }
    if (json.isAsked()) {
      json.print(RaceDocument.of(result));
    } else {
      System.out.print(
          RaceTerminal.render(
              result.function(),
              result.instrumented(),
              result.seed(),
              result.report(),
              result.seenInCodeOnly()));
    }
    return result.isGood() ? ExitCode.DONE : ExitCode.ANSWER_IS_NO;
  }
}
