package thaw.mcp;

import java.nio.file.Path;
import thaw.app.running.RunAnswers;
import thaw.app.running.RunChoice;
import thaw.live.TraceLines;

/**
 * Shows where a request of a {@code thaw run} spent its time.
 *
 * @param cache where running platforms are found
 */
record TraceTool(Path cache) implements JobTool {
  @Override
  public String name() {
    return "trace";
  }

  @Override
  public String description() {
    return "Shows where a request of a thaw run that runs on this machine spent its time, span by"
        + " span.";
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
            "request_id",
            ToolInput.Kind.TEXT,
            "The request, as START has it in the function's log. Default: the slowest one.")
        .with("port", ToolInput.Kind.NUMBER, "Port of its Lambda API, where several run.");
  }

  @Override
  public ToolAnswer run(ToolArguments arguments, JobNews news) throws InterruptedException {
    return ToolAnswer.of(
        TraceLines.text(
            RunAnswers.trace(
                new RunChoice(arguments.number("port")), arguments.text("request_id"), cache),
            BenchTool.COLUMNS));
  }
}
