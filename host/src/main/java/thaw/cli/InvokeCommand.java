package thaw.cli;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.invoke.InvokeJob;
import thaw.app.invoke.InvokeListener;
import thaw.app.invoke.InvokeRequest;
import thaw.app.invoke.InvokeResult;
import thaw.app.invoke.PodStartJob;
import thaw.app.shared.Progress;
import thaw.environment.InvocationResult;

/** {@code thaw invoke}: response on standard output, log with REPORT line on standard error. */
@Command(
    name = "invoke",
    description = "Invokes a function in a new execution environment.",
    mixinStandardHelpOptions = true)
final class InvokeCommand implements Callable<Integer> {
  @Mixin private InvokedFunctionOptions invoked = new InvokedFunctionOptions();

  @Mixin private EventOption event = new EventOption();

  @Option(
      names = "--times",
      paramLabel = "N",
      description = "Invocations in the same environment: the first is cold, the others warm.")
  private int times = 1;

  @Mixin private PageCacheOption pageCache = new PageCacheOption();

  @Mixin private JsonOption json = new JsonOption();

  @Option(
      names = PodStartJob.OPTION,
      hidden = true,
      description = "Runs in a pod of bench --on kubernetes, and prints one sample.")
  private boolean podStart;

  @Override
  public Integer call() throws InterruptedException {
    InvokeRequest request =
        new InvokeRequest(
            invoked.source(),
            invoked.function(),
            event.choice(),
            invoked.data(),
            times,
            pageCache.choice());
    if (podStart) {
      System.out.println(PodStartJob.run(request, TerminalProgress.standard()));
      return ExitCode.DONE;
    }
    InvokeResult result = InvokeJob.run(request, new Shown(TerminalProgress.standard(), json));
    return result.isGood() ? ExitCode.DONE : ExitCode.ANSWER_IS_NO;
  }

  /** Each response when it is there, the log beside it. */
  private record Shown(Progress progress, JsonOption json) implements InvokeListener {
    @Override
    public void logged(String line) {
      progress.line(line);
    }

    @Override
    public void invoked(InvocationResult result) {
      if (json.isAsked()) {
        json.print(InvocationDocument.of(result));
        return;
      }
      PrintStream out = System.out;
      out.writeBytes(result.outcome().payload());
      out.println();
      out.flush();
    }
  }
}
