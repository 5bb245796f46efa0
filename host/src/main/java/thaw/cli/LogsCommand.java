package thaw.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import thaw.app.running.EventFile;
import thaw.app.running.RunAnswers;
import thaw.app.running.RunFile;
import thaw.app.running.RunLog;
import thaw.app.shared.Folders;
import thaw.problem.UserMistake;

/** {@code thaw logs}: what functions and platform have written, from the file of events. */
@Command(
    name = "logs",
    description = "Shows the logs of functions of a running thaw run.",
    mixinStandardHelpOptions = true)
final class LogsCommand implements Callable<Integer> {
  private static final long POLL_MILLIS = 100;

  @Mixin private RunOption run = new RunOption();

  @Mixin private OnCluster on = new OnCluster();

  @Parameters(
      paramLabel = "FUNCTION",
      arity = "0..1",
      description =
          "Shows only the logs of this function. Default: those of all functions, with their"
              + " names.")
  private @Nullable String function;

  @Option(
      names = {"-f", "--follow"},
      description = "Shows new lines as they come, until Ctrl-C or the end of the thaw run.")
  private boolean follow;

  @Option(
      names = {"-n", "--tail"},
      paramLabel = "LINES",
      description = "Shows at first only this many of the last lines. Default: all that are kept.")
  private @Nullable Integer tail;

  @Option(
      names = "--json",
      description = "Prints all events of the platform as lines of JSON, in place of the log.")
  private boolean json;

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      description = "Reads the data folder of a thaw run that has ended.")
  private @Nullable Path data;

  @Override
  public Integer call() throws IOException, InterruptedException {
    on.requireHere("thaw logs");
    if (tail != null && tail < 0) {
      throw new UserMistake("--tail must be 0 or more: " + tail, "use for example --tail 100");
    }
    RunLog log = new RunLog(function, json);
    PrintStream out = System.out;
    if (data != null) {
      Path events = EventFile.in(data);
      if (!Files.exists(events)) {
        throw new UserMistake("no logs were found in " + data, "name the folder given to thaw run");
      }
      try (EventFile.Reader reader = EventFile.read(events)) {
        showPast(log, reader, out);
      }
      log.requireKnown(List.of());
      return ExitCode.DONE;
    }
    RunFile file = run.one(Folders.of(System.getenv()).cache());
    try (EventFile.Reader reader = EventFile.read(file.events())) {
      showPast(log, reader, out);
      if (!log.hasWritten()) {
        log.requireKnown(RunAnswers.functions(file));
      }
      if (follow) {
        follow(log, reader, file, out);
      }
    }
    return ExitCode.DONE;
  }

  private void showPast(RunLog log, EventFile.Reader reader, PrintStream out) throws IOException {
    if (tail == null) {
      log.show(reader, out::println);
    } else {
      log.last(reader, tail).forEach(out::println);
    }
    out.flush();
  }

  private static void follow(RunLog log, EventFile.Reader reader, RunFile file, PrintStream out)
      throws IOException, InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    boolean alive = true;
    while (alive) {
      alive = file.process().isAlive();
      log.show(reader, out::println);
      out.flush();
      if (never.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
    }
  }
}
