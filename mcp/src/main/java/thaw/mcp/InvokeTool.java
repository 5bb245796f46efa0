package thaw.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import thaw.app.choice.DataChoice;
import thaw.app.invoke.InvokeJob;
import thaw.app.invoke.InvokeListener;
import thaw.app.invoke.InvokeRequest;
import thaw.app.invoke.InvokeResult;
import thaw.app.shared.Progress;
import thaw.environment.InvocationResult;

/** Invokes a function in a new execution environment. */
record InvokeTool() implements JobTool {
  private static final int MOST_LINES = 500;

  @Override
  public String name() {
    return "invoke";
  }

  @Override
  public String description() {
    return "Builds a Java Lambda function and invokes it in a new execution environment. Answers"
        + " with its responses and its log, REPORT line included.";
  }

  @Override
  public ToolEffect effect() {
    return ToolEffect.RUNS_CODE;
  }

  @Override
  public ToolInput input() {
    return ToolInput.ofStart()
        .with(
            "times",
            ToolInput.Kind.NUMBER,
            "Invocations in the same environment: the first is cold, the others warm. Default: 1.");
  }

  @Override
  public ToolAnswer run(ToolArguments arguments, JobNews news) throws InterruptedException {
    InvokeRequest request =
        new InvokeRequest(
            arguments.source(),
            arguments.function(),
            arguments.event(),
            DataChoice.NONE,
            arguments.number("times").orElse(1));
    Heard heard = new Heard(news, new ArrayDeque<>());
    InvokeResult result = InvokeJob.run(request, heard);
    StringBuilder text = new StringBuilder();
    for (InvocationResult each : result.invocations()) {
      text.append("Response: ").append(new String(each.outcome().payload(), UTF_8)).append('\n');
    }
    text.append(result.isGood() ? "" : "The function failed.\n").append("Log:\n");
    heard.lines().forEach(line -> text.append(line).append('\n'));
    return ToolAnswer.of(text.toString());
  }

  /** The log's last lines. */
  private record Heard(JobNews news, Deque<String> log) implements InvokeListener {
    @Override
    public Progress progress() {
      return news;
    }

    @Override
    public void logged(String line) {
      synchronized (log) {
        log.addLast(line.stripTrailing());
        if (log.size() > MOST_LINES) {
          log.removeFirst();
        }
      }
    }

    private List<String> lines() {
      synchronized (log) {
        return List.copyOf(log);
      }
    }

    @Override
    public void invoked(InvocationResult result) {
      news.step("invoked");
    }
  }
}
