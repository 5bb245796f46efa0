package thaw.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.shared.Folders;
import thaw.app.why.ClassLoadPath;
import thaw.app.why.WarmUpChoice;
import thaw.app.why.WhyExecution;
import thaw.app.why.WhyJob;
import thaw.app.why.WhyLive;
import thaw.app.why.WhyRequest;
import thaw.app.why.WhyResult;
import thaw.experiment.matrix.SnapStart;
import thaw.explanation.LiveTerminal;
import thaw.explanation.WarmUpTerminal;
import thaw.explanation.WhyTerminal;
import thaw.presentation.text.Terminal;
import thaw.problem.UserMistake;

/** {@code thaw why}: where every millisecond of a cold start went. */
@Command(
    name = "why",
    description = "Explains a function's cold start: phases, causes, libraries, methods, remedies.",
    mixinStandardHelpOptions = true)
final class WhyCommand implements Callable<Integer> {
  @Mixin private InvokedFunctionOptions invoked = new InvokedFunctionOptions();

  @Mixin private StdinOption stdin = new StdinOption();

  @Mixin private EventOption event = new EventOption();

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "Number of profiled cold starts, and of as many baseline ones. Default:"
              + " ${DEFAULT-VALUE}.")
  private int runs = WhyRequest.DEFAULT_RUNS;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description =
          "On managed instances: number of first requests of each thread. Default:"
              + " ${DEFAULT-VALUE}.")
  private int requests = WarmUpChoice.DEFAULT_REQUESTS;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "On managed instances: requests at a time. Default: one for each vCPU.")
  private @Nullable Integer threads;

  @Option(
      names = "--snap-start",
      paramLabel = SnapStart.OPTIONS,
      description = "How the function starts, in place of what its SnapStart asks for.")
  private @Nullable String snapStart;

  @Mixin private PageCacheOption pageCache = new PageCacheOption();

  @Option(
      names = "--class",
      paramLabel = "NAME",
      description = "Shows only which code loaded this class.")
  private @Nullable String className;

  @Option(
      names = "--live",
      description =
          "Explains the slowest request of a running thaw run instead, by the events of its trace.")
  private boolean live;

  @Option(
      names = "--execution",
      paramLabel = "ARN|NAME",
      description =
          "Explains a durable execution of a running thaw run instead: its time line over all of its"
              + " invocations.")
  private @Nullable String execution;

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      description = "With --execution: the data folder of a thaw run that has ended.")
  private @Nullable Path data;

  @Mixin private RunOption platform = new RunOption();

  @Option(
      names = "--compare",
      paramLabel = "OLD",
      description = "Shows what has changed since an earlier why.json, or the folder of one.")
  private @Nullable Path compare;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for why.html, why.json and the profile as collapsed stacks, speedscope and JFR."
              + " Default: ${DEFAULT-VALUE}.")
  private Path out = Path.of("thaw-why");

  @Option(
      names = "--sarif",
      paramLabel = "FILE",
      description = "Also writes the findings in SARIF 2.1.0, with file and line.")
  private @Nullable Path sarif;

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws InterruptedException {
    stdin.follow("why", event.readsStandardInput());
    requireFittingOptions();
    if (execution != null) {
      return explain(execution);
    }
    if (live) {
      System.out.print(slowest());
      return ExitCode.DONE;
    }
    WhyRequest request = request();
    if (className != null) {
      WhyJob.loads(request, className, TerminalProgress.standard())
          .forEach(load -> System.out.print(text(load)));
      return ExitCode.DONE;
    }
    WhyResult result = WhyJob.explain(request, TerminalProgress.standard());
    if (sarif != null) {
      result.writeSarif(invoked.source().source(), sarif);
    }
    if (json.isAsked()) {
      json.print(result.json());
      return ExitCode.DONE;
    }
    print(result);
    return ExitCode.DONE;
  }

  private int explain(String named) throws InterruptedException {
    WhyExecution explained =
        WhyExecution.of(
            named,
            Optional.ofNullable(data),
            platform.choice(),
            Folders.of(System.getenv()).cache(),
            out);
    if (json.isAsked()) {
      json.print(explained.json());
    } else {
      System.out.print(explained.text(Terminal.width(), Terminal.hasColours()));
      System.out.println("page: " + explained.page());
    }
    return ExitCode.DONE;
  }

  private void requireFittingOptions() {
    if (execution != null && (live || className != null || compare != null || sarif != null)) {
      throw new UserMistake(
          "--execution is for a durable execution, without --live, --class, --compare and --sarif",
          "leave one of them out");
    }
    if (execution == null && data != null) {
      throw new UserMistake(
          "--data is for a durable execution, with --execution", "name the execution");
    }
    if (json.isAsked() && (live || className != null || compare != null)) {
      throw new UserMistake(
          "--json is for an explanation of its own, without --live, --class and --compare",
          "leave one of them out; thaw trace has --json for requests of a thaw run");
    }
    if (sarif != null && (live || className != null)) {
      throw new UserMistake(
          "--sarif is for an explanation with findings, without --live and --class",
          "leave one of them out");
    }
  }

  private WhyRequest request() {
    return new WhyRequest(
        invoked.source(),
        invoked.function(),
        event.choice(),
        invoked.data(),
        Optional.ofNullable(snapStart).map(SnapStart::of),
        runs,
        pageCache.choice(),
        new WarmUpChoice(requests, threads == null ? OptionalInt.empty() : OptionalInt.of(threads)),
        Optional.ofNullable(compare),
        out);
  }

  /** Prints each part as soon as it is made: a failure of a later one leaves those before it. */
  private static void print(WhyResult result) {
    int columns = Terminal.columns();
    boolean colours = Terminal.hasColours();
    System.out.print(
        WhyTerminal.render(
            result.explanation(), result.earlier(), result.page(), columns, colours));
    result
        .warmUp()
        .ifPresent(each -> System.out.print(WarmUpTerminal.render(each, columns, colours)));
  }

  private String slowest() {
    WhyLive explained =
        WhyLive.of(
            platform.one(Folders.of(System.getenv()).cache()),
            Optional.ofNullable(invoked.functionName()));
    return LiveTerminal.render(
        explained.slowest(), explained.requests(), explained.run().source(), Terminal.columns());
  }

  private static String text(ClassLoadPath load) {
    StringBuilder text =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%s was loaded %.1f ms after the start, in %s, by%n",
                load.className(),
                load.afterMillis(),
                load.phase()));
    load.frames().forEach(frame -> text.append("  ").append(frame).append(System.lineSeparator()));
    return text.toString();
  }
}
