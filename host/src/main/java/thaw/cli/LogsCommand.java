package thaw.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import thaw.app.run.EventFile;
import thaw.app.run.LogLine;
import thaw.app.run.LoggedEvent;
import thaw.app.run.RunFile;
import thaw.app.shared.Folders;
import thaw.cli.option.RunOption;
import thaw.environment.log.PlatformLog;
import thaw.function.template.Spelling;
import thaw.problem.UserMistake;

/** {@code thaw logs}: what functions and platform have written, from the file of events. */
@Command(
    name = "logs",
    description = "Shows the logs of functions of a running thaw run.",
    mixinStandardHelpOptions = true)
public final class LogsCommand implements Callable<Integer> {
  private static final long POLL_MILLIS = 100;

  /** Functions by name. */
  private final Set<String> seen = new TreeSet<>();

  @Mixin private RunOption run = new RunOption();

  @Parameters(
      paramLabel = "FUNCTION",
      arity = "0..1",
      description = "Only this function's. Default: of all functions, with their names.")
  private @Nullable String function;

  @Option(
      names = {"-f", "--follow"},
      description = "Shows new lines as they come, until Ctrl-C or the end of the thaw run.")
  private boolean follow;

  @Option(
      names = {"-n", "--tail"},
      paramLabel = "LINES",
      description = "Begins with this many of the last lines. Default: all lines that are kept.")
  private @Nullable Integer tail;

  @Option(
      names = "--json",
      description = "All events of the platform as lines of JSON, in place of the log's text.")
  private boolean json;

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      description = "Data folder of a thaw run that has ended.")
  private @Nullable Path data;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (tail != null && tail < 0) {
      throw new UserMistake("--tail must be 0 or more: " + tail, "use for example --tail 100");
    }
    PrintStream out = System.out;
    if (data != null) {
      Path events = EventFile.in(data);
      if (!Files.exists(events)) {
        throw new UserMistake("no logs were found in " + data, "name the folder given to thaw run");
      }
      try (EventFile.Reader reader = EventFile.read(events)) {
        showPast(reader, out);
      }
      requireKnown();
      return ExitCode.DONE;
    }
    RunFile file = run.one(Folders.of(System.getenv()).cache());
    try (EventFile.Reader reader = EventFile.read(file.events())) {
      showPast(reader, out);
      if (function != null && !seen.contains(function)) {
        seen.addAll(PsCommand.functions(file));
        requireKnown();
      }
      if (follow) {
        follow(reader, file, out);
      }
    }
    return ExitCode.DONE;
  }

  /** One that has written nothing yet is known as well. */
  private void requireKnown() {
    if (function != null && !seen.contains(function)) {
      throw new UserMistake(
          "unknown function: " + function,
          seen.isEmpty()
              ? "leave the name out: there are no logs at all"
              : Spelling.nearest(function, seen)
                  .map(near -> "use thaw logs " + near)
                  .orElse("use one of: " + String.join(", ", seen)));
    }
  }

  private void showPast(EventFile.Reader reader, PrintStream out) throws IOException {
    Deque<String> last = new ArrayDeque<>();
    int limit = tail == null ? 0 : tail;
    Consumer<String> keep =
        tail == null
            ? out::println
            : line -> {
              last.addLast(line);
              if (last.size() > limit) {
                last.removeFirst();
              }
            };
    show(reader, keep);
    last.forEach(out::println);
    out.flush();
  }

  private void follow(EventFile.Reader reader, RunFile file, PrintStream out)
      throws IOException, InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    boolean alive = true;
    while (alive) {
      alive = file.process().isAlive();
      show(reader, out::println);
      out.flush();
      if (never.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
    }
  }

  private void show(EventFile.Reader reader, Consumer<String> printer) throws IOException {
    for (Optional<String> line = reader.next(); line.isPresent(); line = reader.next()) {
      shown(line.get()).ifPresent(printer);
    }
  }

  private Optional<String> shown(String line) throws IOException {
    LoggedEvent event = LoggedEvent.of(line);
    seen.add(event.function());
    if (function != null && !function.equals(event.function())) {
      return Optional.empty();
    }
    if (json) {
      return Optional.of(line);
    }
    String text = event.text();
    if (text == null) {
      return Optional.empty();
    }
    return Optional.of(
        event.time()
            + " "
            + (function == null ? LogLine.named(event.function(), text) : PlatformLog.lines(text)));
  }
}
