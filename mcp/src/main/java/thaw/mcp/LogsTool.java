package thaw.mcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import thaw.app.running.EventFile;
import thaw.app.running.RunAnswers;
import thaw.app.running.RunChoice;
import thaw.app.running.RunFile;
import thaw.app.running.RunLog;
import thaw.problem.UserMistake;

/**
 * Shows the logs of functions of a {@code thaw run}.
 *
 * @param cache where running platforms are found
 */
record LogsTool(Path cache) implements JobTool {
  private static final int USUAL_LINES = 200;

  @Override
  public String name() {
    return "logs";
  }

  @Override
  public String description() {
    return "Shows the last log lines of functions of a thaw run that runs on this machine.";
  }

  @Override
  public boolean needsQuiet() {
    return false;
  }

  @Override
  public ToolEffect effect() {
    return ToolEffect.READS;
  }

  @Override
  public ToolInput input() {
    return ToolInput.none()
        .with(
            "function",
            ToolInput.Kind.TEXT,
            "Shows only the logs of this function. Default: those of all functions.")
        .with("lines", ToolInput.Kind.NUMBER, "Most lines that are shown. Default: 200.")
        .with("port", ToolInput.Kind.NUMBER, "Port of its Lambda API, where several run.");
  }

  @Override
  public ToolAnswer run(ToolArguments arguments, JobNews news) throws InterruptedException {
    int lines = arguments.number("lines").orElse(USUAL_LINES);
    if (lines < 1) {
      throw new UserMistake("lines must be at least 1: " + lines, "use for example 100");
    }
    RunFile file = new RunChoice(arguments.number("port")).one(cache);
    RunLog log = new RunLog(arguments.text("function").orElse(null), false);
    List<String> last = read(file, log, lines);
    if (!log.hasWritten()) {
      log.requireKnown(RunAnswers.functions(file));
    }
    return ToolAnswer.of(last.isEmpty() ? "There are no lines yet." : String.join("\n", last));
  }

  private static List<String> read(RunFile file, RunLog log, int lines) {
    try (EventFile.Reader reader = EventFile.read(file.events())) {
      return log.last(reader, lines);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file.events() + ": " + e, e);
    }
  }
}
