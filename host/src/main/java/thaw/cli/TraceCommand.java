package thaw.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import thaw.app.running.RunAnswers;
import thaw.app.shared.Folders;
import thaw.live.TraceLines;
import thaw.presentation.text.Terminal;

/** {@code thaw trace}: where a request of a running {@code thaw run} spent its time. */
@Command(
    name = "trace",
    description =
        "Shows where a request of a running thaw run spent its time, with what its function recorded.",
    mixinStandardHelpOptions = true)
final class TraceCommand implements Callable<Integer> {
  @Mixin private RunOption run = new RunOption();

  @Parameters(
      arity = "0..1",
      paramLabel = "REQUEST-ID",
      description = "The request, as in the function's log. Default: the slowest one.")
  private @Nullable String requestId;

  @Option(names = "--json", description = "Prints the trace as JSON.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    // Ids are found wherever they are; the slowest is that of one.
    JsonNode trace =
        RunAnswers.trace(
            run.choice(), Optional.ofNullable(requestId), Folders.of(System.getenv()).cache());
    System.out.print(
        json ? trace + System.lineSeparator() : TraceLines.text(trace, Terminal.columns()));
    return ExitCode.DONE;
  }
}
